import Glibc
import TestSupport

/// A connection to a server on this machine that sends bytes as they are, and reads answers.
final class PlainConnection {
  struct Answer: Equatable, Sendable {
    var status: Int
    var body: [UInt8]
  }

  private static let timeout = 20
  private let socket: Int32
  private var received: [UInt8] = []

  init(port: Int) throws {
    socket = try LoopbackSocket.connected(to: port, timeout: Self.timeout)
    var on: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  deinit { close(socket) }

  /// - Returns: whether all was taken; a server may close as soon as it has read enough.
  @discardableResult
  func send(_ bytes: some Collection<UInt8>) throws -> Bool {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        if errno == EAGAIN { throw Disagreement("the server does not read for \(Self.timeout) s") }
        return false
      }
      sent += count
    }
    return true
  }

  func endSending() { shutdown(socket, Int32(SHUT_WR)) }

  /// Makes closing forget what was not sent or read.
  func resetWhenClosed() {
    var forget = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &forget, socklen_t(MemoryLayout<linger>.size))
  }

  /// The next answer; nil where the server has closed the connection before it.
  func answer(toHead isHead: Bool = false) throws -> Answer? {
    let end = Array("\r\n\r\n".utf8)
    var searched = 0
    while true {
      if let place = received.indices.dropFirst(searched).first(where: { received[$0...].starts(with: end) })
      {
        let head = String(decoding: received[..<place], as: UTF8.self)
        received.removeFirst(place + end.count)
        guard head.hasPrefix("HTTP/1."), let status = Int(head.dropFirst(9).prefix(3)) else {
          throw Disagreement("no answer: \(head.prefix(200).debugDescription)")
        }
        let length = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        guard let count = Int(length?.filter(\.isNumber) ?? "0"), !isHead else {
          return Answer(status: status, body: [])
        }
        while received.count < count {
          guard try receive() else { throw Disagreement("an answer ends amid its body") }
        }
        defer { received.removeFirst(count) }
        return Answer(status: status, body: Array(received[..<count]))
      }
      searched = max(0, received.count - end.count)
      guard try receive() else {
        if received.isEmpty { return nil }
        throw Disagreement("an answer ends amid its head")
      }
    }
  }

  /// Reads whatever comes until the server closes, which it has to do in time.
  ///
  /// - Returns: what came.
  func drain() throws -> [UInt8] {
    while try receive() {}
    defer { received = [] }
    return received
  }

  /// More bytes; false at the end.
  private func receive() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &buffer, buffer.count, 0)
    if count < 0 && errno == EAGAIN { throw Disagreement("nothing from the server for \(Self.timeout) s") }
    // A reset is an end as well.
    guard count > 0 else { return false }
    received += buffer[..<count]
    return true
  }
}
