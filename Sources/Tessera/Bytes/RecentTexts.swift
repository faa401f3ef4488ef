/// Texts made of bytes on disk lately: the values of facets, most of which are shown again with the next letter.
///
/// Each has one place, given by its number, and takes it from the text that was there: so memory is bounded, and
/// nothing has to be looked for or put in order.
final class RecentTexts {
  private struct Entry {
    let owner: AnyObject
    let number: UInt32
    let text: String
  }

  private static let capacity = 512
  /// Longer ones are made each time.
  private static let longest = 256

  // Belongs to one search at a time, as its scratch memory does.
  @exclusivity(unchecked) private var entries: [Entry?] = []

  /// The text of a number of its owner, where it is still there.
  func text(_ number: UInt32, of owner: AnyObject) -> String? {
    let place = place(number, owner)
    guard place < entries.count, let entry = entries[place], entry.number == number, entry.owner === owner
    else { return nil }
    return entry.text
  }

  func keep(_ text: String, _ number: UInt32, of owner: AnyObject) {
    if text.utf8.count > Self.longest { return }
    if entries.isEmpty { entries = Array(repeating: nil, count: Self.capacity) }
    entries[place(number, owner)] = Entry(owner: owner, number: number, text: text)
  }

  private func place(_ number: UInt32, _ owner: AnyObject) -> Int {
    let owner = UInt64(UInt(bitPattern: ObjectIdentifier(owner)))
    // The upper bits of a product depend on all bits (Fibonacci hashing).
    return Int(truncatingIfNeeded: ((owner ^ UInt64(number)) &* 0x9E37_79B9_7F4A_7C15) >> 55)
  }
}
