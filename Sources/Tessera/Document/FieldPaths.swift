/// The schema's paths, compiled so that one walk over a document finds all of its fields.
///
/// `a.b.c` names the member `c` of `b` of `a`, and just as well members whose literal key holds a dot: `a.b` then
/// `c`, `a` then `b.c`, or `a.b.c`. A node stands for what may still follow; nodes with the same rest are one, so
/// there are few of them however many ways a path can be cut.
///
/// All in a few flat arrays of plain values, since every member of every document is looked up here.
struct FieldPaths {
  /// A key that leads from one node to another.
  struct Child {
    let node: Int
    fileprivate let count: Int
    /// The first eight bytes of the key, and where the others stand in `keys`.
    fileprivate let head: UInt64
    fileprivate let tail: Int
  }

  struct Node {
    /// Places in `children`.
    fileprivate(set) var children = 0..<0
    /// Places in `fields`: the text, facet and number fields that a value here belongs to.
    fileprivate(set) var texts = 0..<0
    fileprivate(set) var facets = 0..<0
    fileprivate(set) var numbers = 0..<0
    fileprivate(set) var isKey = false

    /// Whether a value here is wanted as text.
    var takesText: Bool { isKey || !texts.isEmpty || !facets.isEmpty }
  }

  private(set) var nodes: [Node] = []
  private(set) var children: [Child] = []
  /// Numbers of fields in the schema's lists.
  private(set) var fields: [Int] = []
  private var keys: [UInt8] = []
  static let root = 0

  init(schema: Schema) {
    let compiler = FieldPathCompiler(schema: schema)
    scratchCount = (compiler.maxParts + 1) * (compiler.nodes.map { compiler.following($0).count }.max() ?? 0)
    for rests in compiler.nodes { append(compiler, rests) }
  }

  private mutating func append(_ compiler: FieldPathCompiler, _ rests: Set<FieldPathCompiler.Rest>) {
    var node = Node()
    node.texts = append(compiler.targets(of: rests) { if case .text(let field) = $0 { field } else { nil } })
    node.facets = append(
      compiler.targets(of: rests) { if case .facet(let field) = $0 { field } else { nil } })
    node.numbers = append(
      compiler.targets(of: rests) { if case .number(let field) = $0 { field } else { nil } })
    node.isKey = !compiler.targets(of: rests) { if case .key = $0 { 0 } else { nil } }.isEmpty
    let start = children.count
    for (key, next) in compiler.following(rests) {
      let bytes = Array(key.utf8)
      let head = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
      children.append(Child(node: next, count: bytes.count, head: head, tail: keys.count))
      keys += bytes.dropFirst(8)
    }
    node.children = start..<children.count
    nodes.append(node)
  }

  private mutating func append(_ numbers: [Int]) -> Range<Int> {
    let start = fields.count
    fields += numbers
    return start..<fields.count
  }

  /// How many places a walk needs to note what it found: those of all nodes on one path at once.
  let scratchCount: Int

  /// Which of `children` the key leads to, counted from the first of them.
  ///
  /// - Parameter key: has eight readable bytes from its start, as strings on a tape have.
  @inline(__always)
  func child(of range: Range<Int>, for key: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let start = key.baseAddress else { return nil }
    let word = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    let head = key.count >= 8 ? word : word & ((1 << UInt64(8 * key.count)) - 1)
    for place in range where children[place].head == head && children[place].count == key.count {
      if key.count <= 8 || hasTail(children[place], key) { return place - range.lowerBound }
    }
    return nil
  }

  private func hasTail(_ child: Child, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    keys[child.tail..<child.tail + key.count - 8].elementsEqual(key.dropFirst(8))
  }
}
