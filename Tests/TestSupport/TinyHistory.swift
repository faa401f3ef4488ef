import Tessera

/// What happens to an index, write by write, drawn at random.
package struct TinyHistory: CustomStringConvertible {
  package enum Change {
    case add(TinyDocument)
    case delete(String)
  }

  /// One call of `write`, and what comes after it.
  package struct Write {
    package var changes: [Change]
    /// Whether the body throws in the end, so that nothing of it is kept.
    package var isAbandoned = false
    package var merges = false
    /// Whether the index is opened anew afterwards.
    package var reopens = false
  }

  package var schema: Schema
  package var writes: [Write]

  /// - Parameter documentLimit: at most how many documents are added in all, over at most five writes.
  package init(
    words: [String] = TinyCorpus.plainWords, documentLimit: Int = 40, using random: inout SeededGenerator
  ) {
    let corpus = TinyCorpus(words: words, documentLimit: documentLimit, using: &random)
    schema = corpus.schema
    let writeCount = Int.random(in: 1...5, using: &random)
    writes = (0..<writeCount).map { _ in
      let count = Int.random(in: 0...(documentLimit / writeCount), using: &random)
      return Write(
        changes: (0..<count).map { _ in
          Int.random(in: 0..<6, using: &random) == 0
            ? .delete(corpus.key(using: &random)) : .add(corpus.document(using: &random))
        },
        isAbandoned: Int.random(in: 0..<8, using: &random) == 0,
        merges: Int.random(in: 0..<6, using: &random) == 0,
        reopens: Int.random(in: 0..<4, using: &random) == 0)
    }
  }

  package var description: String {
    writes.map { write in
      let marks = [(write.isAbandoned, "abandoned"), (write.merges, "merges"), (write.reopens, "reopens")]
      let title = (["write"] + marks.filter(\.0).map(\.1)).joined(separator: ", ")
      return ([title] + write.changes.map { "  \($0)" }).joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
