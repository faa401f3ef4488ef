extension String {
  /// White space only, or nothing.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

  var trimmed: String { String(unicodeScalars[...].trimmed) }
}

extension Substring.UnicodeScalarView {
  /// Without white space on both sides. By scalars: a mark on a blank or a quote would else hide it.
  var trimmed: Substring.UnicodeScalarView {
    let start = drop(while: \.properties.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return start }
    return start[...last]
  }
}
