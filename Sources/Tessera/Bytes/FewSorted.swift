extension UnsafeMutablePointer where Pointee: BitwiseCopyable & Comparable {
  /// Sorts a few values: each is put where it belongs among those before it.
  ///
  /// - Complexity: O(*n*²); next to nothing where they are few or nearly in order.
  @inline(__always)
  func sortFew(_ count: Int) {
    for index in 0..<count {
      let value = self[index]
      var place = index
      while place > 0, self[place - 1] > value {
        self[place] = self[place - 1]
        place -= 1
      }
      self[place] = value
    }
  }
}
