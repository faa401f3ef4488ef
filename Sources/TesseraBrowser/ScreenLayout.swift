/// Which part of the screen is for what.
struct ScreenLayout: Hashable, Sendable {
  static let minimum = ScreenSize(rows: 8, columns: 28)
  /// From here on facets stand beside the hits; on a smaller screen they take their place while they have the keys.
  private static let columnsForBoth = 72
  /// Lines of a hit: title, passage, and one between.
  static let hitRows = 3
  private static let rowsForFrame = 12

  let size: ScreenSize
  /// The name of the index and its documents.
  let header = 0
  /// With its frame, where there is room for one.
  let field: Area
  /// How many documents were found: on the frame, or else below the field.
  let total: Int
  let hits: Area
  /// Nil where there are no facets, or no room for them.
  let facets: Area?
  /// Keys, or what went wrong.
  let footer: Int

  /// Nil on a screen that is too small.
  init?(_ size: ScreenSize, hasFacets: Bool, facetsHaveKeys: Bool) {
    guard size.rows >= Self.minimum.rows, size.columns >= Self.minimum.columns else { return nil }
    self.size = size
    field = Area(rows: 1..<(size.rows >= Self.rowsForFrame ? 4 : 2), columns: 0..<size.columns)
    total = field.rows.count > 1 ? field.rows.upperBound - 1 : field.rows.upperBound
    footer = size.rows - 1
    // Where there is room for a frame, a line is left free above the keys.
    let rows = total + 1..<footer - (field.rows.count > 1 ? 1 : 0)
    if hasFacets, size.columns >= Self.columnsForBoth {
      let width = min(40, size.columns * 3 / 10)
      hits = Area(rows: rows, columns: 0..<size.columns - width - 1)
      facets = Area(rows: rows, columns: size.columns - width..<size.columns)
    } else {
      let showsFacets = hasFacets && facetsHaveKeys
      hits = Area(rows: rows, columns: 0..<(showsFacets ? 0 : size.columns))
      facets = showsFacets ? Area(rows: rows, columns: 0..<size.columns) : nil
    }
  }

  var hasFrame: Bool { field.rows.count > 1 }
  var fieldRow: Int { hasFrame ? field.rows.lowerBound + 1 : field.rows.lowerBound }
  /// Where tokens and text of the field stand.
  var fieldColumns: Range<Int> { 2..<size.columns - 2 }

  /// How many hits are to be seen whole. The line behind the last one need not be.
  var hitCount: Int { max(1, (hits.rows.count + 1) / Self.hitRows) }

  /// What a document or the help takes: all but header and footer, and a line before that.
  var page: Area { Area(rows: 1..<footer - 1, columns: 0..<size.columns) }
}
