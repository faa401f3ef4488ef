import Foundation
import TestSupport

@testable import Tessera

/// A document taken apart, in a form that can be compared.
struct ReadDocument: Equatable, CustomStringConvertible {
  var key: String?
  var texts: [String] = []
  var facets: [String] = []
  var numbers: [Number] = []
  var source = ""

  init(_ fields: DocumentFields) {
    func text(_ range: Range<Int>) -> String { String(decoding: fields.bytes[range], as: UTF8.self) }
    key = fields.key.map(text)
    texts = fields.texts.map { text($0.start..<$0.end) }
    facets = fields.facets.map { text($0.start..<$0.end) }
    numbers = fields.numbers.map(\.value)
    source = text(fields.source)
  }

  var description: String { "\(key ?? "-") \(texts) \(facets) \(numbers)" }
}

extension JSONDocumentReader {
  func read(_ json: String) throws(TesseraError) -> ReadDocument { try read(Array(json.utf8)) }

  func read(_ json: [UInt8]) throws(TesseraError) -> ReadDocument {
    var fields = DocumentFields()
    let result = json.withUnsafeBufferPointer { bytes in
      Result { () throws(TesseraError) in try read(bytes, into: &fields) }
    }
    try result.get()
    return ReadDocument(fields)
  }
}

/// A file in the temporary folder, gone with the value that holds it.
final class TemporaryFile {
  let path: String

  init(_ bytes: [UInt8]) {
    var template = Array("/tmp/tessera-test-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    var rest = bytes[...]
    while !rest.isEmpty {
      rest = rest.dropFirst(rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) })
    }
    close(descriptor)
  }

  convenience init(_ text: String) { self.init(Array(text.utf8)) }

  deinit { unlink(path) }
}

/// A named pipe that gives `bytes` once, written by a thread of its own.
final class TemporaryPipe {
  let path: String

  init(_ bytes: [UInt8]) {
    path = "/tmp/tessera-test-pipe-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    mkfifo(path, 0o600)
    let path = self.path
    Thread.detachNewThread {
      let descriptor = open(path, O_WRONLY)
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, min(9999, $0.count)) }
        if count <= 0 { break }
        rest = rest.dropFirst(count)
      }
      close(descriptor)
    }
  }

  deinit { unlink(path) }
}

/// Everything a file gives.
struct FileContent {
  var documents: [ReadDocument] = []
  var refused: [RefusedDocument] = []
  var warnings: [RefusedDocument] = []

  var keys: [String?] { documents.map(\.key) }
  var reasons: [String] { refused.map(\.reason) }

  init(path: String, schema: Schema = Schema(text: ["title": 1], key: "id")) throws(TesseraError) {
    let file = try DocumentFile(path: path)
    let reader = JSONDocumentReader(schema: schema)
    var fields = DocumentFields()
    while let batch = try file.nextBatch() {
      try batch.forEachDocument(
        reader: reader, fields: &fields,
        accept: { (fields) throws(TesseraError) in documents.append(ReadDocument(fields)) },
        refuse: { refused.append($0) }, warn: { warnings.append($0) })
    }
  }

  init(_ bytes: [UInt8]) throws(TesseraError) {
    let file = TemporaryFile(bytes)
    try self.init(path: file.path)
  }

  init(_ text: String) throws(TesseraError) { try self.init(Array(text.utf8)) }
}

/// Compresses with the system's own tools, so that the reader meets files it did not make.
func compress(_ bytes: [UInt8], as form: String) throws -> [UInt8] {
  let plain = TemporaryFile(bytes)
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [form == "gz" ? "gzip" : "zstd", "-q", "-c", plain.path]
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return Array(output)
}
