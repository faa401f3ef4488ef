import CSimdJSON

/// Parses JSON with simdjson (Langdale & Lemire 2019) into a tape that is walked in place.
final class JSONParser {
  /// How deep a document may nest; the document itself is the first level.
  static let maxDepth = 256

  private let parser: OpaquePointer?

  /// Takes whatever is no deeper than `maxDepth`; a parser for spare levels takes one or two more.
  ///
  /// simdjson counts no level for an empty container, so alone it takes 256 levels or, when something stands in the
  /// last of them, only 255.
  init(spareLevels: Int = 0) { parser = csimdjson_create(Self.maxDepth + spareLevels) }

  deinit { parser.map { csimdjson_destroy($0) } }

  /// The tape of the one JSON value that `json` is, with `csimdjson_padding` readable bytes behind it; nil when it
  /// is none, or one that simdjson does not take. Valid until the next call.
  func parse(_ json: UnsafeBufferPointer<UInt8>) -> JSONTape? {
    guard let parser, let start = json.baseAddress, json.count > 0 else { return nil }
    guard csimdjson_parse(parser, start, json.count) == 0 else { return nil }
    return JSONTape(words: csimdjson_tape(parser), strings: csimdjson_strings(parser))
  }

  /// The offsets of all structural characters of the last document, see `csimdjson_structurals`.
  var structurals: UnsafeBufferPointer<UInt32> {
    guard let parser else { return UnsafeBufferPointer(start: nil, count: 0) }
    var count = 0
    let start = csimdjson_structurals(parser, &count)
    return UnsafeBufferPointer(start: start, count: count)
  }
}

/// A parsed JSON value: words in document order, each a type and a payload. A place is the number of a word.
///
/// A container knows the place behind it, so what nobody asks for is passed over in one step.
struct JSONTape {
  /// The type byte of a word, as simdjson writes it.
  struct Kind: Equatable {
    let code: UInt8

    static var object: Kind { Kind(code: 0x7B) }
    static var array: Kind { Kind(code: 0x5B) }
    static var string: Kind { Kind(code: 0x22) }
    static var integer: Kind { Kind(code: 0x6C) }
    /// An integer from 2^63 to 2^64 - 1.
    static var unsigned: Kind { Kind(code: 0x75) }
    static var double: Kind { Kind(code: 0x64) }
    static var yes: Kind { Kind(code: 0x74) }
    static var no: Kind { Kind(code: 0x66) }
    static var null: Kind { Kind(code: 0x6E) }
  }

  fileprivate let words: UnsafePointer<UInt64>
  fileprivate let strings: UnsafePointer<UInt8>

  /// The place of the value that is the whole document.
  let root = 1

  @inline(__always)
  func kind(at place: Int) -> Kind { Kind(code: UInt8(truncatingIfNeeded: words[place] >> 56)) }

  /// The place behind the value.
  @inline(__always)
  func next(after place: Int) -> Int {
    switch kind(at: place) {
    case .object, .array: Int(truncatingIfNeeded: words[place] & 0xFFFF_FFFF)
    case .integer, .unsigned, .double: place + 2
    default: place + 1
    }
  }

  /// The places within a container: from its first key or element up to its closing word.
  @inline(__always)
  func content(of place: Int) -> Range<Int> { place + 1..<next(after: place) - 1 }

  @inline(__always)
  func string(at place: Int) -> UnsafeBufferPointer<UInt8> {
    let start = strings + Int(truncatingIfNeeded: words[place] & 0x00FF_FFFF_FFFF_FFFF)
    let count = UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)
    return UnsafeBufferPointer(start: start + 4, count: Int(count))
  }

  func integer(at place: Int) -> Int64 { Int64(bitPattern: words[place + 1]) }
  func unsigned(at place: Int) -> UInt64 { words[place + 1] }
  func double(at place: Int) -> Double { Double(bitPattern: words[place + 1]) }
}

/// Finds the text of numbers, which the tape does not keep.
///
/// The n-th number of the tape is the n-th structural character that begins a number. The cursor moves on, so all
/// numbers of a document cost one walk over it; to go back it begins at the last of the marks it left every few words,
/// since objects whose members stand in another order than the schema's make it go back again and again.
struct NumberTextCursor {
  private struct Position {
    var place = 1
    var structural = 0
  }

  private var position = Position()
  private var marks: [Position] = []
  private static let markDistance = 64

  /// The text of the number at `target`.
  ///
  /// - Complexity: O(log *n*), besides the one walk over the document.
  mutating func text(
    at target: Int, in tape: JSONTape, of json: UnsafeBufferPointer<UInt8>,
    structurals: UnsafeBufferPointer<UInt32>
  ) -> UnsafeBufferPointer<UInt8> {
    if target < position.place || target > position.place + Self.markDistance {
      position = lastMark(upTo: target)
    }
    while position.place < target {
      let isNumber = tape.isNumber(at: position.place)
      if isNumber { skipNumber(of: json, structurals) }
      position.place += isNumber ? 2 : 1
      if position.place >= (marks.last?.place ?? 1) + Self.markDistance { marks.append(position) }
    }
    var structural = position.structural
    while structural < structurals.count, !Self.beginsNumber(json[Int(structurals[structural])]) {
      structural += 1
    }
    position.structural = structural
    guard structural < structurals.count else { return UnsafeBufferPointer(start: nil, count: 0) }
    let start = Int(structurals[structural])
    var end = start
    while end < json.count, Self.continuesNumber(json[end]) { end += 1 }
    return UnsafeBufferPointer(rebasing: json[start..<end])
  }

  private func lastMark(upTo target: Int) -> Position {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].place <= target { low = middle + 1 } else { high = middle }
    }
    let mark = low == 0 ? Position() : marks[low - 1]
    return mark.place < position.place && position.place <= target ? position : mark
  }

  private mutating func skipNumber(
    of json: UnsafeBufferPointer<UInt8>, _ structurals: UnsafeBufferPointer<UInt32>
  ) {
    var structural = position.structural
    while structural < structurals.count, !Self.beginsNumber(json[Int(structurals[structural])]) {
      structural += 1
    }
    position.structural = structural + 1
  }

  private static func beginsNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10
  }

  private static func continuesNumber(_ byte: UInt8) -> Bool {
    beginsNumber(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
      || byte | 0x20 == UInt8(ascii: "e")
  }
}

extension JSONTape {
  fileprivate func isNumber(at place: Int) -> Bool {
    switch kind(at: place) {
    case .integer, .unsigned, .double: true
    default: false
    }
  }
}
