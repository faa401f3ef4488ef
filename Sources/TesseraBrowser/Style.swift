import CTerminal

/// How a cell looks, in colours that a person chose for their terminal.
///
/// The background is always the terminal's own, and without colours the attributes alone tell things apart, so that
/// all can be read on dark and on light.
struct Style: Hashable, Sendable {
  /// Of the terminal's eight those that stand out from dark and light backgrounds alike.
  enum Color: Int32 {
    case red = 1
    case green = 2
    case magenta = 5
    case cyan = 6
  }

  struct Attributes: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    static let bold = Attributes(rawValue: UInt32(TESSERA_STYLE_BOLD))
    static let dim = Attributes(rawValue: UInt32(TESSERA_STYLE_DIM))
    static let reverse = Attributes(rawValue: UInt32(TESSERA_STYLE_REVERSE))
    static let underlined = Attributes(rawValue: UInt32(TESSERA_STYLE_UNDERLINED))
  }

  var color: Color?
  var attributes: Attributes = []

  static let plain = Style()
  static let faint = Style(attributes: .dim)
  static let title = Style(attributes: .bold)
  /// What a query finds.
  static let match = Style(color: .magenta, attributes: [.bold, .underlined])
  /// A committed token, and its ends.
  static let pill = Style(color: .cyan, attributes: .reverse)
  static let pillEnd = Style(color: .cyan)
  static let chosenPill = Style(color: .magenta, attributes: [.reverse, .bold])
  static let chosenPillEnd = Style(color: .magenta, attributes: .bold)
  static let selection = Style(attributes: .reverse)
  /// A line of a list that the arrow keys stand on.
  static let chosen = Style(color: .cyan, attributes: .reverse)
  /// The frame of what has the keys.
  static let focus = Style(color: .cyan, attributes: .bold)
  static let count = Style(color: .green)
  static let failure = Style(color: .red, attributes: .bold)
}
