#if canImport(Glibc)
  import Glibc
#endif

/// What scores depend on besides the documents: how many there are, and how long they are on average.
///
/// Usually those of the snapshot; those of a larger whole when an index is a part of it.
public struct CollectionStatistics: Sendable, Hashable {
  /// Documents, the deleted ones that no merge has dropped yet included.
  public var documents: Int
  /// The sum of their lengths.
  public var totalLength: Int

  public init(documents: Int, totalLength: Int) {
    self.documents = documents
    self.totalLength = totalLength
  }

  var averageLength: Double { documents == 0 ? 0 : Double(totalLength) / Double(documents) }

  /// How much a word is worth that `documentCount` documents have (BM25's idf).
  func weight(documentCount: Int) -> Float {
    let n = Double(documents)
    let df = Double(min(documentCount, documents))
    return Float(log(1 + (n - df + 0.5) / (df + 0.5)))
  }
}
