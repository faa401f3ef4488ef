/// Cuts the elements out of one JSON array.
struct ArraySplitter {
  private enum Expectation {
    case opening
    case elementOrEnd
    case element
    case commaOrEnd
    case nothing
  }

  private var expectation = Expectation.opening
  /// What has been passed: its end as a place in the file, and in the text being split.
  private var place = TextPlace()
  private var at = 0

  /// Appends the elements in `text`; returns how many bytes are done with.
  ///
  /// - Throws: what is wrong between the elements; offsets count from the start of `text`.
  mutating func split(
    _ text: UnsafeBufferPointer<UInt8>, isLast: Bool, into entries: inout [DocumentBatch.Entry]
  ) throws(DocumentFault) -> Int {
    var syntax = JSONSyntax(text)
    at = 0
    while true {
      syntax.skipWhiteSpace()
      advance(over: text, to: syntax.at)
      guard let byte = syntax.current else {
        if isLast, expectation != .nothing { throw syntax.fault(expected) }
        return syntax.at
      }
      if expectation == .element, byte == UInt8(ascii: "]") {
        throw syntax.fault(expected, "remove the comma before it")
      }
      if expectation == .element || (expectation == .elementOrEnd && byte != UInt8(ascii: "]")) {
        guard let end = try end(of: text, from: syntax.at, isLast: isLast) else { return syntax.at }
        entries.append(
          .init(start: syntax.at, count: end - syntax.at, line: place.line, column: place.column))
        advance(over: text, to: end)
        syntax.at = end
        expectation = .commaOrEnd
      } else {
        guard let next = expectation(after: byte) else { throw syntax.fault(expected) }
        expectation = next
        syntax.at += 1
      }
    }
  }

  private func expectation(after byte: UInt8) -> Expectation? {
    switch (expectation, byte) {
    case (.opening, UInt8(ascii: "[")): .elementOrEnd
    case (.elementOrEnd, UInt8(ascii: "]")), (.commaOrEnd, UInt8(ascii: "]")): .nothing
    case (.commaOrEnd, UInt8(ascii: ",")): .element
    default: nil
    }
  }

  private var expected: String {
    switch expectation {
    case .opening: "\"[\""
    case .elementOrEnd: "an object or \"]\""
    case .element: "an object"
    case .commaOrEnd: "\",\" or \"]\" behind the object"
    case .nothing: "the end of the file behind the array"
    }
  }

  /// Where the element that begins at `start` ends; nil when more text is needed to know.
  private func end(
    of text: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool
  ) throws(DocumentFault) -> Int? {
    let isContainer = text[start] == UInt8(ascii: "{") || text[start] == UInt8(ascii: "[")
    if isContainer, case .end(let end) = ValueScan.scan(text, from: start) { return end }
    // Not closed yet, or broken, or a scalar, which is refused when it is read.
    var syntax = JSONSyntax(text, from: start)
    do {
      try syntax.value()
    } catch  where error.kind != .limitExceeded {
      if error.offset == text.count, !isLast { return nil }
      throw error
    } catch {
      return isLast ? text.count : nil
    }
    return syntax.at < text.count || isLast ? syntax.at : nil
  }

  /// The place in the file of a fault that `split` threw for `text`.
  func place(of fault: DocumentFault, in text: UnsafeBufferPointer<UInt8>) -> TextPlace {
    place.advanced(over: UnsafeBufferPointer(rebasing: text[at...]), by: fault.offset - at)
  }

  private mutating func advance(over text: UnsafeBufferPointer<UInt8>, to end: Int) {
    place = place.advanced(over: UnsafeBufferPointer(rebasing: text[at...]), by: end - at)
    at = end
  }
}
