/// How facet values are compared: whole, after NFKC_Casefold, trimming, and folding of white space to one space.
/// Accents count, up to `TextRules.markLimit` on one character.
package enum FacetFolding {
  /// Replaces `out` by the folded value. Values in ASCII take one pass; others go through ICU.
  package static func fold(_ value: UnsafeBufferPointer<UInt8>, into out: inout [UInt8]) {
    out.removeAll(keepingCapacity: true)
    out.append(contentsOf: repeatElement(0, count: value.count))
    let count = out.withUnsafeMutableBufferPointer { out in
      out.baseAddress.map { foldPlain(value, into: $0) } ?? 0
    }
    guard let count else {
      out.removeAll(keepingCapacity: true)
      return out.append(contentsOf: foldWithICU(value))
    }
    out.removeLast(out.count - count)
  }

  /// Writes a folded value in ASCII, and gives how many bytes it has; nil for others.
  ///
  /// Eight bytes at a time, where none is white space.
  ///
  /// - Parameter out: room for as many bytes as `value` has.
  static func foldPlain(_ value: UnsafeBufferPointer<UInt8>, into out: UnsafeMutablePointer<UInt8>) -> Int? {
    guard let base = value.baseAddress else { return 0 }
    let highBits: UInt64 = 0x8080_8080_8080_8080
    var (at, count, isAfterSpace) = (0, 0, false)
    while at < value.count {
      if value.count &- at >= 8 {
        let word = UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self)
        if word & highBits != 0 { return nil }
        // Bit 7 of a byte of 0x21 or more.
        if (word &+ 0x5F5F_5F5F_5F5F_5F5F) & highBits == highBits {
          let isCapital = (word &+ 0x3F3F_3F3F_3F3F_3F3F) & ~(word &+ 0x2525_2525_2525_2525) & highBits
          if isAfterSpace {
            out[count] = 0x20
            count &+= 1
            isAfterSpace = false
          }
          UnsafeMutableRawPointer(out + count).storeBytes(of: word | isCapital &>> 2, as: UInt64.self)
          at &+= 8
          count &+= 8
          continue
        }
      }
      let byte = base[at]
      at &+= 1
      if byte >= 0x80 { return nil }
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        isAfterSpace = count > 0
        continue
      }
      if isAfterSpace {
        out[count] = 0x20
        count &+= 1
        isAfterSpace = false
      }
      out[count] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      count &+= 1
    }
    return count
  }

  /// The slow twin of `fold`, and its way with characters beyond ASCII.
  static func foldWithICU(_ value: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let folded = CharacterRules.foldCaseLimitingMarks(UTF8Text.scalars(of: value))
    let words = folded.split { ICU.properties(of: $0).isWhiteSpace }
    return UTF8Text.encode(Array(words.joined(separator: [0x20])))
  }
}
