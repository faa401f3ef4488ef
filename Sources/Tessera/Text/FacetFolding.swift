/// How facet values are compared: whole, after NFKC_Casefold, trimming, and folding of white space to one space.
/// Accents count, up to `TextRules.markLimit` on one character.
package enum FacetFolding {
  /// Replaces `out` by the folded value. Values in ASCII take one pass; others go through ICU.
  package static func fold(_ value: UnsafeBufferPointer<UInt8>, into out: inout [UInt8]) {
    out.removeAll(keepingCapacity: true)
    out.reserveCapacity(value.count)
    var isAfterSpace = false
    for byte in value {
      if byte >= 0x80 {
        out.removeAll(keepingCapacity: true)
        return out.append(contentsOf: foldWithICU(value))
      }
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        isAfterSpace = !out.isEmpty
        continue
      }
      if isAfterSpace { out.append(0x20) }
      isAfterSpace = false
      out.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
    }
  }

  /// The slow twin of `fold`, and its way with characters beyond ASCII.
  static func foldWithICU(_ value: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let folded = CharacterRules.foldCaseLimitingMarks(UTF8Text.scalars(of: value))
    let words = folded.split { ICU.properties(of: $0).isWhiteSpace }
    return UTF8Text.encode(Array(words.joined(separator: [0x20])))
  }
}
