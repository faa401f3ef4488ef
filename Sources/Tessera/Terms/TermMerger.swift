import Glibc

/// Goes through the terms of several dictionaries at once: each distinct term with all who have it, in order.
///
/// A heap of the dictionaries by their next terms. No allocation a term.
struct TermMerger: ~Copyable {
  /// A dictionary, by its place in the list of them, and what it knows of the current term.
  typealias Match = (source: Int, entry: TermEntry)

  private let sourceCount: Int
  private let cursors: UnsafeMutablePointer<TermCursor>
  /// The sources that have a term left and none of the current, as a heap; and their terms' first bytes.
  private let heap: UnsafeMutablePointer<(key: UInt64, source: Int)>
  private var heapCount = 0
  private let found: UnsafeMutablePointer<Match>
  private var foundCount = 0

  init(_ dictionaries: [TermDictionary]) {
    sourceCount = dictionaries.count
    cursors = .allocate(capacity: max(1, sourceCount))
    heap = .allocate(capacity: max(1, sourceCount))
    found = .allocate(capacity: max(1, sourceCount))
    for (source, dictionary) in dictionaries.enumerated() {
      (cursors + source).initialize(to: dictionary.cursor())
      // As if all had the term before the first, so that the first `next` asks them for one.
      (found + source).initialize(
        to: (source, TermEntry(number: 0, documentCount: 0, offset: 0, byteCount: 0)))
    }
    foundCount = sourceCount
  }

  deinit {
    cursors.deinitialize(count: sourceCount)
    cursors.deallocate()
    heap.deallocate()
    found.deallocate()
  }

  /// The current term; valid until the merger moves.
  var term: UnsafeBufferPointer<UInt8> { cursors[found[0].source].term }

  /// Who has the current term, in the order of the sources; valid until the merger moves.
  var matches: UnsafeBufferPointer<Match> { UnsafeBufferPointer(start: found, count: foundCount) }

  /// Moves to the next distinct term; false when there is none.
  mutating func next() throws(TesseraError) -> Bool {
    for place in 0..<foundCount {
      let source = found[place].source
      // By `pointee`: Swift 6.3 does not compile the subscript here for the thread sanitizer.
      if try (cursors + source).pointee.next() { push(source) }
    }
    foundCount = 0
    guard heapCount > 0 else { return false }
    takeTop()
    let key = heap[heapCount].key
    // Equal terms come in the order of their sources, as the heap puts them.
    while heapCount > 0, heap[0].key == key, Self.compare(cursors[heap[0].source].term, term) == 0 {
      takeTop()
    }
    return true
  }

  /// Moves the heap's first to the end of the found; its key is left behind the heap.
  private mutating func takeTop() {
    let top = heap[0]
    (found + foundCount).initialize(to: (top.source, cursors[top.source].entry))
    foundCount += 1
    heapCount -= 1
    heap[0] = heap[heapCount]
    heap[heapCount] = top
    sink()
  }

  private mutating func push(_ source: Int) {
    let new = (key: TermBlock.key(cursors[source].term), source: source)
    var place = heapCount
    heapCount += 1
    while place > 0, isBefore(new, heap[(place - 1) >> 1]) {
      heap[place] = heap[(place - 1) >> 1]
      place = (place - 1) >> 1
    }
    heap[place] = new
  }

  private func sink() {
    var place = 0
    while true {
      var child = 2 * place + 1
      guard child < heapCount else { return }
      if child + 1 < heapCount, isBefore(heap[child + 1], heap[child]) { child += 1 }
      guard isBefore(heap[child], heap[place]) else { return }
      (heap[place], heap[child]) = (heap[child], heap[place])
      place = child
    }
  }

  @inline(__always)
  private func isBefore(_ left: (key: UInt64, source: Int), _ right: (key: UInt64, source: Int)) -> Bool {
    if left.key != right.key { return left.key < right.key }
    let order = Self.compare(cursors[left.source].term, cursors[right.source].term)
    return order != 0 ? order < 0 : left.source < right.source
  }

  private static func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int
  {
    let limit = min(left.count, right.count)
    let order = limit == 0 ? 0 : memcmp(left.baseAddress!, right.baseAddress!, limit)
    return order != 0 ? Int(order) : left.count - right.count
  }
}
