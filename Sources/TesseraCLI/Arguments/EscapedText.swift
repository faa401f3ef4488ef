/// Text in which a backslash takes the meaning from a separator that follows it, and from another backslash.
///
/// Before anything else a backslash stands for itself. Works on scalars, since a mark that follows a separator
/// would be one `Character` with it.
enum EscapedText {
  /// The parts between the separators, without their escapes.
  static func split(_ text: String, at separator: Unicode.Scalar) -> [String] {
    var parts: [String] = []
    var rest: String? = text
    while let remaining = rest {
      let (part, after) = cut(remaining, at: separator)
      parts.append(part)
      rest = after
    }
    return parts
  }

  /// What stands before the first separator, without its escapes, and what follows it, as it is; nil behind
  /// when there is no separator.
  static func cut(_ text: String, at separator: Unicode.Scalar) -> (before: String, after: String?) {
    var before = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == separator { return (String(before), String(rest)) }
      if scalar == "\\", let next = rest.first, next == separator || next == "\\" {
        before.append(next)
        rest.removeFirst()
      } else {
        before.append(scalar)
      }
    }
    return (String(before), nil)
  }
}
