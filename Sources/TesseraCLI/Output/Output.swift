import Glibc

/// Standard output, for data: collected and written in large pieces.
///
/// Printing never throws: the first failure sticks, what follows is dropped, and `finish` tells it.
final class Output {
  enum Failure: Error, Hashable {
    /// Whoever read the output has gone, as `head` does.
    case readerGone
    case system(Int32)
  }

  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private static let capacity = 64 << 10
  private(set) var failure: Failure?

  init(descriptor: Int32 = STDOUT_FILENO) {
    self.descriptor = descriptor
    bytes.reserveCapacity(Self.capacity)
  }

  var isTerminal: Bool { Terminal.isTerminal(descriptor) }

  /// Prints the text and ends the line.
  func print(_ text: String = "") {
    write(text)
    write("\n")
  }

  func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.capacity { flush() }
  }

  func write(_ more: [UInt8]) {
    bytes.append(contentsOf: more)
    if bytes.count >= Self.capacity { flush() }
  }

  /// Writes everything there is.
  func finish() -> Failure? {
    flush()
    return failure
  }

  func flush() {
    defer { bytes.removeAll(keepingCapacity: true) }
    guard failure == nil else { return }
    bytes.withUnsafeBytes { all in
      var rest = all[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR {
          failure = errno == EPIPE ? .readerGone : .system(errno)
          return
        }
      }
    }
  }
}
