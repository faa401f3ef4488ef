import Glibc
import Tessera
import TestSupport

/// A process that writes to an index until it is done or killed.
package enum WriterRole {
  /// Plays the marked write of an operation, and prints the segments after each commit.
  package static func run(
    folder: String, seed: Int, keyCount: Int, words: String, operation: Int
  ) throws {
    guard let words = LifeScript.Words(rawValue: words) else { throw Disagreement("no words \(words)") }
    let write = LifeScript(seed: seed, words: words, keyCount: keyCount).markedWrite(operation: operation)
    let index = try SearchIndex.open(at: folder)
    printNow("ready")
    try index.write { writer in
      for part in write.parts {
        for change in part.changes { _ = try writer.apply(change) }
        if part.merges { try writer.mergeAll() }
        try writer.commit()
        printNow(line(try index.snapshot().segments))
      }
    }
    printNow("done")
  }

  /// A line that says how many documents segments have and how many are deleted, and the segments back from it.
  static func line(_ segments: [SegmentInfo]) -> String {
    (["commit"] + segments.map { "\($0.documents):\($0.deleted)" }).joined(separator: " ")
  }

  static func segments(_ line: String) -> [SegmentInfo] {
    line.split(separator: " ").dropFirst().map { segment in
      let counts = segment.split(separator: ":").compactMap { Int($0) }
      return SegmentInfo(
        name: "", documents: counts.first ?? 0, deleted: counts.last ?? 0, terms: 0, postings: 0, bytes: 0,
        sections: [:])
    }
  }

  /// Prints a line with one call of the system, so that a killed process has printed all of it or nothing.
  static func printNow(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(STDOUT_FILENO, bytes, bytes.count)
  }
}
