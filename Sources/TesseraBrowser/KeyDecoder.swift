/// What a terminal sends, in the smallest parts.
enum TerminalEvent: Hashable, Sendable {
  case character(Unicode.Scalar)
  case key(Key)
  /// A key that has no meaning here.
  case unknownKey
  case pasteBegins, pasteEnds
  case resize
  case end
}

/// What the loop waits for.
enum TerminalInput: Hashable, Sendable {
  case key(Key)
  case resize
  case end
}

/// Makes keys of what a terminal sends: control characters, those behind an escape, and what is pasted.
struct KeyDecoder: Sendable {
  /// A paste whose end does not come within this time has ended.
  private static let pasteMilliseconds: Int32 = 1_000
  /// More is cut off.
  private static let maximumPaste = 1 << 20

  /// An event that was read too far.
  private var held: TerminalEvent?

  /// The next key.
  ///
  /// - Parameter read: the next event within so many milliseconds; nil when there is none.
  /// - Returns: Nil when nothing came, or nothing that has a meaning.
  mutating func next(milliseconds: Int32, _ read: (Int32) -> TerminalEvent?) -> TerminalInput? {
    let event = held ?? read(milliseconds)
    held = nil
    switch event {
    case nil, .unknownKey, .pasteEnds: return nil
    case .resize: return .resize
    case .end: return .end
    case .key(let key): return .key(key)
    case .pasteBegins: return paste(read)
    case .character("\u{1B}"): return escaped(read)
    case .character(let scalar): return Self.key(scalar).map { .key($0) }
    }
  }

  /// Whether something was read already that `next` has not given yet.
  var holdsEvent: Bool { held != nil }

  private static func key(_ scalar: Unicode.Scalar) -> Key? {
    switch scalar.value {
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x1F: .control("_")
    case 0x01...0x1A: .control(Character(Unicode.Scalar(UInt8(scalar.value) + 0x60)))
    case 0..<0x20, 0x80..<0xA0: nil
    default: .text(String(Character(scalar)))
    }
  }

  /// An escape alone, or the alt key with what follows at once.
  private mutating func escaped(_ read: (Int32) -> TerminalEvent?) -> TerminalInput? {
    guard let next = read(0) else { return .key(.escape) }
    guard case .character(let scalar) = next, scalar != "\u{1B}" else {
      held = next
      return .key(.escape)
    }
    switch scalar {
    case "[", "O":
      // A key that nobody knows: its end is a letter or a tilde.
      while case .character(let part) = read(0), !(0x40...0x7E).contains(part.value) {}
      return nil
    case "\u{7F}", "\u{08}": return .key(.altBackspace)
    default: return scalar.value < 0x20 ? nil : .key(.alt(Character(scalar)))
    }
  }

  private mutating func paste(_ read: (Int32) -> TerminalEvent?) -> TerminalInput? {
    var text = String.UnicodeScalarView()
    var count = 0
    while let event = read(Self.pasteMilliseconds) {
      switch event {
      case .character(let scalar):
        count += 1
        if count <= Self.maximumPaste { text.append(scalar) }
      case .key(.tab): text.append("\t")
      case .key(.enter): text.append("\n")
      case .pasteEnds: return .key(.paste(Self.cleaned(text)))
      case .end, .resize:
        held = event
        return .key(.paste(Self.cleaned(text)))
      case .key, .unknownKey, .pasteBegins: break
      }
    }
    return .key(.paste(Self.cleaned(text)))
  }

  /// Without control characters other than those that separate.
  private static func cleaned(_ text: String.UnicodeScalarView) -> String {
    String(
      String.UnicodeScalarView(
        text.filter {
          $0.properties.generalCategory != .control || $0 == "\t" || $0 == "\n" || $0 == "\r"
            || $0 == "\u{85}"
        }))
  }
}
