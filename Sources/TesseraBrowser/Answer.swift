import Tessera
import TesseraSearchField

/// What was found for the tokens and the text of the field.
struct Answer: Sendable {
  /// The values of a facet field that hits have.
  struct Facet: Hashable, Sendable {
    var field: String
    var counts: [Count]
  }

  struct Count: Hashable, Sendable {
    var value: String
    var count: Int
  }

  var total = 0
  var isExact = true
  /// How many hits there are to walk.
  var hitCount = 0
  /// In the order of the schema, without fields of which no hit has a value.
  var facets: [Facet] = []
  var suggestions: [SearchFieldSuggestion<SearchToken>] = []
  var duration = Duration.zero
  /// Why there is none.
  var failure: String?
}

/// A hit as it is shown: pieces of text, of which every second one is a match.
struct ShownHit: Hashable, Sendable {
  var title: [String]
  var passage: [String] = []
  var values: [String] = []
}

/// A whole document, to be read.
struct ShownDocument: Hashable, Sendable {
  struct Field: Hashable, Sendable {
    var name: String
    /// Text and match in turn.
    var pieces: [String]
  }

  var title: [String]
  var fields: [Field]
}
