import Glibc
import Tessera
import TestSupport
import TesseraServer

/// A server in a process of its own, and clients that use it well and badly on real connections: requests alone, one after
/// the other, glued together, in small pieces, cut, changed, reset, never read; nonsense, endless heads, many connections at
/// once.
///
/// Good requests among them have the answers that they have alone. After each round the server answers, and has as many
/// descriptors as at first; memory is sampled then.
package struct SocketRun {
  package var seed: Int
  /// How long it goes on, in seconds; nil for as many rounds as are asked for.
  package var seconds: Double?
  package var rounds: Int
  /// Of each thread, in a round.
  package var connections = 250
  private static let threads = 4
  /// More than the server takes.
  private static let crowd = 400

  package init(seed: Int, seconds: Double? = nil, rounds: Int = .max) {
    (self.seed, self.seconds, self.rounds) = (seed, seconds, rounds)
  }

  package func run(in folder: String, report: (String) -> Void) throws {
    var random = SeededGenerator(seed: seed)
    let script = LifeScript(seed: seed, words: .ruled, keyCount: 300)
    let index = try SearchIndex.create(at: folder + "/served", schema: script.corpus.schema)
    try index.write { writer in
      for _ in 0..<300 { try writer.add(json: script.corpus.document(using: &random).json) }
    }
    let server = try ChildProcess(SafetyProgram.path, ["serve", folder + "/served"])
    guard let port = server.line().flatMap(Int.init) else { throw Disagreement("the server does not start") }
    let first = try Usage(folder: folder + "/served", process: "\(server.number)")
    let requests = try (0..<80).map { _ in try SocketRequest(using: &random, port: port) }
    var (growth, counts, round) = (Growth(least: 20), SocketCounts(), 0)
    let clock = Stopwatch()
    while round < rounds, clock.seconds < seconds ?? .infinity {
      let all = Guarded(SocketCounts())
      let (number, connections) = (round, connections)
      try Crew.run(Self.threads) { thread, stop in
        var client = SocketClient(
          port: port, requests: requests, seed: seed &+ 1000 &* number &+ thread &+ 1)
        for connection in 0..<connections where !stop.isSet {
          do { try client.connect() } catch {
            throw Disagreement(
              "seed \(seed), round \(number), thread \(thread), connection \(connection): \(error)")
          }
        }
        all.withLock { [client] in $0 = $0 + client.counts }
      }
      counts = counts + all.withLock { $0 }
      try flood(port, requests[0])
      counts.connections += Self.crowd
      growth.add(try settled(server, folder, port, atMost: first.files))
      round += 1
    }
    try growth.check()
    server.interrupt()
    let status = server.wait()
    guard status == 0 else { throw Disagreement("seed \(seed): the server ended with \(status)") }
    report("figure: sockets, seed \(seed), \(Int(clock.seconds)) s: \(counts)")
    for line in growth.figures.prefix(2) { report("figure: \(line)") }
  }

  /// More connections at once than the server takes, each with the beginning of a request.
  private func flood(_ port: Int, _ request: SocketRequest) throws {
    var all: [PlainConnection] = []
    for _ in 0..<Self.crowd {
      let connection = try PlainConnection(port: port)
      try connection.send(request.bytes.dropLast(3))
      all.append(connection)
    }
  }

  /// What the server has when all connections are over.
  ///
  /// - Parameter files: how many descriptors it had at first; they are waited for.
  private func settled(
    _ server: ChildProcess, _ folder: String, _ port: Int, atMost files: Int
  ) throws -> Usage {
    let clock = Stopwatch()
    while true {
      // It closes a connection when it hears of the end, so that its own count is not at once what it will be.
      usleep(20_000)
      do {
        let connection = try PlainConnection(port: port)
        try connection.send(
          Array("GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
        guard try connection.answer()?.status == 200 else {
          if clock.seconds < 20 { continue }
          throw Disagreement("seed \(seed): no answer from /health")
        }
      }
      usleep(5_000)
      let usage = try Usage(folder: folder + "/served", process: "\(server.number)")
      if usage.files <= files { return usage }
      if clock.seconds > 20 {
        throw Disagreement("seed \(seed): \(usage.files) descriptors, at first \(files)")
      }
    }
  }
}

/// The server of a run, in a process that prints its port and ends when it is asked to.
package enum ServerRole {
  package static func run(folder: String) throws {
    let signals = StopSignals()
    var limits = ServerLimits()
    // Slow machines and sanitizers are no reason for another answer.
    limits.milliseconds = 60_000
    // Connections whose end was missed are over at the end of a round.
    limits.idleSeconds = 3
    let server = try SearchServer(index: folder, port: 0, limits: limits)
    print(server.port)
    fflush(nil)
    while !signals.wait(milliseconds: 1_000) {}
    server.stop()
  }
}

/// What clients did.
struct SocketCounts: CustomStringConvertible, Sendable {
  var connections = 0
  /// Answers that were held against those found alone.
  var compared = 0
  /// Connections that were misused.
  var misused = 0

  static func + (left: Self, right: Self) -> Self {
    SocketCounts(
      connections: left.connections + right.connections, compared: left.compared + right.compared,
      misused: left.misused + right.misused)
  }

  var description: String {
    "\(connections) connections, \(misused) of them misused; \(compared) answers compared with those found alone"
  }
}
