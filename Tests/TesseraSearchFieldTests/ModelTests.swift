import Observation
import Synchronization
import Tessera
import Testing

@testable import TesseraSearchField

/// The observable shell: who is told of what.
@Suite("Model")
@MainActor struct ModelTests {
  private let field = SearchFieldModel(title: "Films", form: SearchTokenForm(facets: ["genre"]))

  private final class Log {
    var changes: [SearchFieldChange] = []
    var work: [@MainActor () -> Void] = []
  }
  private let log = Log()

  init() {
    let log = log
    field.onChange = { log.changes.append($0) }
  }

  /// Whether observers of what `read` reads hear of `change`.
  private func isObserved(_ read: () -> Void, _ change: () -> Void) -> Bool {
    let hasHeard = Atomic(false)
    withObservationTracking(read) { hasHeard.store(true, ordering: .relaxed) }
    change()
    return hasHeard.load(ordering: .relaxed)
  }

  @Test("what is set from outside calls nobody back, what a person does calls once")
  func callbacks() {
    field.searchText = ["a", "b"]
    field.tokens = [.plain("c")]
    field.text = "d"
    field.isEditing = true
    field.isEditing = false
    field.suggestions = [.word("dog")]
    field.title = "Books"
    #expect(log.changes.isEmpty)
    field.perform(.focus)
    field.perform(.type("e"))
    field.perform(.submit)
    field.perform(.submit)
    field.perform(.focus)
    #expect(
      log.changes == [
        [.editing, .suggestions], [.contents, .selection], [.contents, .selection, .submission],
      ])
    #expect(field.searchText == ["c", "de", ""] && field.isEditing)
  }

  @Test("observers hear of each change, from outside too, and of no equal value")
  func observation() {
    #expect(isObserved({ _ = field.tokens }, { field.searchText = ["a", "b"] }))
    #expect(!isObserved({ _ = field.searchText }, { field.searchText = ["a", "b"] }))
    #expect(!isObserved({ _ = field.tokens }, { field.tokens = [.plain("a"), .plain("a")] }))
    #expect(!isObserved({ _ = field.text }, { field.text = "b" }))
    #expect(!isObserved({ _ = field.isEditing }, { field.isEditing = false }))
    #expect(isObserved({ _ = field.isEditing }, { field.perform(.focus) }))
    #expect(isObserved({ _ = field.revision }, { field.perform(.type("c")) }))
    #expect(!isObserved({ _ = field.state }, { field.perform(.acceptSuggestion) }))
  }

  @Test("an owner that writes back what it was told ends there")
  func echo() {
    var owned: [String] = []
    field.onChange = { [field, log] change in
      log.changes.append(change)
      owned = field.searchText
      field.searchText = owned
    }
    field.perform(.type("a"))
    field.perform(.submit)
    #expect(owned == ["a", ""] && log.changes.count == 2)
  }

  @Test("an owner may answer with another value, and the field takes it without calling back")
  func answer() {
    field.onChange = { [field, log] change in
      log.changes.append(change)
      field.text = String(field.text.prefix(3))
    }
    field.perform(.type("abcdef"))
    #expect(field.text == "abc" && log.changes.count == 1)
  }

  @Test("what a control reports during an update is performed behind it, and only if it is news")
  func update() {
    let log = log
    let field = SearchFieldModel(SearchFieldState<SearchToken>()) { log.work.append($0) }
    field.onChange = { log.changes.append($0) }
    field.isEditing = true
    field.update {
      field.update { field.perform(.focus) }
      #expect(log.work.isEmpty, "the outer update is not over")
    }
    #expect(log.work.count == 1)
    log.work.removeFirst()()
    #expect(log.changes.isEmpty, "the state said so already")
    field.update {
      field.perform(.blur)
      #expect(field.isEditing, "nothing changes during an update")
    }
    #expect(field.isEditing && log.changes.isEmpty)
    log.work.removeFirst()()
    #expect(!field.isEditing && log.changes == [.editing])
  }

  @Test("without a scheduler of its own, that happens in the main actor's next turn")
  func nextTurn() async {
    await withCheckedContinuation { done in
      field.onChange = { _ in done.resume() }
      field.update { field.perform(.focus) }
      #expect(!field.isEditing)
    }
    #expect(field.isEditing)
  }

  @Test("suggestions are taken for the newest revision only")
  func offers() {
    field.perform(.type("w"))
    let old = field.revision
    field.perform(.type("a"))
    field.offer([.word("wolf")], for: old)
    #expect(field.suggestions.isEmpty)
    field.offer(
      [.token(.facet("genre", "War"), field: "genre", value: "War", count: 3), .word("war")],
      for: field.revision)
    #expect(field.suggestedTokens == [.facet("genre", "War")])
    #expect(field.query == Query(text: "wa"))
  }
}
