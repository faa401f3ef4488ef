/// As many of something as there are, each used in place, of a kind that cannot stand in an array.
struct OwnedRow<Element: ~Copyable>: ~Copyable {
  let base: UnsafeMutablePointer<Element>
  let count: Int

  init(count: Int, _ make: (Int) -> Element) {
    self.count = count
    base = .allocate(capacity: max(1, count))
    for index in 0..<count { (base + index).initialize(to: make(index)) }
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }
}
