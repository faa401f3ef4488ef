import Glibc

/// Standard error, for messages to the person: written at once, and never a reason to fail.
package enum Messages {
  /// A message that says who speaks.
  package static func print(_ text: String) {
    write("tessera: \(text)\n")
  }

  package static func write(_ text: String) {
    var text = text
    _ = text.withUTF8 { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
