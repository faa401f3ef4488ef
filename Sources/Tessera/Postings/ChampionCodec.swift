import CVector

/// The documents of a list that can be among the best, in scratch memory.
struct ChampionList {
  /// How many documents the whole list has.
  let documents: Int
  /// How many of them are here.
  let count: Int
  /// First those that have the word that all words of the range begin with, then those that do not, each ascending.
  let docs: UnsafePointer<DocNumber>
  let frequencies: UnsafePointer<UInt32>
  /// How many have the word; 0 where the first word of the range is no such word.
  let wordCount: Int
  /// How often each of these has it.
  let wordFrequencies: UnsafePointer<UInt32>
}

/// How champions stand on disk.
///
/// ```
/// varint   how many have the word
/// varint   how many do not
/// gaps     of those that have it, then of the others: for each 128 documents, the last maybe fewer, a width byte and
///          the gaps (`GapCodec`)
/// rests    where some have it: a varint of the bytes that follow for the rests; then coded (`FrequencyCodec`), with
///          the width byte before, for each the frequency less the word's, plus 1
/// frequencies  coded, of all
/// ```
enum ChampionCodec {
  /// Longer lists are not written: they save too little.
  static let maximumCount = 4_096

  static func append(_ champions: borrowing ChampionSelection, to bytes: inout [UInt8]) {
    let wordCount = champions.wordFrequencies.count
    ListVarint.append(UInt64(wordCount), to: &bytes)
    ListVarint.append(UInt64(champions.docs.count - wordCount), to: &bytes)
    appendDocs(champions.docs.elements[..<wordCount], to: &bytes)
    appendDocs(champions.docs.elements[wordCount...], to: &bytes)
    if wordCount > 0 { appendRests(champions, to: &bytes) }
    appendFrequencies(champions.frequencies.elements, to: &bytes)
  }

  private static func appendDocs(_ docs: Slice<UnsafeBufferPointer<DocNumber>>, to bytes: inout [UInt8]) {
    var previous = DocNumber.max
    for start in stride(from: docs.startIndex, to: docs.endIndex, by: PostingListFormat.blockSize) {
      let block = docs[start..<min(start + PostingListFormat.blockSize, docs.endIndex)]
      let header = bytes.count
      bytes.append(0)
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: block.count) { gaps in
        for (index, doc) in block.enumerated() {
          gaps[index] = doc &- previous &- 1
          previous = doc
        }
        bytes[header] = GapCodec.encode(gaps, into: &bytes)
      }
    }
  }

  private static func appendRests(_ champions: borrowing ChampionSelection, to bytes: inout [UInt8]) {
    var rests: [UInt32] = []
    for index in 0..<champions.wordFrequencies.count {
      let (all, word) = (champions.frequencies[index], champions.wordFrequencies[index])
      // Never below 1, whatever a damaged segment may bring into a merge.
      rests.append(max(all, word) - word + 1)
    }
    var coded: [UInt8] = []
    rests.withUnsafeBufferPointer { appendFrequencies($0, to: &coded) }
    ListVarint.append(UInt64(coded.count), to: &bytes)
    bytes += coded
  }

  private static func appendFrequencies(
    _ frequencies: UnsafeBufferPointer<UInt32>, to bytes: inout [UInt8]
  ) {
    let header = bytes.count
    bytes.append(0)
    bytes[header] = FrequencyCodec.encode(frequencies, into: &bytes)
  }

  /// Decodes a list; nil when the bytes are damaged. Up to 8 bytes behind `bytes` are read, none is believed.
  ///
  /// - Parameters:
  ///   - documents: of the segment; all documents of the list are below it.
  ///   - all: how many documents the whole list has.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, documents: Int, of all: Int, scratch: ScratchMemory
  ) -> ChampionList? {
    guard var at = bytes.baseAddress else { return nil }
    let end = at + bytes.count
    guard let with = ListVarint.read(&at, end: end), with <= maximumCount,
      let without = ListVarint.read(&at, end: end), without <= maximumCount,
      (1...UInt64(maximumCount)).contains(with + without), with + without <= all
    else { return nil }
    let (wordCount, count) = (Int(with), Int(with + without))
    let docs = scratch.allocate(DocNumber.self, count)
    let frequencies = scratch.allocate(UInt32.self, count)
    let wordFrequencies = scratch.allocate(UInt32.self, wordCount)
    guard decodeDocs(&at, end: end, wordCount, documents, into: docs),
      decodeDocs(&at, end: end, count - wordCount, documents, into: docs + wordCount),
      wordCount == 0 || decodeRests(&at, end: end, wordCount, into: wordFrequencies),
      at < end,
      FrequencyCodec.decode(at + 1, end: end, widthByte: at.pointee, count: count, into: frequencies)
    else { return nil }
    var isSound = true
    for index in 0..<wordCount {
      let rest = wordFrequencies[index]
      isSound = isSound && rest <= frequencies[index]
      wordFrequencies[index] = frequencies[index] &- rest &+ 1
    }
    guard isSound else { return nil }
    return ChampionList(
      documents: all, count: count, docs: docs, frequencies: frequencies, wordCount: wordCount,
      wordFrequencies: wordFrequencies)
  }

  private static func decodeDocs(
    _ at: inout UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, _ count: Int, _ documents: Int,
    into docs: UnsafeMutablePointer<DocNumber>
  ) -> Bool {
    var before = DocNumber.max
    for start in stride(from: 0, to: count, by: PostingListFormat.blockSize) {
      let size = min(PostingListFormat.blockSize, count - start)
      guard at < end,
        let next = GapCodec.decode(
          at + 1, end: end, widthByte: at.pointee, count: size, before: before, documents: documents,
          into: docs + start),
        start == 0 || docs[start] > before
      else { return false }
      at = next
      before = docs[start + size - 1]
    }
    return true
  }

  private static func decodeRests(
    _ at: inout UnsafePointer<UInt8>, end: UnsafePointer<UInt8>, _ count: Int,
    into rests: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    guard let size = ListVarint.read(&at, end: end), size > 0, size <= end - at,
      FrequencyCodec.decode(at + 1, end: at + Int(size), widthByte: at.pointee, count: count, into: rests)
    else { return false }
    at += Int(size)
    return true
  }
}
