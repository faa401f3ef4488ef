import Glibc

/// Writes a line to standard error.
package func say(_ message: String) {
  let line = message + "\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
}
