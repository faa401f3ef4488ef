import Tessera
import TestSupport

/// What is done to an index in its life, drawn from a seed: each operation by itself, so that any process can say what
/// the others do.
struct LifeScript: Sendable {
  /// What one call of `SearchIndex.write` does.
  struct Write {
    /// What is done up to a commit.
    struct Part {
      var changes: [TinyHistory.Change]
      var merges: Bool
    }
    var parts: [Part]
    /// Whether the body throws in the end, so that nothing of the last part is kept.
    var isAbandoned: Bool
  }

  /// Which words texts are made of.
  enum Words: String, CaseIterable, Sendable {
    case plain, ruled

    var words: [String] { self == .plain ? TinyCorpus.plainWords : TinyCorpus.ruledWords }
  }

  let seed: Int
  let kind: Words
  let corpus: TinyCorpus
  /// The key of a document that says which commit of a killed writer came last.
  static let mark = "mark"

  /// - Parameter keyCount: how many different keys documents have, which is about how many documents there will be.
  init(seed: Int, words: Words, keyCount: Int) {
    self.seed = seed
    kind = words
    var random = SeededGenerator(seed: seed)
    var corpus = TinyCorpus(words: words.words, documentLimit: keyCount, using: &random)
    corpus.keyCount = keyCount
    corpus.wordLimit = 30
    self.corpus = corpus
  }

  /// The random numbers of an operation.
  func random(of operation: Int) -> SeededGenerator {
    SeededGenerator(seed: seed &* 1_000_003 &+ operation &* Words.allCases.count &+ (kind == .plain ? 0 : 1))
  }

  func write(using random: inout SeededGenerator) -> Write {
    let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in part(using: &random) }
    return Write(parts: parts, isAbandoned: Int.random(in: 0..<8, using: &random) == 0)
  }

  /// A write whose parts each replace the mark.
  func markedWrite(operation: Int) -> Write {
    var random = random(of: operation)
    let parts = (0..<Int.random(in: 2...8, using: &random)).map { number in
      var part = part(using: &random)
      var mark = TinyDocument(key: Self.mark)
      mark.numbers["year"] = ["\(Self.mark(operation, number))"]
      part.changes.append(.add(mark))
      return part
    }
    return Write(parts: parts, isAbandoned: false)
  }

  static func mark(_ operation: Int, _ part: Int) -> Int { operation * 100 + part }

  private func part(using random: inout SeededGenerator) -> Write.Part {
    // Now and then most documents go, or many come at once.
    let isDying = Int.random(in: 0..<60, using: &random) == 0
    let count = isDying ? corpus.keyCount : [1, 10, 40, 200].randomElement(using: &random)!
    let deletesOf6 = isDying ? 6 : [0, 1, 1, 3].randomElement(using: &random)!
    let changes: [TinyHistory.Change] = (0..<Int.random(in: 0...count, using: &random)).map { _ in
      Int.random(in: 0..<6, using: &random) < deletesOf6
        ? .delete(corpus.key(using: &random)) : .add(corpus.document(using: &random))
    }
    return Write.Part(changes: changes, merges: Int.random(in: 0..<12, using: &random) == 0)
  }
}
