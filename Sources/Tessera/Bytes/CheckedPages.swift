import CPlatform
import Glibc

/// The pages of a mapped file, each compared with its checksum the first time it is touched.
///
/// Any number of threads may check at once: two that meet at one page do the same work twice, no more.
final class CheckedPages: Sendable {
  /// A page is 64 KiB: some 5 us to check, and 8 bytes of checksum are 0.01 % of it.
  static let pageShift = 16
  static let pageSize = 1 << pageShift

  let file: MappedFile
  /// The pages cover the bytes before this place in the file, where their checksums begin: 8 bytes each.
  let end: Int
  let pageCount: Int
  /// The checksum of each page of checksums; checked by whoever hands them in.
  private let roots: [UInt64]
  /// A byte for each page, 1 once it is known to be good.
  nonisolated(unsafe) let flags: UnsafeMutablePointer<UInt8>
  private nonisolated(unsafe) let rootFlags: UnsafeMutablePointer<UInt8>

  /// - Parameter roots: the checksum of each page of checksums; nil takes every page for good, to measure what
  ///   checking costs, or for bytes that were never on disk.
  /// - Precondition: the file has the bytes of all the pages and, unless `roots` is nil, of their checksums, and
  ///   there is a root for each page of them.
  init(file: MappedFile, end: Int, roots: [UInt64]?) {
    self.file = file
    self.end = end
    self.roots = roots ?? []
    pageCount = Self.pageCount(end)
    assert(roots == nil || roots!.count == Self.pageCount(pageCount * Checksum.size))
    assert(end + (roots == nil ? 0 : pageCount * Checksum.size) <= file.count)
    // calloc takes zeroed pages from the system, so that the cost does not grow with the file.
    flags = calloc(pageCount + 1, 1).assumingMemoryBound(to: UInt8.self)
    rootFlags = calloc(self.roots.count + 1, 1).assumingMemoryBound(to: UInt8.self)
    if roots == nil { memset(flags, 1, pageCount) }
  }

  deinit {
    free(flags)
    free(rootFlags)
  }

  static func pageCount(_ bytes: Int) -> Int { (bytes + pageSize - 1) >> pageShift }

  /// The first damaged page of `pages`; nil when all are good.
  ///
  /// - Precondition: `pages` lie within `0..<pageCount`.
  func firstDamaged(in pages: Range<Int>) -> Int? {
    pages.first { cplatform_load_flag(flags + $0) == 0 && !check($0) }
  }

  /// All damaged pages, whatever was found good before.
  func damagedPages() -> [Int] {
    roots.isEmpty ? [] : (0..<pageCount).filter { !check($0, anew: true) }
  }

  private func check(_ page: Int, anew: Bool = false) -> Bool {
    let start = page << Self.pageShift
    let bytes = UnsafeRawBufferPointer(start: file.base + start, count: min(Self.pageSize, end - start))
    guard let expected = checksum(of: page, anew: anew), Checksum.of(bytes) == expected else { return false }
    cplatform_store_flag(flags + page, 1)
    return true
  }

  /// The checksum that was written for a page; nil when the checksums themselves are damaged.
  private func checksum(of page: Int, anew: Bool) -> UInt64? {
    let root = page * Checksum.size >> Self.pageShift
    if anew || cplatform_load_flag(rootFlags + root) == 0 {
      let start = root << Self.pageShift
      let count = min(Self.pageSize, pageCount * Checksum.size - start)
      let bytes = UnsafeRawBufferPointer(start: file.base + end + start, count: count)
      guard Checksum.of(bytes) == roots[root] else { return nil }
      cplatform_store_flag(rootFlags + root, 1)
    }
    return UInt64(
      littleEndian: (file.base + end + page * Checksum.size).loadUnaligned(as: UInt64.self))
  }
}
