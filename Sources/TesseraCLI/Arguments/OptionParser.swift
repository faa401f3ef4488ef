import CPlatform
import Glibc
import Tessera

/// Takes a command line apart by the conventions of GNU: options before or after operands, `--name=value`,
/// unique abbreviations, `--` ends the options.
enum OptionParser {
  enum Result {
    case help
    case version
    case arguments(Arguments)
  }

  /// One command line at a time: the state of the C library's scanner is the process's own.
  private static let oneAtATime = Guarded(())

  /// - Parameter stopsAtOperand: whether everything from the first operand on is an operand.
  static func parse(
    _ command: [String], options: [Option], stopsAtOperand: Bool = false
  ) throws(Misuse) -> Result {
    var pointers = (["tessera"] + command).map { strdup($0) } + [nil]
    let strings = pointers
    defer { strings.forEach { free($0) } }
    return try oneAtATime.withLock { _ throws(Misuse) in
      try pointers.withUnsafeMutableBufferPointer { arguments throws(Misuse) in
        let scanner = tessera_option_scanner_new(
          Int32(arguments.count - 1), arguments.baseAddress, stopsAtOperand)
        defer { tessera_option_scanner_free(scanner) }
        return try scan(scanner!, arguments, options: options + [.help, .version])
      }
    }
  }

  private static func scan(
    _ scanner: OpaquePointer, _ arguments: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>,
    options: [Option]
  ) throws(Misuse) -> Result {
    for option in options {
      let letter = option.letter?.asciiValue.map { CChar($0) } ?? 0
      tessera_option_scanner_add(scanner, option.name, letter, option.value != nil)
    }
    var values: [String: [String]] = [:]
    var text: UnsafePointer<CChar>?
    while true {
      let number = Int(tessera_option_scanner_next(scanner, &text))
      let value = text.map { String(cString: $0) } ?? ""
      guard number >= 0 else {
        if number == TESSERA_SCAN_END { break }
        throw misuse(number, value, options: options)
      }
      switch options[number].name {
      case Option.help.name: return .help
      case Option.version.name: return .version
      case let name: values[name, default: []].append(options[number].value == nil ? "" : value)
      }
    }
    let operands = arguments[Int(tessera_option_scanner_operands(scanner))...].compactMap { $0 }
    return .arguments(Arguments(values: values, operands: operands.map { String(cString: $0) }))
  }

  private static func misuse(_ fault: Int, _ text: String, options: [Option]) -> Misuse {
    switch fault {
    case TESSERA_SCAN_MISSING_VALUE: return Misuse("option '--\(text)' needs a value")
    case TESSERA_SCAN_UNWANTED_VALUE: return Misuse("option '--\(text)' takes no value")
    case TESSERA_SCAN_UNKNOWN_LETTER: return Misuse("there is no option '-\(text)'")
    default: break
    }
    let name = String(text.drop { $0 == "-" }.prefix { $0 != "=" })
    let meant = options.map(\.name).filter { $0.hasPrefix(name) }
    if meant.count > 1 {
      let choices = meant.map { "'--\($0)'" }.joined(separator: ", ")
      return Misuse("option '--\(name)' may be any of \(choices)")
    }
    return Misuse(unknown: "option", name, among: options.map(\.name)) { "--\($0)" }
  }
}
