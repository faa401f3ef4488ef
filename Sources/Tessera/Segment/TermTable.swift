import CVector

/// Byte strings met so far, each with a number in order of appearance: the dictionary of a segment in memory.
///
/// Open addressing over a power of two; a slot holds a hash and a number. The strings stand in one arena, and all that
/// most lookups need of a string besides in a record of its own: so they touch two lines of memory.
struct TermTable: ~Copyable {
  /// Upper half the hash, lower half the number plus one; 0 is empty.
  private var slots: Buffer<UInt64>
  private var mask: Int
  private var records: Buffer<TermRecord>
  private var arena: Buffer<UInt8>
  private let seed = UInt64.random(in: 0 ... .max)

  init(capacity: Int = 1024) {
    slots = Buffer(capacity: capacity)
    slots.append(repeating: 0, count: capacity)
    mask = capacity - 1
    records = Buffer(capacity: capacity / 2)
    arena = Buffer(capacity: capacity * 8)
  }

  var count: Int { records.count }
  var byteCapacity: Int { slots.byteCapacity + records.byteCapacity + arena.byteCapacity }
  /// Whether a string of `byteCount` bytes still has a place: offsets have 32 bits.
  func hasRoom(for byteCount: Int) -> Bool { arena.count + byteCount < UInt32.max }

  /// The bytes of a string.
  @inline(__always)
  subscript(number: Int) -> UnsafeBufferPointer<UInt8> {
    let record = records.base + number
    return UnsafeBufferPointer(
      start: arena.base + Int(record.pointee.start), count: Int(record.pointee.count))
  }

  /// What is kept of a string, of which whoever keeps the table changes its use. Valid until the next new string.
  @inline(__always)
  func record(of number: Int) -> UnsafeMutablePointer<TermRecord> { records.base + number }

  /// Asks for records and bytes of strings that come soon, when those at `place` of some numbers in any order are needed.
  @inline(__always)
  func lookAhead(_ numbers: UnsafeBufferPointer<UInt32>, from place: Int) {
    if place &+ 16 < numbers.count { cvector_prefetch(records.base + Int(numbers[place &+ 16])) }
    if place &+ 8 < numbers.count {
      cvector_prefetch(arena.base + Int(records.base[Int(numbers[place &+ 8])].start))
    }
  }

  /// In how many documents (or other things) a string was met.
  @inline(__always)
  func documentCount(of number: Int) -> Int { Int(records.base[number].use.documentCount) }

  /// What finds a string, whose slot is asked for from memory.
  ///
  /// Where several strings are looked up, waiting for memory is most of it: so first the keys of all are made, then the
  /// records of all are asked for, and then they are looked up.
  @inline(__always)
  func key(of bytes: UnsafeBufferPointer<UInt8>) -> TermKey {
    let ends = TermEnds(bytes)
    let key = TermKey(hash: TermHash.hash(bytes, ends, seed: seed), ends: ends)
    cvector_prefetch(slots.base + (Int(truncatingIfNeeded: key.hash) & mask))
    return key
  }

  /// Asks for the record of a string, which most likely is that of its slot.
  @inline(__always)
  func expect(_ key: TermKey) {
    let entry = slots[Int(truncatingIfNeeded: key.hash) & mask]
    cvector_prefetch(records.base + (Int(truncatingIfNeeded: entry & 0xffff_ffff) &- 1))
  }

  /// The number of a string, a new one where it was not met before.
  @inline(__always)
  mutating func number(of bytes: UnsafeBufferPointer<UInt8>) -> (number: Int, isNew: Bool) {
    let ends = TermEnds(bytes)
    return number(of: bytes, TermKey(hash: TermHash.hash(bytes, ends, seed: seed), ends: ends))
  }

  /// The same where its key is at hand.
  @inline(__always)
  mutating func number(of bytes: UnsafeBufferPointer<UInt8>, _ key: TermKey) -> (number: Int, isNew: Bool) {
    let (hash, ends) = (key.hash, key.ends)
    var slot = Int(truncatingIfNeeded: hash) & mask
    let high = hash &>> 32
    while true {
      let entry = slots[slot]
      if entry == 0 { return (insert(bytes, ends, high: high, slot: slot), true) }
      if entry &>> 32 == high {
        let number = Int(truncatingIfNeeded: entry & 0xffff_ffff) &- 1
        if isEqual(number, bytes, ends) { return (number, false) }
      }
      slot = (slot &+ 1) & mask
    }
  }

  @inline(__always)
  private func isEqual(_ number: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ ends: TermEnds) -> Bool {
    let record = records.base + number
    guard record.pointee.ends == ends, Int(record.pointee.count) == bytes.count else { return false }
    return bytes.count <= 16 || TermHash.areEqual(self[number], bytes)
  }

  /// The number of a string; nil where it was not met.
  func find(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let ends = TermEnds(bytes)
    let hash = TermHash.hash(bytes, ends, seed: seed)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let number = Int(truncatingIfNeeded: slots[slot] & 0xffff_ffff) - 1
      if slots[slot] >> 32 == hash >> 32, isEqual(number, bytes, ends) { return number }
      slot = (slot + 1) & mask
    }
    return nil
  }

  @inline(never)
  private mutating func insert(
    _ bytes: UnsafeBufferPointer<UInt8>, _ ends: TermEnds, high: UInt64, slot: Int
  ) -> Int {
    let number = records.count
    records.append(
      TermRecord(use: TermUse(), start: UInt32(arena.count), count: UInt32(bytes.count), ends: ends))
    arena.append(contentsOf: bytes)
    slots[slot] = high << 32 | UInt64(number + 1)
    if 3 * records.count > 2 * slots.count { rehash() }
    return number
  }

  private mutating func rehash() {
    let size = slots.count * 2
    slots = Buffer(capacity: size)
    slots.append(repeating: 0, count: size)
    mask = size - 1
    for number in 0..<records.count {
      let hash = TermHash.hash(self[number], records[number].ends, seed: seed)
      var slot = Int(truncatingIfNeeded: hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = (hash & ~0xffff_ffff) | UInt64(number + 1)
    }
  }

  /// All numbers in ascending order of their bytes.
  ///
  /// - Complexity: O(*n*), and for strings with the same first eight bytes O(log) of their number in comparisons for each.
  func sortedNumbers() -> [UInt32] {
    var heads = Buffer<TermHead>(capacity: count)
    for number in 0..<count {
      heads.append(TermHead(key: TermBlock.key(self[number]), number: UInt32(number)))
    }
    TermHead.sortByKey(&heads)
    var start = 0
    while start < heads.count {
      var end = start + 1
      while end < heads.count, heads[end].key == heads[start].key { end += 1 }
      if end - start > 1 {
        var same = UnsafeMutableBufferPointer(start: heads.base + start, count: end - start)
        same.sort { TermHash.precedes(self[Int($0.number)], self[Int($1.number)]) }
      }
      start = end
    }
    return heads.elements.map(\.number)
  }
}

/// The first eight bytes of a string, which sort as it does among others.
struct TermHead: BitwiseCopyable {
  var key: UInt64
  var number: UInt32

  private static let digitBits: UInt64 = 11
  /// Fewer are sorted by comparisons.
  private static let few = 256

  /// Sorts by the digits of the keys, the lowest first (radix sort); equal keys stay as they are.
  static func sortByKey(_ heads: inout Buffer<TermHead>) {
    if heads.count < few {
      var all = UnsafeMutableBufferPointer(start: heads.base, count: heads.count)
      return all.sort { ($0.key, $0.number) < ($1.key, $1.number) }
    }
    var target = Buffer<TermHead>(capacity: heads.count)
    _ = target.appendUninitialized(heads.count)
    var places = Buffer<UInt32>(capacity: 1 << digitBits)
    places.append(repeating: 0, count: 1 << digitBits)
    for shift in stride(from: 0 as UInt64, to: 64, by: UInt64.Stride(digitBits)) {
      if distribute(heads, to: target, places, by: shift) { swap(&heads, &target) }
    }
  }

  /// Puts them in the order of a digit, those with the same one as they were; false where all have the same.
  private static func distribute(
    _ heads: borrowing Buffer<TermHead>, to target: borrowing Buffer<TermHead>,
    _ places: borrowing Buffer<UInt32>, by shift: UInt64
  ) -> Bool {
    let mask: UInt64 = 1 << digitBits - 1
    let (from, to, places, count) = (heads.base, target.base, places.base, heads.count)
    places.update(repeating: 0, count: Int(mask) + 1)
    for index in 0..<count { places[Int(truncatingIfNeeded: from[index].key &>> shift & mask)] &+= 1 }
    if places[Int(truncatingIfNeeded: from[0].key &>> shift & mask)] == count { return false }
    var start: UInt32 = 0
    for digit in 0...Int(mask) { (places[digit], start) = (start, start + places[digit]) }
    for index in 0..<count {
      let digit = Int(truncatingIfNeeded: from[index].key &>> shift & mask)
      to[Int(places[digit])] = from[index]
      places[digit] &+= 1
    }
    return true
  }
}

/// What finds a string in a table.
struct TermKey: BitwiseCopyable {
  var hash: UInt64
  var ends: TermEnds
}

/// In how many documents a string of a table was met, and where last.
struct TermUse: BitwiseCopyable {
  private(set) var documentCount: UInt32 = 0
  private(set) var lastPlace: UInt32 = 0

  /// Whether it was met in the open document, which began at a place.
  @inline(__always)
  func isSince(_ start: UInt32) -> Bool { documentCount > 0 && lastPlace >= start }

  /// Counts a document that has it, at a place.
  @inline(__always)
  mutating func count(at place: UInt32) {
    documentCount &+= 1
    lastPlace = place
  }
}

/// What is kept of a string. (Not nested: the debug compiler of Swift 6.3 fails on private types in buffers.)
struct TermRecord: BitwiseCopyable {
  var use: TermUse
  /// Where it stands in the arena.
  var start: UInt32
  var count: UInt32
  var ends: TermEnds
}
