import Tessera

/// Shows what becomes of a text.
struct TokenizeCommand: Command {
  static let usage = Usage(
    name: "tokenize", operands: "TEXT…",
    summary: "Shows the terms that a text is cut and folded into",
    details: """
      For each term: what it is of its word, which word it is, and where it comes from in the
      text, in bytes of UTF-8.
      Several operands are joined by spaces; '-' reads the text from standard input.
      """,
    options: [.format],
    examples: [("tokenize \"L'Orage d'été\"", "l, orage, lorage, d, ete, dete")])

  private let text: String
  private let format: OutputFormat

  init(_ arguments: Arguments) throws(Misuse) {
    _ = try arguments.operand(0, "TEXT")
    text = StandardInput.text(arguments.operands)
    format = try arguments.format()
  }

  func run(_ output: Output) throws -> ExitStatus {
    var text = text
    var tokenizer = Tokenizer()
    var tokens = TokenBuffer()
    text.withUTF8 { tokenizer.tokenize($0, into: &tokens) }
    switch format {
    case .json: output.print(.array(tokens.tokens.map { Self.json($0, of: tokens) }))
    case .human where tokens.tokens.isEmpty: output.print("no terms")
    case .human: for line in Self.table(of: tokens, text: text).lines { output.print(line) }
    }
    return .done
  }

  private static func table(of tokens: TokenBuffer, text: String) -> Table {
    var table = Table([.left, .left, .right, .right, .left])
    table.add("term", "kind", "word", "bytes", "from")
    let bytes = Array(text.utf8)
    for token in tokens.tokens {
      let place = Int(token.sourceStart)..<Int(token.sourceEnd)
      table.add(
        term(token, of: tokens), "\(token.kind)", "\(token.position)",
        "\(place.lowerBound)-\(place.upperBound)",
        String(decoding: bytes[place], as: UTF8.self))
    }
    return table
  }

  private static func term(_ token: TokenBuffer.Token, of tokens: TokenBuffer) -> String {
    String(decoding: tokens.term(of: token), as: UTF8.self)
  }

  private static func json(_ token: TokenBuffer.Token, of tokens: TokenBuffer) -> JSONValue {
    [
      "term": .string(term(token, of: tokens)), "kind": .string("\(token.kind)"),
      "start": .integer(Int(token.sourceStart)), "end": .integer(Int(token.sourceEnd)),
      "position": .integer(Int(token.position)),
    ]
  }
}
