import Tessera
import TesseraPresentation
import TesseraServer

/// A request as it comes over the wire: what the server makes of it must be whole JSON with a fitting status. The head
/// is taken apart here as the library does it; the library itself has requests of the tests thrown at it.
enum HTTPInput {
  static func run(_ input: [UInt8]) throws(FuzzFinding) {
    guard let request = request(input) else { return }
    let response = service.answer(request)
    switch response.status {
    case .ok, .badRequest, .notFound, .methodNotAllowed, .tooLong, .misdirected, .unavailable: break
    case .failed: throw FuzzFinding("\(request) fails: \(String(decoding: response.body, as: UTF8.self))")
    }
    guard response.contentType == "application/json" else { return }
    do throws(TesseraError) {
      var fields = DocumentFields()
      try response.body.withUnsafeBufferPointer { body in
        Result { () throws(TesseraError) in try JSONDocumentReader(schema: Schema()).read(body, into: &fields)
        }
      }.get()
    } catch {
      throw FuzzFinding("\(request) is answered with what is no JSON: \(error)")
    }
  }

  private static let service: SearchService = {
    let source = try! SnapshotSource(folder: FuzzIndex.folder) { (_) throws(TesseraError) in
      FuzzIndex.shared.snapshot
    }
    return SearchService(source, limits: ServerLimits(), isLocal: true)
  }()

  /// The first line and the header `Host`; nil where that is no request.
  private static func request(_ bytes: [UInt8]) -> HTTPRequest? {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      $0.last == 0x0D ? $0.dropLast() : $0
    }
    let words = (lines.first ?? []).split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count >= 2 else { return nil }
    let target = words[1].split(separator: 0x3F, maxSplits: 1, omittingEmptySubsequences: false)
    var request = HTTPRequest(
      method: String(decoding: words[0], as: UTF8.self),
      path: text(unescaped(target.first ?? [], isForm: false)) ?? "")
    request.parameters = parameters(target.count > 1 ? target[1] : [])
    let name = Array("host:".utf8)
    for line in lines.dropFirst() where line.prefix(5).map({ $0 | 0x20 }) == name {
      request.host = String(decoding: line.dropFirst(5).drop { $0 == 0x20 }, as: UTF8.self)
    }
    return request
  }

  private static func parameters(_ query: ArraySlice<UInt8>) -> [HTTPRequest.Parameter]? {
    var parameters: [HTTPRequest.Parameter] = []
    for part in query.split(separator: 0x26) {
      let pair = part.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = text(unescaped(pair[0], isForm: true)),
        let value = text(pair.count > 1 ? unescaped(pair[1], isForm: true) : [])
      else { return nil }
      parameters.append(HTTPRequest.Parameter(name: name, value: value))
    }
    return parameters
  }

  private static func text(_ bytes: [UInt8]) -> String? { String(validating: bytes, as: UTF8.self) }

  private static func unescaped(_ bytes: ArraySlice<UInt8>, isForm: Bool) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == 0x25, let number = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
        rest.count > 1
      {
        result.append(number)
        rest = rest.dropFirst(2)
      } else {
        result.append(isForm && byte == 0x2B ? 0x20 : byte)
      }
    }
    return result
  }
}
