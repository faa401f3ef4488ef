/// The schema's paths, compiled so that one walk over a document finds all of its fields.
///
/// `a.b.c` names the member `c` of `b` of `a`, and just as well members whose literal key holds a dot: `a.b` then
/// `c`, `a` then `b.c`, or `a.b.c`. A node stands for what may still follow; nodes with the same rest are one, so
/// there are few of them however many ways a path can be cut.
struct FieldPaths {
  struct Child {
    let key: [UInt8]
    let node: Int
  }

  struct Node {
    fileprivate(set) var children: [Child] = []
    /// The fields that a value here belongs to, as numbers in the schema's lists.
    fileprivate(set) var texts: [Int] = []
    fileprivate(set) var facets: [Int] = []
    fileprivate(set) var numbers: [Int] = []
    fileprivate(set) var isKey = false

    var isField: Bool { takesText || !numbers.isEmpty }
    /// Whether a value here is wanted as text.
    var takesText: Bool { isKey || !texts.isEmpty || !facets.isEmpty }
  }

  private(set) var nodes: [Node] = []
  static let root = 0

  fileprivate enum Target {
    case text(Int)
    case facet(Int)
    case number(Int)
    case key
  }

  private struct Path {
    let parts: [Substring]
    let target: Target
  }

  /// What is left of a path.
  private struct Rest: Hashable {
    let path: Int
    let start: Int
  }

  private let paths: [Path]
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
    _ = node(for: Set(paths.indices.map { Rest(path: $0, start: 0) }))
  }

  private mutating func node(for rests: Set<Rest>) -> Int {
    if let number = numbers[rests] { return number }
    let number = nodes.count
    numbers[rests] = number
    nodes.append(Node())
    var node = Node()
    var following: [String: Set<Rest>] = [:]
    for rest in rests.sorted(by: { $0.path < $1.path }) {
      let path = paths[rest.path]
      if rest.start == path.parts.count { node.add(path.target) }
      for end in rest.start..<path.parts.count {
        let key = path.parts[rest.start...end].joined(separator: ".")
        following[key, default: []].insert(Rest(path: rest.path, start: end + 1))
      }
    }
    for (key, rests) in following.sorted(by: { $0.key < $1.key }) {
      node.children.append(Child(key: Array(key.utf8), node: self.node(for: rests)))
    }
    nodes[number] = node
    return number
  }
}

extension FieldPaths.Node {
  fileprivate mutating func add(_ target: FieldPaths.Target) {
    switch target {
    case .text(let field): texts.append(field)
    case .facet(let field): facets.append(field)
    case .number(let field): numbers.append(field)
    case .key: isKey = true
    }
  }
}
