/// Finds the nodes of `FieldPaths`: each is the set of what may still follow of the schema's paths.
struct FieldPathCompiler {
  enum Target {
    case text(Int)
    case facet(Int)
    case number(Int)
    case key
  }

  /// What is left of a path.
  struct Rest: Hashable {
    let path: Int
    let start: Int
  }

  private struct Path {
    let parts: [Substring]
    let target: Target
  }

  private let paths: [Path]
  /// The first is the root.
  private(set) var nodes: [Set<Rest>] = []
  private var numbers: [Set<Rest>: Int] = [:]

  init(schema: Schema) {
    func path(_ text: String, _ target: Target) -> Path {
      Path(parts: text.split(separator: ".", omittingEmptySubsequences: false), target: target)
    }
    paths =
      schema.text.enumerated().map { path($1.path, .text($0)) }
      + schema.facets.enumerated().map { path($1, .facet($0)) }
      + schema.numbers.enumerated().map { path($1, .number($0)) }
      + (schema.key.map { [path($0, .key)] } ?? [])
    add(Set(paths.indices.map { Rest(path: $0, start: 0) }))
  }

  /// The names in the longest path.
  var maxParts: Int { paths.map(\.parts.count).max() ?? 0 }

  private mutating func add(_ rests: Set<Rest>) {
    guard numbers[rests] == nil else { return }
    numbers[rests] = nodes.count
    nodes.append(rests)
    for (_, next) in steps(from: rests) { add(next) }
  }

  /// The keys that lead on, in ascending order, and the nodes they lead to.
  func following(_ rests: Set<Rest>) -> [(key: String, node: Int)] {
    steps(from: rests).map { (key: $0.key, node: numbers[$0.rests] ?? 0) }
  }

  private func steps(from rests: Set<Rest>) -> [(key: String, rests: Set<Rest>)] {
    var steps: [String: Set<Rest>] = [:]
    for rest in rests {
      let parts = paths[rest.path].parts
      for end in rest.start..<parts.count {
        let key = parts[rest.start...end].joined(separator: ".")
        steps[key, default: []].insert(Rest(path: rest.path, start: end + 1))
      }
    }
    return steps.sorted { $0.key < $1.key }.map { (key: $0.key, rests: $0.value) }
  }

  /// The fields whose whole path leads here, those that `select` takes.
  func targets(of rests: Set<Rest>, _ select: (Target) -> Int?) -> [Int] {
    rests.filter { $0.start == paths[$0.path].parts.count }.compactMap { select(paths[$0.path].target) }
      .sorted()
  }
}
