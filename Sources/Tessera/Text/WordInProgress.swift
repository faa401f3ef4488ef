/// A word while it is scanned. Nothing of it counts before its output replaces the scanner's.
struct WordInProgress {
  var output: TokenOutput
  var next: UnsafePointer<UInt8>
  /// The last letter, digit or connector.
  var last = CharacterClass.separator
  /// Where the folded word and its current part start in the output's bytes.
  let wordStart: Int
  private(set) var partStart: Int
  private var lastPartStart: Int
  /// Where the current part starts in the source.
  var partSource: UnsafePointer<UInt8>

  private let firstToken: Int
  private var keepsMarks = false
  private var markCount = 0
  private var lastCombiningClass: UInt8 = 0
  private var lastFoldCount = 0
  private var isContracted = true
  private var mayContract = true

  init(at next: UnsafePointer<UInt8>, output: TokenOutput) {
    self.output = output
    self.next = next
    partSource = next
    wordStart = output.byteCount
    partStart = wordStart
    lastPartStart = wordStart
    firstToken = output.tokenCount
  }

  var byteCount: Int { output.byteCount - wordStart }
  var partCount: Int { output.tokenCount - firstToken }
  var isPartEmpty: Bool { output.byteCount == partStart }

  // MARK: Characters

  @inline(__always)
  mutating func append(_ entry: CharacterEntry, _ characterClass: CharacterClass) {
    output.append(entry)
    last = characterClass
    lastFoldCount = entry.foldCount
    keepsMarks = characterClass.rawValue >= CharacterClass.otherLetter.rawValue
    lastCombiningClass = characterClass == .otherLetter ? entry.combiningClass : 0
    markCount = 0
  }

  /// Appends ASCII letters and digits that are stored already; the last of them is `byte`.
  @inline(__always)
  mutating func append(asciiCount count: Int, endingWith byte: UInt8) {
    output.byteCount += count
    last = byte <= UInt8(ascii: "9") ? .digit : .letter
    lastFoldCount = 1
    keepsMarks = last == .digit
    lastCombiningClass = 0
    markCount = 0
  }

  /// Appends a mark, or drops it. Returns false if that is not simple.
  mutating func append(mark entry: CharacterEntry, _ scalar: UInt32) -> Bool {
    markCount += 1
    guard last.isWordCharacter, markCount <= TextRules.markLimit else { return false }
    if keepsMarks {
      // The folded word stays composed as long as combining classes ascend (UAX #15, section 9).
      let combiningClass = entry.combiningClass
      guard combiningClass == 0 || combiningClass >= lastCombiningClass else { return false }
      if entry.characterClass == .composingMark {
        guard entry.foldCount > 0, lastCombiningClass == 0,
          ICU.composition(output.lastScalar, entry.foldedScalar) == nil
        else {
          return false
        }
      }
      lastCombiningClass = combiningClass
      output.append(entry)
    } else if scalar == CharacterRules.breve && lastFoldCount == 2 {
      let bytes = output.bytes + output.byteCount - 2
      if bytes[0] == 0xD0 && bytes[1] == 0xB8 { bytes[1] = 0xB9 }  // и becomes й
    }
    return true
  }

  // MARK: Parts

  /// Whether a character of class `joiner` ties the last one to one of class `following` (UAX #29, WB6 to WB12).
  func isJoined(by joiner: CharacterClass, to following: CharacterClass) -> Bool {
    let areLetters = last.isLetter && following.isLetter
    let areDigits = last == .digit && following == .digit
    return switch joiner {
    case .midLetter: areLetters
    case .midNumber: areDigits
    case .doubleQuote: last == .hebrewLetter && following == .hebrewLetter
    default: areLetters || areDigits
    }
  }

  /// Ends the part that reaches up to `next`, if there is one, because of an apostrophe or something else.
  mutating func closePart(from start: UnsafePointer<UInt8>, isApostrophe: Bool) {
    if !isPartEmpty {
      if partCount > 0 && !mayContract { isContracted = false }
      mayContract = true
      output.add(.part, bytes: partStart, output.byteCount, source: partSource - start, next - start)
      lastPartStart = partStart
      partStart = output.byteCount
    }
    if !isApostrophe { mayContract = false }
  }

  /// Adds what two parts or more join to. One part alone is the word.
  mutating func addJoined() {
    let first = output.tokens + firstToken
    if partCount == 1 { first.pointee.kind = .word }
    guard partCount > 1 else { return }
    output.add(
      isContracted ? .contracted : .joined, bytes: wordStart, output.byteCount,
      source: Int(first.pointee.sourceStart), Int((output.tokens + output.tokenCount - 1).pointee.sourceEnd))
  }

  /// Adds the last part with the signs behind it, of which the first `count` bytes are stored.
  mutating func addSuffixed(signCount count: Int, sourceEnd: Int) {
    let source = Int((output.tokens + firstToken + max(0, partCount - 2)).pointee.sourceStart)
    output.byteCount += count
    output.add(.suffixed, bytes: lastPartStart, output.byteCount, source: source, sourceEnd)
  }
}
