import Tessera
import TesseraSearchField

/// A token's text form must read back as the same token, and a copied field be pasted as the same tokens.
enum TokenInput {
  static let form = SearchTokenForm(
    facets: ["genre", "tag", "a:b", "12"], numbers: ["year", "price", "tag"], dates: ["released", "12"])

  static func run(_ input: [UInt8]) throws(FuzzFinding) {
    let text = String(decoding: input, as: UTF8.self)
    let token = form.token(from: text)
    let written = form.text(of: token)
    try require(form.token(from: written) == token, "\(token) is written \(written.debugDescription)")

    var field = SearchFieldState(form: form)
    field.apply(.paste(text))
    field.apply(.selectAll)
    let copied = field.copiedText
    var other = SearchFieldState(form: form)
    other.apply(.paste(copied))
    // A separator within the text makes a token of what stands before it.
    let isApart = !field.text.unicodeScalars.contains {
      ",\t\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0)
    }
    try require(
      !isApart || other.tokens == field.tokens,
      "copied as \(copied.debugDescription), pasted as \(other.tokens), not \(field.tokens)")

    var bound = SearchFieldState(form: form)
    bound.searchText = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let searchText = bound.searchText
    bound.searchText = searchText
    try require(bound.searchText == searchText, "\(searchText) becomes \(bound.searchText)")
    bound.apply(.submit)
    _ = bound.query
  }
}
