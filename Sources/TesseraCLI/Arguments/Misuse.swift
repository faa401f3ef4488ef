/// A command line that cannot be meant: what is wrong with it, naming the option or operand.
struct Misuse: Error, Hashable {
  let problem: String

  init(_ problem: String) {
    self.problem = problem
  }

  /// The value of an option is not what it takes.
  init(_ option: Option, expects expected: String, not found: String) {
    self.init("option '--\(option.name)' expects \(expected), not '\(found)'")
  }

  /// A name that is none of those that exist; the nearest is proposed when it differs by a slip of the finger.
  init(unknown kind: String, _ name: String, among names: [String], shownAs show: (String) -> String = { $0 })
  {
    let nearest = names.map { (name: $0, slips: EditDistance.between($0, name)) }.min { $0.slips < $1.slips }
    let proposal = nearest.flatMap { $0.slips <= 2 ? "; did you mean '\(show($0.name))'?" : nil }
    self.init("there is no \(kind) '\(show(name))'\(proposal ?? "")")
  }
}

/// The fewest letters to insert, delete or replace to make one word of another (Wagner & Fischer 1974).
enum EditDistance {
  static func between(_ first: String, _ second: String) -> Int {
    let letters = Array(second)
    var row = Array(0...letters.count)
    for (index, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in letters.indices {
        let replaced = diagonal + (letter == letters[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[letters.count]
  }
}
