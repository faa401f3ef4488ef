/// The keys of a segment's documents: from key to document, from document to key, and all in order.
///
/// There are two forms. *Texts* are the caller's keys, in the order of their bytes, each cut by what it shares with
/// the one before. *Numbers* are keys given automatically, in the order of their values, and take nearly no bytes
/// where they are consecutive; as text they are decimal. All segments of an index have the same form.
///
/// Documents are given by their ordinals, here and in all of a table's members (`DocumentOrder`). A key's *rank* is its
/// place in the order of keys. Where documents were added in that order, rank and ordinal are the same; else two
/// bit-packed arrays lead from one to the other.
///
/// ```
/// keyOrder   header (16); the directory of the form; unless in order: documents by rank, ranks by document
/// keys       see `KeyTexts` and `KeyNumbers`
/// ```
final class KeyTable: Sendable {
  /// The most bytes a key may have.
  static let maximumKeySize = 65_535

  /// The header of `keyOrder`.
  enum Header {
    /// 0 for texts, 1 for numbers.
    static let form = 0
    /// 0 when documents are in the order of their keys.
    static let isPermuted = 1
    /// Bits of a place in `keys`, for texts.
    static let placeWidth = 2
    static let count = 4
    /// Bytes that all texts begin with.
    static let sharedCount = 8
    static let size = 16
  }

  enum Form: Sendable {
    case texts(KeyTexts)
    case numbers(KeyNumbers)
  }

  let form: Form
  /// How many keys there are: as many as documents.
  let count: Int
  private let order: SectionBytes
  /// nil where rank and ordinal are the same.
  private let permutation: Permutation?

  private final class Permutation: Sendable {
    let docs: BitPackedArray
    let ranks: BitPackedArray
    init(docs: BitPackedArray, ranks: BitPackedArray) { (self.docs, self.ranks) = (docs, ranks) }
  }

  /// - Complexity: O(1).
  init(keys: SectionBytes, order: SectionBytes) throws(TesseraError) {
    try order.check(at: 0, count: Header.size)
    self.order = order
    count = Int(order.u32(at: Header.count))
    let end: Int
    switch order.u8(at: Header.form) {
    case 0:
      let texts = try KeyTexts(keys: keys, order: order, count: count)
      (form, end) = (.texts(texts), texts.directoryEnd)
    case 1:
      let numbers = try KeyNumbers(keys: keys, order: order, count: count)
      (form, end) = (.numbers(numbers), numbers.directoryEnd)
    case let other: throw order.corrupt(at: Header.form, "there is no form \(other)")
    }
    guard order.u8(at: Header.isPermuted) != 0 else {
      permutation = nil
      return
    }
    let width = BitPacking.width(for: UInt64(max(count, 1) - 1))
    let docs = try BitPackedArray(order, at: end, count: count, width: width)
    let ranks = try BitPackedArray(order, at: end + docs.byteCount, count: count, width: width)
    permutation = Permutation(docs: docs, ranks: ranks)
  }

  /// The document with a key; nil when there is none.
  ///
  /// - Complexity: O(log keys); no allocation.
  func find(_ key: UnsafeBufferPointer<UInt8>) throws(TesseraError) -> DocNumber? {
    let rank: Int?
    switch form {
    case .texts(let texts): rank = try texts.rank(of: key)
    case .numbers(let numbers): rank = try KeyNumbers.number(key).map(numbers.rank) ?? nil
    }
    guard let rank else { return nil }
    return try doc(rank)
  }

  /// Puts a document's key, as text, in place of what `key` holds.
  ///
  /// - Throws: `.corrupt`, also when there is no such document.
  func key(of doc: DocNumber, into key: inout [UInt8]) throws(TesseraError) {
    let rank = try rank(doc)
    switch form {
    case .texts(let texts): try texts.key(rank, into: &key)
    case .numbers(let numbers): KeyNumbers.putText(try numbers.number(rank), into: &key)
    }
  }

  /// A document's key as text.
  ///
  /// - Throws: `.corrupt`, also when there is no such document.
  func key(of doc: DocNumber, scratch: ScratchMemory) throws(TesseraError) -> String {
    let rank = try rank(doc)
    switch form {
    case .texts(let texts): return try texts.text(rank, scratch: scratch)
    case .numbers(let numbers): return KeyNumbers.text(try numbers.number(rank))
    }
  }

  /// The document whose key has a rank.
  @inline(__always)
  func doc(_ rank: Int) throws(TesseraError) -> DocNumber {
    guard let permutation else { return DocNumber(truncatingIfNeeded: rank) }
    return DocNumber(truncatingIfNeeded: try inside(permutation.docs.checked(rank)))
  }

  func rank(_ doc: DocNumber) throws(TesseraError) -> Int {
    guard let permutation else { return try inside(UInt64(doc)) }
    return try inside(permutation.ranks.checked(Int(doc)))
  }

  @inline(__always)
  private func inside(_ number: UInt64) throws(TesseraError) -> Int {
    guard number < count else {
      throw order.corrupt(at: Header.count, "number \(number) of \(count) keys")
    }
    return Int(number)
  }

  /// The error for what was found wrong here.
  func corrupt(_ detail: String) -> TesseraError { order.corrupt(at: 0, detail) }
}
