import Foundation
import Tessera
import TestSupport
import Testing

@testable import TesseraBrowser

/// Random sessions on screens of any size: whatever is pressed, the screen is in order.
@Suite("Random browsing")
struct RandomBrowsingTests {
  static let seedCount = ProcessInfo.processInfo.environment["TESSERA_SEEDS"].flatMap(Int.init) ?? 20

  private static let keys: [Key] = [
    .up, .down, .down, .left, .right, .home, .end, .pageUp, .pageDown, .wordLeft, .wordRight, .shiftLeft,
    .shiftRight,
    .shiftHome, .shiftEnd, .shiftWordLeft, .shiftWordRight, .enter, .enter, .tab, .tab, .backTab, .escape,
    .backspace,
    .delete, .f1, .altBackspace, .control("w"), .control("u"), .control("k"), .control("z"), .control("y"),
    .control("a"), .control("e"), .control("x"), .control("v"), .alt("c"), .alt("a"), .alt("d"), .text("?"),
    .text("-"),
    .text(" "), .text("q"), .paste("genre:Drama, 東京, x"), .paste("a\nb"), .control("l"), .alt("z"),
  ]
  private static let texts = [
    "b", "l", "a", "d", "r", "東", "京", "é", "\u{301}", "👩", "👧", "\u{200D}", "한", ":", "\"",
  ]

  @Test(
    "no line is wider than the screen, the cursor is on it, and what is chosen is seen",
    arguments: 0..<seedCount)
  func invariants(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let session = try TestSession(
      rows: Int.random(in: 1...40, using: &random), columns: Int.random(in: 1...130, using: &random),
      copies: Int.random(in: 1...12, using: &random))
    var log: [String] = []
    for _ in 0..<120 {
      switch Int.random(in: 0..<20, using: &random) {
      case 0:
        let (rows, columns) = (
          Int.random(in: 1...40, using: &random), Int.random(in: 1...130, using: &random)
        )
        log.append("\(rows) x \(columns)")
        session.resize(rows: rows, columns: columns)
      case 1...9:
        let text = Self.texts.randomElement(using: &random)!
        log.append(text)
        session.press(.text(text))
      default:
        let key = Self.keys.randomElement(using: &random)!
        log.append("\(key)")
        session.press(key)
      }
      if let fault = fault(session) {
        Issue.record("\(fault)\n\(log.joined(separator: "\n"))")
        return
      }
    }
  }

  private func fault(_ session: TestSession) -> String? {
    let screen = session.screen()
    if let fault = screen.fault { return fault }
    let state = session.state
    guard let layout = state.layout else { return nil }
    if let cursor = screen.cursor,
      cursor.row != layout.fieldRow || !layout.fieldColumns.contains(cursor.column)
    {
      return "the cursor is outside of the field: \(cursor)"
    }
    let needsCursor = state.page == nil && state.pane == .field && state.field.selectedTokens.isEmpty
    if (screen.cursor != nil) != needsCursor { return "the cursor is \(needsCursor ? "hidden" : "shown")" }
    if state.answer.hitCount > 0, !layout.hits.columns.isEmpty, !state.visibleHits.contains(state.hit) {
      return "hit \(state.hit) is not seen"
    }
    if state.visibleHits.contains(where: { state.shownHits[$0] == nil }) { return "a hit is not shown" }
    if state.pane == .facets, state.page == nil {
      guard state.chosenFacet != nil else { return "no value is chosen" }
      let rows = layout.facets?.rows.count ?? 0
      if !(state.firstFacetLine..<state.firstFacetLine + rows).contains(state.facetLine) {
        return "the chosen value is not seen"
      }
    }
    if (state.pane == .field) != state.field.isEditing {
      return "the field does not know whether it has the keys"
    }
    return nil
  }
}
