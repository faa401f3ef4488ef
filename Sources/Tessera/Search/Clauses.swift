/// The lists of a query in one segment, in scratch memory, changed in place.
///
/// No buffer pointer, since Swift 6.3 does not compile calls through its subscript for the thread sanitizer.
struct Clauses: RandomAccessCollection {
  private let base: UnsafeMutablePointer<Clause>
  let count: Int
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  init(count: Int, scratch: ScratchMemory, _ clause: (Int) -> Clause) {
    base = scratch.allocate(Clause.self, count)
    self.count = count
    for index in 0..<count { (base + index).initialize(to: clause(index)) }
  }

  subscript(index: Int) -> Clause {
    unsafeAddress { UnsafePointer(base + index) }
    nonmutating unsafeMutableAddress { base + index }
  }

  /// Whether a list's bytes contradicted each other.
  var areDamaged: Bool {
    for index in 0..<count where self[index].probe.isDamaged { return true }
    return false
  }
}
