import CSimdJSON

/// Finds where an object or array ends by its brackets alone, 64 bytes at a time.
///
/// What is between them is not looked at, save for two signs that an object was never closed, which would otherwise
/// swallow the rest of a file: a line break within a string, and a line that begins with `{` where none may stand.
struct ValueScan {
  enum Outcome: Hashable {
    /// The value ends before this place.
    case end(Int)
    /// The text ends first.
    case incomplete
    /// The value is broken; what follows it begins at or after this place.
    case broken(Int)
  }

  private let text: UnsafeBufferPointer<UInt8>
  private let start: Int
  private var depth = 0
  private var isSuspected = false

  /// - Parameter text: has `csimdjson_padding` readable bytes behind it.
  private init(_ text: UnsafeBufferPointer<UInt8>, from start: Int) {
    self.text = text
    self.start = start
  }

  /// Scans the value that begins with the bracket at `start`.
  static func scan(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Outcome {
    var scan = ValueScan(text, from: start)
    return scan.run()
  }

  private mutating func run() -> Outcome {
    guard let base = text.baseAddress else { return .incomplete }
    var state = csimdjson_scan_state()
    var behindNewline: UInt64 = 0
    var at = start
    while at < text.count {
      var masks = csimdjson_scan(base + at, &state)
      if text.count - at < 64 { masks.limit(to: text.count - at) }
      let lineStarts = masks.newlines << 1 | behindNewline
      behindNewline = masks.newlines >> 63
      if let outcome = step(masks, lineStarts: lineStarts, at: at) { return outcome }
      at += 64
    }
    return .incomplete
  }

  private mutating func step(_ masks: csimdjson_scan_masks, lineStarts: UInt64, at block: Int) -> Outcome? {
    let brokenStrings = masks.newlines & masks.strings
    let suspects = isSuspected ? 0 : masks.openings & lineStarts
    if brokenStrings | suspects == 0, masks.closings.nonzeroBitCount < depth {
      depth += masks.openings.nonzeroBitCount - masks.closings.nonzeroBitCount
      return nil
    }
    var events = masks.openings | masks.closings | brokenStrings
    while events != 0 {
      let bit = events & (0 &- events)
      let place = block + events.trailingZeroBitCount
      events &= events - 1
      if brokenStrings & bit != 0 { return .broken(place) }
      if masks.closings & bit != 0 {
        depth -= 1
        if depth <= 0 { return .end(place + 1) }
      } else {
        if suspects & bit != 0, depth > 0, !isSuspected, isBroken(before: place) { return .broken(place) }
        depth += 1
      }
    }
    return nil
  }

  /// Whether the `{` at `place` cannot be part of the value. Asked only once for each value, since it reads all of it.
  private mutating func isBroken(before place: Int) -> Bool {
    isSuspected = true
    var syntax = JSONSyntax(UnsafeBufferPointer(rebasing: text[start...place]))
    do {
      try syntax.value()
      return true
    } catch {
      return error.offset <= place - start && error.kind != .limitExceeded
    }
  }
}

extension csimdjson_scan_masks {
  fileprivate mutating func limit(to count: Int) {
    let mask: UInt64 = (1 << UInt64(count)) - 1
    openings &= mask
    closings &= mask
    newlines &= mask
    strings &= mask
  }
}
