/// What the values at one path of some documents are like; what `SchemaInference` decides by.
struct FieldStatistics {
  /// Documents that have a value here, and the last of them.
  private(set) var documents = 0
  private var lastDocument = -1
  private(set) var values = 0
  private(set) var strings = 0
  private(set) var numbers = 0
  private(set) var booleans = 0
  /// Of the strings, those that are a number or a date, and those that are addresses in the web.
  private(set) var numericStrings = 0
  /// Of these, the dates.
  private(set) var dates = 0
  private(set) var addresses = 0
  private(set) var stringBytes = 0
  private(set) var longestString = 0
  /// Whether a document has several values here.
  private(set) var isMany = false
  /// Whether values are elements of an array, and not only parts of its objects.
  private(set) var isList = false
  /// Hashes of the different values; counting ends at the limit.
  private var different: Set<UInt64> = []
  private static let maxDifferent = 1 << 16

  var differentValues: Int { different.count }
  var averageBytes: Int { strings == 0 ? 0 : stringBytes / strings }
  /// How often a value occurs on average.
  var repetition: Double { Double(values) / Double(max(1, different.count)) }

  mutating func observe(
    _ value: UnsafeBufferPointer<UInt8>, _ kind: JSONTape.Kind, document: Int, inArray: Bool,
    isElement: Bool
  ) {
    if kind == .string, value.trimmingBlanks().isEmpty { return }
    if document != lastDocument { documents += 1 } else { isMany = true }
    lastDocument = document
    isMany = isMany || inArray
    isList = isList || isElement
    values += 1
    if different.count < Self.maxDifferent { different.insert(Self.hash(value, kind)) }
    switch kind {
    case .string: observe(string: value)
    case .yes, .no: booleans += 1
    default: numbers += 1
    }
  }

  private mutating func observe(string: UnsafeBufferPointer<UInt8>) {
    strings += 1
    stringBytes += string.count
    longestString = max(longestString, string.count)
    if string.count <= 40, let read = Number.read(string) {
      numericStrings += 1
      if read.isDate { dates += 1 }
    }
    if string.starts(with: "http://".utf8) || string.starts(with: "https://".utf8) { addresses += 1 }
  }

  /// FNV-1a, the same in every run.
  private static func hash(_ value: UnsafeBufferPointer<UInt8>, _ kind: JSONTape.Kind) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(kind == .yes ? 1 : 0)
    for byte in value { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
