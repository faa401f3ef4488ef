import Foundation
import Tessera
import TesseraPresentation
import TestSupport

@testable import TesseraServer

/// An index of a few documents in a folder of its own.
struct ServedIndex {
  static let schema = Schema(
    text: ["title": 4, "plot": 1], facets: ["genre", "a,b"], numbers: ["year"], key: "id")
  private let scratch: TemporaryDirectory
  let folder: String
  let index: SearchIndex

  init() throws {
    scratch = try TemporaryDirectory()
    folder = scratch.path + "/index"
    index = try SearchIndex.create(at: folder, schema: Self.schema)
    try add(
      #"{"id":"m1","title":"The Ruby Blade","plot":"A <b>knife</b> & a fork","genre":"Comedy","year":1997}"#)
    try add(#"{"id":"m2","title":"Blade of Ruin","genre":["Drama","Film Noir"],"a,b":"x","year":1950}"#)
    try add(#"{"id":"m3","title":"Ruins \u0000\u001b</script>","genre":"Drama","year":1960}"#)
  }

  func add(_ json: String) throws {
    try index.write { writer in try writer.add(json: json) }
  }

  func service(limits: ServerLimits = ServerLimits(), isLocal: Bool = true) throws -> SearchService {
    SearchService(try SnapshotSource(folder: folder), limits: limits, isLocal: isLocal)
  }
}

extension SearchService {
  /// The answer to a path, with parameters given as name and value in turn.
  func get(_ path: String, _ parameters: [(String, String)] = []) -> HTTPResponse {
    answer(
      HTTPRequest(
        path: path, parameters: parameters.map { HTTPRequest.Parameter(name: $0.0, value: $0.1) },
        host: "localhost:8080"))
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }

  var json: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:]
  }

  var detail: String { (json["error"] as? [String: Any])?["detail"] as? String ?? "" }

  var ids: [String] { (json["hits"] as? [[String: Any]])?.compactMap { $0["id"] as? String } ?? [] }
}

/// A client that sends bytes as they are.
struct PlainClient {
  let port: Int

  /// Sends, and reads until the server closes or says nothing for a while.
  func exchange(_ request: String, timeout: Int = 5) throws -> String {
    let socket = try LoopbackSocket.connected(to: port, timeout: timeout)
    defer { close(socket) }
    let bytes = Array(request.utf8)
    _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }

  /// The whole answer to a GET, with its head.
  func get(_ target: String, method: String = "GET", host: String = "localhost") throws -> String {
    try exchange("\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
  }
}
