import CPlatform
import Synchronization

/// Bytes in memory of their own that are made when they are first asked for, and stay.
final class LazyBytes: Sendable {
  let count: Int
  /// Where they are; 0 until they are made.
  private let address = Atomic<UInt>(0)
  /// Held by the one thread that makes them.
  private let making = Guarded(())

  /// As behind a section: vector loads may overrun.
  private static let padding = 64
  private var byteCount: Int { count + Self.padding }

  init(count: Int) { self.count = count }

  deinit {
    if let made = UnsafeMutableRawPointer(bitPattern: address.load(ordering: .relaxed)) {
      cplatform_unmap(made, byteCount)
    }
  }

  /// The bytes, valid as long as the object lives; 64 more may be read behind them.
  ///
  /// - Parameter make: writes all of them, called at the first call alone. Other threads wait for it meanwhile; when it
  ///   throws, the next call is the first one again.
  @inline(__always)
  func bytes(
    _ make: (UnsafeMutablePointer<UInt8>) throws(TesseraError) -> Void
  ) throws(TesseraError) -> UnsafePointer<UInt8> {
    if let made = UnsafePointer<UInt8>(bitPattern: address.load(ordering: .acquiring)) { return made }
    return try made(make)
  }

  @inline(never)
  private func made(
    _ make: (UnsafeMutablePointer<UInt8>) throws(TesseraError) -> Void
  ) throws(TesseraError) -> UnsafePointer<UInt8> {
    try making.withLock { (_) throws(TesseraError) in
      // Another thread may have made them while this one waited.
      if address.load(ordering: .relaxed) == 0 {
        guard let memory = cplatform_map(byteCount) else {
          fatalError("there is no memory for \(count) bytes")
        }
        do throws(TesseraError) {
          try make(memory.bindMemory(to: UInt8.self, capacity: count))
        } catch {
          cplatform_unmap(memory, byteCount)
          throw error
        }
        address.store(UInt(bitPattern: memory), ordering: .releasing)
      }
    }
    return UnsafePointer(bitPattern: address.load(ordering: .acquiring)).unsafelyUnwrapped
  }
}
