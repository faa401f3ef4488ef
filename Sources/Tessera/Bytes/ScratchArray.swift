/// A few values in scratch memory, at most as many as were announced; copies share them.
struct ScratchArray<Element: BitwiseCopyable>: BitwiseCopyable, RandomAccessCollection {
  private let base: UnsafeMutablePointer<Element>
  private let capacity: Int
  private(set) var count = 0

  init(capacity: Int, scratch: ScratchMemory) {
    self.capacity = capacity
    base = scratch.allocate(Element.self, capacity)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }
  var isEmpty: Bool { count == 0 }

  /// In place. No buffer pointer, since Swift 6.3 does not compile calls through its subscript for the thread sanitizer.
  subscript(index: Int) -> Element {
    unsafeAddress {
      assert(index >= 0 && index < count)
      return UnsafePointer(base + index)
    }
    nonmutating unsafeMutableAddress {
      assert(index >= 0 && index < count)
      return base + index
    }
  }

  mutating func append(_ element: Element) {
    precondition(count < capacity, "there are no more than were announced")
    base[count] = element
    count += 1
  }

  mutating func append(_ elements: ScratchArray) {
    for index in 0..<elements.count { append(elements[index]) }
  }
}
