import Foundation
import Tessera
import TestSupport
import Testing

@testable import TesseraServer

@Suite("The server on its port")
struct HTTPServerTests {
  private let served = try! ServedIndex()

  private func withServer(
    _ limits: ServerLimits = ServerLimits(), _ body: (PlainClient, SearchServer) throws -> Void
  ) throws {
    let server = try SearchServer(index: served.folder, port: 0, limits: limits)
    defer { server.stop() }
    try body(PlainClient(port: server.port), server)
  }

  @Test("parameters are unescaped, and every answer has the headers that bind a browser")
  func answers() throws {
    try withServer { client, _ in
      let answer = try client.get("/search?q=bl%61de+ru&limit=1&token=genre%3A%22film%20noir%22")
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.contains(#""value":"film noir""#))
      for target in ["/", "/search", "/nothing", "/search?q=%ff", "/page.js"] {
        let head = try client.get(target).components(separatedBy: "\r\n\r\n")[0]
        #expect(head.contains("\r\nContent-Security-Policy: default-src 'none'; script-src 'self'; "))
        #expect(!head.contains("unsafe"))
        #expect(head.contains("\r\nX-Content-Type-Options: nosniff"))
      }
      #expect(try client.get("/search?q=%ff").hasPrefix("HTTP/1.1 400 "))
      #expect(try client.get("/search?q=%00").hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test("a HEAD has the head of the GET and no body")
  func head() throws {
    try withServer { client, _ in
      let get = try client.get("/page.css").components(separatedBy: "\r\n\r\n")
      let head = try client.get("/page.css", method: "HEAD").components(separatedBy: "\r\n\r\n")
      #expect(head[1].isEmpty && !get[1].isEmpty)
      #expect(
        head[0].contains("\r\nContent-Length: \(get.dropFirst().joined(separator: "\r\n\r\n").utf8.count)"))
    }
  }

  @Test("one connection serves several requests, and nonsense ends it")
  func connections() throws {
    try withServer { client, _ in
      let twice = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
      let last = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      let three = try client.exchange(twice + twice + last)
      #expect(three.components(separatedBy: "HTTP/1.1 200 OK").count == 4)
      for nonsense in ["nonsense\r\n\r\n", "GET\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n"] {
        let answer = try client.exchange(nonsense, timeout: 1)
        #expect(!answer.contains(" 200 "))
      }
      let body = "POST /search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc"
      let posted = try client.exchange(body)
      #expect(posted.hasPrefix("HTTP/1.1 405 "))
      let huge = "GET /search?q=\(String(repeating: "a", count: 70_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n"
      let refused = try client.exchange(huge)
      #expect(refused.hasPrefix("HTTP/1.1 414 "))
      #expect(try client.get("/health").hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test(
    "no path leads to a file", arguments: ["/../manifest", "/%2e%2e/manifest", "/..%2fmanifest", "/manifest"])
  func paths(path: String) throws {
    try withServer { client, _ in
      let answer = try client.get(path)
      #expect(answer.hasPrefix("HTTP/1.1 404 "))
    }
  }

  @Test("an address that is taken, or none, is refused with the reason")
  func addresses() throws {
    try withServer { _, server in
      let taken = #expect(throws: TesseraError.self) {
        try SearchServer(index: served.folder, port: UInt16(server.port))
      }
      #expect(taken?.detail == "cannot listen at 127.0.0.1, port \(server.port): Address already in use")
      let name = #expect(throws: TesseraError.self) {
        try SearchServer(index: served.folder, host: "example.com", port: 0)
      }
      #expect(name?.detail == "cannot listen at example.com, port 0: this is no numeric address")
    }
    #expect(throws: TesseraError.self) { try SearchServer(index: served.folder + "/nowhere", port: 0) }
  }
}
