import Tessera

/// Brings files into an index.
struct Import {
  struct Summary {
    var accepted = 0
  }
  var files: [String]
  var threads: Int

  func run(_ index: SearchIndex) throws -> Summary { fatalError("skeleton") }
}
