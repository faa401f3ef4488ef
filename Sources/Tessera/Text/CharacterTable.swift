import Glibc
import Synchronization

/// The entry of every character, filled from ICU page by page as text asks for them, for the whole process.
///
/// A page never changes once it is published, so any number of threads read it; two that miss the same page at the
/// same time both fill it, and one copy is thrown away. ASCII is filled without ICU.
struct CharacterTable {
  private static let pageShift: UInt32 = 6
  private static let pageSize = 1 << Int(pageShift)
  private static let pageCount = 0x11_0000 / pageSize

  private typealias Page = UnsafePointer<CharacterEntry>
  private typealias Slot = Atomic<Page?>

  static let shared = CharacterTable()

  /// Never freed: there is one table.
  nonisolated(unsafe) private let slots: UnsafeMutablePointer<Slot>

  private init() {
    // Zeros are empty slots; and memory that comes as zeros is not touched before it is used.
    guard let zeros = calloc(Self.pageCount, MemoryLayout<Slot>.stride) else { fatalError("out of memory") }
    slots = zeros.assumingMemoryBound(to: Slot.self)
  }

  /// - Parameter scalar: at most U+10FFFF.
  @inline(__always)
  subscript(scalar: UInt32) -> CharacterEntry {
    let index = Int(scalar >> Self.pageShift)
    let offset = Int(scalar) & (Self.pageSize - 1)
    if let page = slots[index].load(ordering: .acquiring) { return page[offset] }
    return fill(index)[offset]
  }

  @inline(never)
  private func fill(_ index: Int) -> Page {
    let page = UnsafeMutablePointer<CharacterEntry>.allocate(capacity: Self.pageSize)
    CharacterEntry.initialize(page, from: UInt32(index) << Self.pageShift, count: Self.pageSize)
    let (isOurs, winner) = slots[index].compareExchange(
      expected: nil, desired: Page(page), ordering: .acquiringAndReleasing)
    if isOurs { return Page(page) }
    page.deallocate()
    return winner ?? Page(page)
  }
}
