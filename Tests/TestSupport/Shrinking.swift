/// Leaves out elements for as long as `fails` still holds: halves first, then quarters, down to single ones.
package func shrunk<Element>(_ elements: [Element], while fails: ([Element]) -> Bool) -> [Element] {
  var kept = elements
  var stride = max(1, kept.count / 2)
  while true {
    var start = 0
    while start < kept.count {
      let shorter = Array(kept[..<start] + kept[min(start + stride, kept.count)...])
      if fails(shorter) { kept = shorter } else { start += stride }
    }
    if stride == 1 { return kept }
    stride /= 2
  }
}

extension TinyHistory {
  /// A smaller history for which `fails` still holds.
  package func shrunk(while fails: (TinyHistory) -> Bool) -> TinyHistory {
    var history = self
    func with(_ writes: [Write]) -> TinyHistory {
      var copy = self
      copy.writes = writes
      return copy
    }
    history.writes = TestSupport.shrunk(history.writes) { fails(with($0)) }
    for place in history.writes.indices {
      let smaller = history
      history.writes[place].changes = TestSupport.shrunk(history.writes[place].changes) { changes in
        var shorter = smaller
        shorter.writes[place].changes = changes
        return fails(shorter)
      }
    }
    return history
  }
}
