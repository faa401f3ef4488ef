import CPlatform

/// What stands in one or two columns: a character of the terminal with the marks on it.
///
/// Terminals disagree about characters that are joined of several, as families and flags are, so none is ever shown as
/// one: joiners, variants and skin tones are left out, and each part has the width that the C library and ncurses know.
/// What would move the cursor or turn the direction of the text is left out as well, or becomes a blank.
struct Glyph: Hashable, Sendable {
  /// More marks than a cell of ncurses holds are left out.
  private static let maximumMarks = 4

  let base: Unicode.Scalar
  private(set) var marks: [Unicode.Scalar] = []
  /// 1 or 2.
  let columns: Int

  static let blank = Glyph(" ", columns: 1)
  static let ellipsis = Glyph("…", columns: 1)

  private init(_ scalar: Unicode.Scalar, columns: Int) {
    base = scalar
    self.columns = columns
  }

  var scalars: [Unicode.Scalar] { [base] + marks }

  var isBlank: Bool { base.properties.isWhitespace }

  /// Whether a line may be broken behind it, as between words and within Chinese and Japanese text.
  var allowsBreak: Bool { columns == 2 || isBlank || base == "-" }

  static func glyphs(of text: some StringProtocol) -> [Glyph] {
    var glyphs: [Glyph] = []
    for scalar in text.unicodeScalars {
      switch Role(scalar) {
      case .shown(let columns): glyphs.append(Glyph(scalar, columns: columns))
      case .blank: glyphs.append(.blank)
      case .unknown: glyphs.append(Glyph("\u{FFFD}", columns: 1))
      case .leftOut: break
      case .tone:
        if glyphs.last?.base.properties.isEmojiModifierBase == true { break }
        glyphs.append(Glyph(scalar, columns: 2))
      case .mark:
        if glyphs.isEmpty { glyphs.append(.blank) }
        let last = glyphs.count - 1
        if glyphs[last].marks.count < maximumMarks { glyphs[last].marks.append(scalar) }
      }
    }
    return glyphs
  }

  /// What becomes of a scalar.
  private enum Role {
    case shown(columns: Int)
    case mark, blank, unknown, tone, leftOut

    init(_ scalar: Unicode.Scalar) {
      if 0x20..<0x7F ~= scalar.value {
        self = .shown(columns: 1)
        return
      }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: self = .blank
      case .format: self = .leftOut
      case _ where scalar.properties.isVariationSelector: self = .leftOut
      case _ where scalar.properties.isEmojiModifier: self = .tone
      case let category:
        let columns = Int(tessera_column_width(scalar.value))
        if columns > 0 {
          self = .shown(columns: min(columns, 2))
        } else if category == .nonspacingMark || category == .enclosingMark || category == .spacingMark
          || 0x1160...0x11FF ~= scalar.value || 0xD7B0...0xD7FF ~= scalar.value
        {
          // The letters within a Korean syllable join the first one.
          self = .mark
        } else {
          self = .unknown
        }
      }
    }
  }
}
