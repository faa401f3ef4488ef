import CPlatform

/// A growing row of plain values in memory of its own, for loops that must not pay for bounds, copies or counting.
///
/// The one owner frees it; nothing else keeps its pointer longer than a call.
struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity: Int

  init(capacity: Int = 16) {
    self.capacity = max(capacity, 1)
    base = Self.resized(nil, 0, to: self.capacity)
  }

  deinit { cplatform_free(base, byteCapacity) }

  /// - Precondition: `index` is below `count`.
  subscript(index: Int) -> Element {
    @inline(__always) get { base[index] }
    @inline(__always) nonmutating set { base[index] = newValue }
  }

  var elements: UnsafeBufferPointer<Element> {
    @inline(__always) get { UnsafeBufferPointer(start: base, count: count) }
  }

  /// Bytes it holds, used or not.
  var byteCapacity: Int { capacity * MemoryLayout<Element>.stride }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    base[count] = element
    count += 1
  }

  mutating func append(contentsOf elements: UnsafeBufferPointer<Element>) {
    if count + elements.count > capacity { grow(to: count + elements.count) }
    if let source = elements.baseAddress { (base + count).update(from: source, count: elements.count) }
    count += elements.count
  }

  mutating func append(repeating element: Element, count more: Int) {
    if count + more > capacity { grow(to: count + more) }
    (base + count).update(repeating: element, count: more)
    count += more
  }

  mutating func removeAll() { count = 0 }

  mutating func removeLast(_ number: Int) { count -= number }

  /// Makes room for `more` elements that the caller writes at `base + count`, and counts them in.
  @inline(__always)
  mutating func appendUninitialized(_ more: Int) -> UnsafeMutablePointer<Element> {
    if count + more > capacity { grow(to: count + more) }
    defer { count += more }
    return base + count
  }

  @inline(never)
  private mutating func grow(to least: Int) {
    let larger = max(least, capacity + capacity / 2 + 16)
    (base, capacity) = (Self.resized(base, capacity, to: larger), larger)
  }

  /// More room where the elements are, or elsewhere: pages of much memory are moved, not copied.
  private static func resized(
    _ old: UnsafeMutablePointer<Element>?, _ oldCapacity: Int, to capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    assert(MemoryLayout<Element>.alignment <= 16, "what the C library gives is aligned for no more")
    let size = MemoryLayout<Element>.stride
    guard let memory = cplatform_resize(old, oldCapacity * size, capacity * size) else {
      fatalError("there is no memory for \(capacity) elements")
    }
    return memory.bindMemory(to: Element.self, capacity: capacity)
  }
}
