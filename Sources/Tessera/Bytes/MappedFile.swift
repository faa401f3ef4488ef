import Glibc

/// The bytes of a file, mapped for reading and unmapped when the last reader lets go.
///
/// A file that is unlinked or replaced meanwhile stays readable. One that somebody else cuts short while it is
/// mapped ends the process (SIGBUS); Tessera never changes a file once it has its name.
package final class MappedFile: Sendable {
  /// The name in error messages.
  package let path: String
  nonisolated(unsafe) package let base: UnsafeRawPointer
  /// In bytes.
  package let count: Int
  private let isMapped: Bool

  /// Takes over a mapping made by `mmap`.
  init(path: String, mapping: UnsafeRawPointer, count: Int) {
    self.path = path
    self.base = mapping
    self.count = count
    self.isMapped = true
  }

  /// A copy of `bytes` in memory in place of a file, with 64 readable bytes behind them.
  package init(path: String, copying bytes: UnsafeRawBufferPointer) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes.count + 64, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes.count + 64)
    if let source = bytes.baseAddress { memory.copyMemory(from: source, byteCount: bytes.count) }
    self.path = path
    self.base = UnsafeRawPointer(memory)
    self.count = bytes.count
    self.isMapped = false
  }

  deinit {
    if isMapped {
      munmap(UnsafeMutableRawPointer(mutating: base), count)
    } else {
      base.deallocate()
    }
  }

  /// Valid as long as the file object is held: by a variable, not by an expression alone.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// A copy of all the bytes.
  package func copied() -> [UInt8] {
    withExtendedLifetime(self) { [UInt8](bytes) }
  }
}
