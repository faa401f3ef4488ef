/// Byte strings met so far, each with a number in order of appearance: the dictionary of a segment in memory.
///
/// Open addressing over a power of two; a slot holds a hash and a number, the strings stand in one arena.
struct TermTable: ~Copyable {
  /// Upper half the hash, lower half the number plus one; 0 is empty.
  private var slots: Buffer<UInt64>
  private var mask: Int
  private var places: Buffer<ArenaPlace>
  private var arena: Buffer<UInt8>
  private let seed = UInt64.random(in: 0 ... .max)

  init(capacity: Int = 1024) {
    slots = Buffer(capacity: capacity)
    slots.append(repeating: 0, count: capacity)
    mask = capacity - 1
    places = Buffer(capacity: capacity / 2)
    arena = Buffer(capacity: capacity * 8)
  }

  var count: Int { places.count }
  var byteCapacity: Int { slots.byteCapacity + places.byteCapacity + arena.byteCapacity }
  /// Whether a string of `byteCount` bytes still has a place: offsets have 32 bits.
  func hasRoom(for byteCount: Int) -> Bool { arena.count + byteCount < UInt32.max }

  /// The bytes of a string.
  @inline(__always)
  subscript(number: Int) -> UnsafeBufferPointer<UInt8> {
    let place = places[number]
    return UnsafeBufferPointer(start: arena.base + Int(place.start), count: Int(place.count))
  }

  /// The number of a string, a new one where it was not met before.
  @inline(__always)
  mutating func number(of bytes: UnsafeBufferPointer<UInt8>) -> (number: Int, isNew: Bool) {
    let hash = TermHash.hash(bytes, seed: seed)
    var slot = Int(truncatingIfNeeded: hash) & mask
    let high = hash >> 32
    while true {
      let entry = slots[slot]
      if entry == 0 { return (insert(bytes, high: high, slot: slot), true) }
      if entry >> 32 == high {
        let number = Int(truncatingIfNeeded: entry & 0xffff_ffff) - 1
        if TermHash.areEqual(self[number], bytes) { return (number, false) }
      }
      slot = (slot + 1) & mask
    }
  }

  /// The number of a string; nil where it was not met.
  func find(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let hash = TermHash.hash(bytes, seed: seed)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let number = Int(truncatingIfNeeded: slots[slot] & 0xffff_ffff) - 1
      if slots[slot] >> 32 == hash >> 32, TermHash.areEqual(self[number], bytes) { return number }
      slot = (slot + 1) & mask
    }
    return nil
  }

  @inline(never)
  private mutating func insert(_ bytes: UnsafeBufferPointer<UInt8>, high: UInt64, slot: Int) -> Int {
    let number = places.count
    places.append(ArenaPlace(start: UInt32(arena.count), count: UInt32(bytes.count)))
    arena.append(contentsOf: bytes)
    slots[slot] = high << 32 | UInt64(number + 1)
    if 3 * places.count > 2 * slots.count { rehash() }
    return number
  }

  private mutating func rehash() {
    let size = slots.count * 2
    slots = Buffer(capacity: size)
    slots.append(repeating: 0, count: size)
    mask = size - 1
    for number in 0..<places.count {
      let hash = TermHash.hash(self[number], seed: seed)
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = (hash & ~0xffff_ffff) | UInt64(number + 1)
    }
  }

  /// All numbers in ascending order of their bytes.
  ///
  /// - Complexity: O(*n* log *n*) comparisons, most of them of the first eight bytes alone.
  func sortedNumbers() -> [UInt32] {
    var heads: [(head: UInt64, number: UInt32)] = []
    heads.reserveCapacity(count)
    for number in 0..<count { heads.append((TermBlock.key(self[number]), UInt32(number))) }
    heads.sort { left, right in
      if left.head != right.head { return left.head < right.head }
      return TermHash.precedes(self[Int(left.number)], self[Int(right.number)])
    }
    return heads.map(\.number)
  }
}

/// Where a string stands in an arena. (Not nested: the debug compiler of Swift 6.3 fails on private types in buffers.)
struct ArenaPlace {
  var start: UInt32
  var count: UInt32
}
