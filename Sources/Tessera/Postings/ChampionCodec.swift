import CVector

/// The documents of a list that can be among the best, in scratch memory.
struct ChampionList {
  /// How many documents the whole list has.
  let documents: Int
  /// How many of them are here, in ascending order.
  let count: Int
  let docs: UnsafeMutablePointer<DocNumber>
  let frequencies: UnsafeMutablePointer<UInt32>
  /// How often each has the word that all words of the range begin with, 0 where it does not; nil when the first
  /// word of the range is no such word.
  let parts: UnsafeMutablePointer<UInt32>?
}

/// How champions stand on disk.
///
/// ```
/// varint   documents here times 2, plus 1 when parts follow
/// gaps     for each 128 documents, the last maybe fewer: a width byte, the gaps (`GapCodec`)
/// with parts:
///   bits   one for each document: whether it has the word
///   varint bytes of what follows for the parts
///   parts  a width byte and, for each that has it, its frequency less the word's, plus 1 (`FrequencyCodec`)
/// frequencies  a width byte, the frequencies (`FrequencyCodec`)
/// ```
enum ChampionCodec {
  /// Longer lists are not written: they save too little.
  static let maximumCount = 1_024

  static func append(_ champions: borrowing ChampionSelection, hasParts: Bool, to bytes: inout [UInt8]) {
    let count = champions.docs.count
    ListVarint.append(UInt64(count) << 1 | (hasParts ? 1 : 0), to: &bytes)
    var previous = DocNumber.max
    for start in stride(from: 0, to: count, by: PostingListFormat.blockSize) {
      let size = min(PostingListFormat.blockSize, count - start)
      let header = bytes.count
      bytes.append(0)
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: size) { gaps in
        for index in 0..<size {
          let doc = champions.docs[start + index]
          gaps[index] = doc &- previous &- 1
          previous = doc
        }
        bytes[header] = GapCodec.encode(gaps, into: &bytes)
      }
    }
    if hasParts { appendParts(champions, to: &bytes) }
    appendFrequencies(champions.frequencies.elements, to: &bytes)
  }

  private static func appendParts(_ champions: borrowing ChampionSelection, to bytes: inout [UInt8]) {
    var bits = [UInt8](repeating: 0, count: (champions.docs.count + 7) / 8)
    var rests: [UInt32] = []
    for index in 0..<champions.docs.count where champions.parts[index] > 0 {
      bits[index >> 3] |= 1 << UInt8(index & 7)
      // Never below 1, whatever a damaged segment may bring into a merge.
      rests.append(max(champions.frequencies[index], champions.parts[index]) - champions.parts[index] + 1)
    }
    bytes += bits
    var coded: [UInt8] = []
    rests.withUnsafeBufferPointer { appendFrequencies($0, to: &coded) }
    ListVarint.append(UInt64(coded.count), to: &bytes)
    bytes += coded
  }

  private static func appendFrequencies(_ frequencies: UnsafeBufferPointer<UInt32>, to bytes: inout [UInt8]) {
    let header = bytes.count
    bytes.append(0)
    bytes[header] = FrequencyCodec.encode(frequencies, into: &bytes)
  }

  /// Decodes a list; nil when the bytes are damaged. Up to 8 bytes behind `bytes` are read, none is believed.
  ///
  /// - Parameter documents: of the segment; all documents of the list are ascending and below it.
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, documents: Int, of all: Int, scratch: ScratchMemory
  ) -> ChampionList? {
    guard var at = bytes.baseAddress else { return nil }
    let end = at + bytes.count
    guard let header = ListVarint.read(&at, end: end), header >> 1 <= maximumCount, header > 1 else {
      return nil
    }
    let count = Int(header >> 1)
    let docs = scratch.allocate(DocNumber.self, count + PostingListFormat.blockSize)
    let frequencies = scratch.allocate(UInt32.self, count + PostingListFormat.blockSize)
    guard decodeDocs(&at, end: end, count, documents, into: docs) else { return nil }
    var parts: UnsafeMutablePointer<UInt32>?
    if header & 1 != 0 {
      parts = scratch.allocate(UInt32.self, count)
      // The row of frequencies serves for the rests first.
      guard decodeRests(&at, end: end, count, rests: frequencies, into: parts!) else { return nil }
    }
    guard at < end,
      FrequencyCodec.decode(at + 1, end: end, widthByte: at.pointee, count: count, into: frequencies)
    else { return nil }
    if let parts {
      for index in 0..<count where parts[index] > 0 {
        guard parts[index] <= frequencies[index] else { return nil }
        parts[index] = frequencies[index] - parts[index] + 1
      }
    }
    return ChampionList(documents: all, count: count, docs: docs, frequencies: frequencies, parts: parts)
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
    rests: UnsafeMutablePointer<UInt32>, into parts: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    let bits = at
    guard (count + 7) / 8 <= end - at else { return false }
    at += (count + 7) / 8
    var number = 0
    for index in 0..<count { number += Int(bits[index >> 3] >> UInt8(index & 7)) & 1 }
    guard let size = ListVarint.read(&at, end: end), size > 0, size <= end - at,
      FrequencyCodec.decode(
        at + 1, end: at + Int(size), widthByte: at.pointee, count: number, into: rests)
    else { return false }
    at += Int(size)
    var next = 0
    for index in 0..<count {
      let has = bits[index >> 3] >> UInt8(index & 7) & 1 != 0
      parts[index] = has ? rests[next] : 0
      next += has ? 1 : 0
    }
    return true
  }
}
