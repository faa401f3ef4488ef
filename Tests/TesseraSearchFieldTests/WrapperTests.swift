import Tessera
import Testing

@testable import TesseraSearchField

/// The two wrappers that the field grew from, written over the model as a host would.
@Suite("Older search bars")
@MainActor struct WrapperTests {
  /// A value that an owner holds; it counts who writes it.
  private final class Bound<Value> {
    var value: Value
    private(set) var writes: [Value] = []
    init(_ value: Value) { self.value = value }
    func write(_ new: Value) {
      value = new
      writes.append(new)
    }
  }

  /// A search bar whose binding is an array of strings, tokens first, the text being typed last.
  @MainActor private final class TokenSearchBar {
    let model = SearchFieldModel()
    private let searchText: Bound<[String]>

    init(searchText: Bound<[String]>) {
      self.searchText = searchText
      update()
      model.onChange = { [unowned self] change in
        if change.contains(.contents) { self.searchText.write(model.searchText) }
      }
    }

    /// The owner's value has changed.
    func update() { model.searchText = searchText.value }
  }

  @Test("the array holds tokens, then the text; submit commits, cancel clears")
  func tokenSearchBar() {
    let bound = Bound<[String]>([])
    let bar = TokenSearchBar(searchText: bound)
    for key in ["w", "a", "r"] { bar.model.perform(.type(key)) }
    bar.model.perform(.submit)
    bar.model.perform(.type("12:30"))
    bar.model.perform(.submit)
    bar.model.perform(.submit)
    bar.model.perform(.type(" "))
    bar.model.perform(.submit)
    #expect(
      bound.writes == [
        ["w"], ["wa"], ["war"], ["war", ""], ["war", "12:30"], ["war", "12:30", ""], ["war", "12:30", " "],
      ])
    bar.model.perform(.blur)
    #expect(bound.value == ["war", "12:30", " "])
    bar.model.perform(.cancel)
    #expect(bound.value == [""])
  }

  @Test("the owner's changes make, move and remove tokens and do not echo")
  func ownersChanges() {
    let bound = Bound(["a", "b", "te"])
    let bar = TokenSearchBar(searchText: bound)
    #expect(bar.model.tokens == [.plain("a"), .plain("b")])
    for value in [["b", "a", "te"], ["c", "b", ""], [], ["x"], ["Paris, France", "who: me", ""]] {
      bound.value = value
      bar.update()
      #expect(bar.model.searchText == (value.isEmpty ? [""] : value))
    }
    bar.update()
    #expect(bound.writes.isEmpty)
    bar.model.perform(.delete(.left))
    bar.model.perform(.delete(.left))
    #expect(bound.writes == [["Paris, France", ""]])
  }

  /// A search field with a title, a text, and a binding of whether it is edited, over a control that takes and loses
  /// the focus and says so at once.
  @MainActor private final class TitledSearchField {
    let model: SearchFieldModel<SearchToken>
    private let text: Bound<String>
    private let isEditing: Bound<Bool>
    private var controlHasFocus = false
    var controlRefusesFocus = false
    private(set) var isUpdating = false
    private(set) var writesDuringUpdate = 0

    init(
      _ title: String, text: Bound<String>, isEditing: Bound<Bool>,
      later: @escaping @MainActor (@escaping @MainActor () -> Void) -> Void
    ) {
      (self.text, self.isEditing) = (text, isEditing)
      model = SearchFieldModel(SearchFieldState(title: title), afterUpdate: later)
      model.onChange = { [unowned self] change in
        if isUpdating { writesDuringUpdate += 1 }
        if change.contains(.contents) { text.write(model.text) }
        if change.contains(.editing) { isEditing.write(model.isEditing) }
      }
      update()
    }

    func update() {
      isUpdating = true
      defer { isUpdating = false }
      model.text = text.value
      model.isEditing = isEditing.value
      model.update { controlFocus(model.isEditing) }
    }

    /// The control takes or loses the focus, by a call or by the person, and reports it.
    func controlFocus(_ wants: Bool) {
      guard wants != controlHasFocus else { return }
      controlHasFocus = wants && !controlRefusesFocus
      model.perform(controlHasFocus ? .focus : .blur)
    }
  }

  @Test(
    "editing begins and ends by the person or by the binding, without echo and without a change during an update"
  )
  func titledSearchField() {
    var later: [@MainActor () -> Void] = []
    func settle() {
      let work = later
      later = []
      for work in work { work() }
    }
    let (text, isEditing) = (Bound("dra"), Bound(false))
    let field = TitledSearchField("Films", text: text, isEditing: isEditing) { later.append($0) }
    #expect(field.model.title == "Films" && field.model.text == "dra")

    isEditing.value = true
    field.update()
    settle()
    #expect(field.model.isEditing && isEditing.writes.isEmpty, "by the binding")
    field.controlFocus(false)
    #expect(isEditing.writes == [false] && text.value == "dra", "by the person")
    field.update()
    field.controlFocus(true)
    field.model.perform(.type("m"))
    #expect(isEditing.writes == [false, true] && text.writes == ["dram"])
    field.update()
    isEditing.value = false
    text.value = "war"
    field.update()
    settle()
    #expect(isEditing.writes == [false, true] && text.writes == ["dram"] && field.model.text == "war")

    field.controlRefusesFocus = true
    isEditing.value = true
    field.update()
    #expect(isEditing.value, "the owner's value stands until the update is over")
    settle()
    #expect(isEditing.writes == [false, true, false], "then it hears that the control refused")
    #expect(field.writesDuringUpdate == 0)
  }
}
