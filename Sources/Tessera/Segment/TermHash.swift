import Glibc

/// Hashing and comparing of short byte strings, without a call where eight bytes at a time will do.
enum TermHash {
  private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Multiply and fold, eight bytes at a time; the last ones overlap.
  ///
  /// - Parameter seed: unknown to whoever writes documents: of 16 bytes the last eight can be chosen so that they undo
  ///   what the first eight did, and a table of such strings would cost the square of their number.
  @inline(__always)
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
    hash(bytes, TermEnds(bytes), seed: seed)
  }

  /// The same where the ends are at hand.
  @inline(__always)
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>, _ ends: TermEnds, seed: UInt64) -> UInt64 {
    let count = bytes.count
    if count == 0 { return 0 }
    var hash = seed ^ UInt64(truncatingIfNeeded: count) &* multiplier
    if count > 8 {
      hash = mix(hash ^ ends.head)
      if count > 16 { hash = inner(bytes, hash) }
    }
    return mix(mix(hash ^ ends.tail))
  }

  /// Goes on with what stands between the first eight bytes and the last.
  @inline(__always)
  private static func inner(_ bytes: UnsafeBufferPointer<UInt8>, _ before: UInt64) -> UInt64 {
    var hash = before
    let raw = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
    var at = 8
    while at &+ 8 < bytes.count {
      hash = mix(hash ^ raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      at &+= 8
    }
    return hash
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: multiplier)
    return product.high ^ product.low
  }

  @inline(__always)
  static func areEqual(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    guard let a = left.baseAddress, let b = right.baseAddress else { return true }
    return memcmp(a, b, left.count) == 0
  }

  /// Whether `left` comes before `right` in byte order.
  static func precedes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let a = left.baseAddress, let b = right.baseAddress else { return left.count < right.count }
    let order = memcmp(a, b, min(left.count, right.count))
    return order == 0 ? left.count < right.count : order < 0
  }
}

/// The first eight bytes of a string and its last: with its length, all there is of one of up to sixteen.
struct TermEnds: BitwiseCopyable, Equatable {
  /// Fewer than eight bytes as one number, different for different bytes; then both are that.
  let head: UInt64
  let tail: UInt64

  @inline(__always)
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let count = bytes.count
    guard count > 0, let base = bytes.baseAddress else {
      (head, tail) = (0, 0)
      return
    }
    let raw = UnsafeRawPointer(base)
    if count >= 8 {
      head = raw.loadUnaligned(as: UInt64.self)
      tail = raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
    } else {
      head = Self.upToSeven(raw, count)
      tail = head
    }
  }

  @inline(__always)
  private static func upToSeven(_ raw: UnsafeRawPointer, _ count: Int) -> UInt64 {
    if count >= 4 {
      let low = raw.loadUnaligned(as: UInt32.self)
      let high = raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
      return UInt64(low) | UInt64(high) &<< 32
    }
    let first = raw.load(as: UInt8.self)
    let middle = raw.load(fromByteOffset: count &>> 1, as: UInt8.self)
    let last = raw.load(fromByteOffset: count &- 1, as: UInt8.self)
    return UInt64(first) | UInt64(middle) &<< 8 | UInt64(last) &<< 16
  }
}
