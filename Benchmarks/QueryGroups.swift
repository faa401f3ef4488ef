/// Ways to put queries into groups whose percentiles are told.
struct QueryGrouping: Sendable {
  /// Name of the benchmark in reports, and heading of the column.
  var benchmark: String
  var heading: String
  /// The group of a query; nil when it is in none.
  var group: @Sendable (QueryLine) -> String?

  static let byClass = QueryGrouping(benchmark: "classes", heading: "class") { $0.kind }

  /// How many letters of the last word are typed, in queries for the best documents.
  static let byLetters = QueryGrouping(benchmark: "letters", heading: "letters typed") { line in
    guard line.mode == .top else { return nil }
    return line.prefix.isEmpty ? (line.words.isEmpty ? nil : "whole words") : "\(line.prefix.count)"
  }

  /// How many words there are, the one being typed included, in queries for the best documents.
  static let byWords = QueryGrouping(benchmark: "words", heading: "words") { line in
    let count = line.words.count + (line.prefix.isEmpty ? 0 : 1)
    guard line.mode == .top, count > 0 else { return nil }
    return "\(count)" + (line.matchesAny ? ", any" : "") + (line.tokens.isEmpty ? "" : ", in facet")
  }

  /// The groups and the places of their queries: the classes in the order of the file, numbers ascending.
  func groups(of lines: [QueryLine]) -> [(name: String, members: [Int])] {
    var places: [String: Int] = [:]
    var groups: [(name: String, members: [Int])] = []
    for (number, line) in lines.enumerated() {
      guard let name = group(line) else { continue }
      let place = places[name] ?? groups.count
      if place == groups.count {
        places[name] = place
        groups.append((name, []))
      }
      groups[place].members.append(number)
    }
    return benchmark == "classes" ? groups : groups.sorted { $0.name < $1.name }
  }
}
