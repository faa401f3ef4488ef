import Glibc
import Tessera
import TestSupport

/// A request as bytes, and its answer when it is asked alone.
struct SocketRequest: Sendable {
  let bytes: [UInt8]
  let isHead: Bool
  let answer: PlainConnection.Answer

  /// A random one, asked once.
  init(using random: inout SeededGenerator, port: Int) throws {
    func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
    isHead = chance(8)
    var target = ["/search", "/search", "/search", "/suggest"].randomElement(using: &random)!
    if chance(4) {
      target = ["/", "/page.js", "/schema", "/health", "/nothing", "/../manifest", "/search?x=1"]
        .randomElement(using: &random)!
    } else {
      let words = TinyCorpus.ruledWords + TinyCorpus.genres + ["2024-0", "genre:", ""]
      var parameters = ["q=" + Self.escaped(words.randomElement(using: &random)!)]
      if chance(3) { parameters.append("token=" + Self.escaped("genre:Drama")) }
      if chance(3) { parameters.append("facets=genre,tag&values=\(Int.random(in: 0...100, using: &random))") }
      if chance(3) { parameters.append("highlight=true&suggestions=10") }
      if chance(3) { parameters.append("limit=\(Int.random(in: 0...100, using: &random))") }
      if chance(9) { parameters.append("sort=none") }
      target += "?" + parameters.joined(separator: "&")
    }
    let accept = chance(2) ? "Accept: application/json\r\n" : ""
    bytes = Array("\(isHead ? "HEAD" : "GET") \(target) HTTP/1.1\r\nHost: localhost:1\r\n\(accept)\r\n".utf8)
    let connection = try PlainConnection(port: port)
    try connection.send(bytes)
    guard let answer = try connection.answer(toHead: isHead) else {
      throw Disagreement("no answer to \(target)")
    }
    self.answer = answer
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain = byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || byte == UInt8(ascii: "-"))
      return isPlain ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

/// Opens one connection after the other, and does with each what a random number says.
struct SocketClient {
  let port: Int
  let requests: [SocketRequest]
  private var random: SeededGenerator
  private(set) var counts = SocketCounts()

  init(port: Int, requests: [SocketRequest], seed: Int) {
    (self.port, self.requests) = (port, requests)
    random = SeededGenerator(seed: seed)
  }

  mutating func connect() throws {
    let connection = try PlainConnection(port: port)
    counts.connections += 1
    let use = number(12)
    if use >= 5 { counts.misused += 1 }
    do { try perform(use, on: connection) } catch { throw Disagreement("use \(use): \(error)") }
  }

  private mutating func perform(_ use: Int, on connection: PlainConnection) throws {
    switch use {
    case 0, 1:
      for request in some(5) {
        try connection.send(request.bytes)
        try compare([request], connection)
      }
    case 2:
      let glued = some(20)
      try connection.send(glued.flatMap(\.bytes))
      try compare(glued, connection)
    case 3:
      let glued = some(3)
      for piece in pieces(of: glued.flatMap(\.bytes)) {
        try connection.send(piece)
        usleep(UInt32(number(2_000)))
      }
      try compare(glued, connection)
    case 4: try beside(connection)
    case 5: try end(connection, behind: cut(some(3).flatMap(\.bytes)))
    case 6, 7: try end(connection, behind: changed(some(3).flatMap(\.bytes)))
    case 8: try end(connection, behind: (0..<number(2_000)).map { _ in UInt8(number(256)) })
    case 9:
      // No head that the server keeps is as long.
      let long = [UInt8](repeating: UInt8(ascii: "a"), count: 40_000 + number(200_000))
      try end(connection, behind: Array((number(2) == 0 ? "GET /" : "GET / HTTP/1.1\r\nX: ").utf8) + long)
    case 10:
      connection.resetWhenClosed()
      try connection.send(cut(some(10).flatMap(\.bytes)))
    default:
      // Answers that nobody reads.
      try connection.send(some(40).flatMap(\.bytes))
    }
  }

  // MARK: Good use

  /// Each answer is the one that the request has alone.
  private mutating func compare(_ requests: [SocketRequest], _ connection: PlainConnection) throws {
    for request in requests {
      let answer = try connection.answer(toHead: request.isHead)
      guard answer == request.answer else {
        throw Disagreement(
          "\(String(decoding: request.bytes, as: UTF8.self).debugDescription): status "
            + "\(answer?.status ?? 0) with \(answer?.body.count ?? 0) bytes, alone \(request.answer.status) with "
            + "\(request.answer.body.count)")
      }
      counts.compared += 1
    }
  }

  /// Some connections wait amid their heads, and are answered when these are whole.
  private mutating func beside(_ connection: PlainConnection) throws {
    let requests = some(8)
    let cuts = requests.map { 1 + number($0.bytes.count - 1) }
    let others = try requests.map { _ in try PlainConnection(port: port) }
    counts.connections += others.count
    for (place, other) in others.enumerated() { try other.send(requests[place].bytes.prefix(cuts[place])) }
    let request = some(1)
    try connection.send(request[0].bytes)
    try compare(request, connection)
    for (place, other) in others.enumerated() {
      try other.send(requests[place].bytes.dropFirst(cuts[place]))
      try compare([requests[place]], other)
    }
  }

  // MARK: Misuse

  /// The connection ends at once, or the server ends it, whatever it makes of what it has read; nothing but answers comes
  /// until then.
  private mutating func end(_ connection: PlainConnection, behind bytes: [UInt8]) throws {
    try connection.send(bytes)
    if number(3) == 0 { return }
    // An end that comes with the bytes before it may not be noticed; the server then waits as for an idle client.
    usleep(3_000)
    connection.endSending()
    let received = try connection.drain()
    guard received.isEmpty || received.starts(with: Array("HTTP/1.".utf8)) else {
      let start = String(decoding: received.prefix(200), as: UTF8.self)
      throw Disagreement("no answer: \(start.debugDescription)")
    }
  }

  private mutating func cut(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.prefix(number(bytes.count))) }

  private mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...number(8) {
      let place = number(bytes.count)
      switch number(3) {
      case 0: bytes[place] ^= 1 << UInt8(number(8))
      case 1: bytes[place] = UInt8(number(256))
      default: bytes.insert(UInt8(number(256)), at: place)
      }
    }
    return bytes
  }

  // MARK: Chance

  private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<max(1, count), using: &random) }

  private mutating func some(_ most: Int) -> [SocketRequest] {
    (0...number(most)).map { _ in requests[number(requests.count)] }
  }

  private mutating func pieces(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + 1 + number(60))
      pieces.append(bytes[start..<end])
      start = end
    }
    return pieces
  }
}
