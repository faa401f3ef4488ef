/// Writes which words the values of a facet field have: a dictionary of the words, and for each the ordinals of its
/// values as a list.
///
/// The words are those of the folded value, cut as text is, so that a value is found by what finds it in a text.
struct FacetWordsWriter: ~Copyable {
  private var tokenizer = Tokenizer()
  private var buffer = TokenBuffer()
  private var table = TermTable()
  /// For each value its words, each once, one behind the other.
  private var numbers = Buffer<UInt32>()
  private var ends = Buffer<UInt32>()
  private let words: SectionWriter
  private let lists: SectionWriter
  private var tops: FacetTopsWriter

  init(words: SectionWriter, lists: SectionWriter, tops: consuming FacetTopsWriter) {
    (self.words, self.lists) = (words, lists)
    self.tops = tops
  }

  /// Takes the next value; the first has the ordinal 0.
  mutating func append(value: UnsafeBufferPointer<UInt8>, documentCount: Int) {
    tops.append(documentCount: documentCount)
    tokenizer.tokenize(value, into: &buffer)
    let start = UInt32(numbers.count)
    for token in buffer.tokens {
      let (number, _) = buffer.termBytes.withUnsafeBufferPointer {
        table.number(of: UnsafeBufferPointer(rebasing: $0[token.termRange]))
      }
      let record = table.record(of: number)
      if record.pointee.use.isSince(start) { continue }
      record.pointee.use.count(at: UInt32(numbers.count))
      numbers.append(UInt32(number))
    }
    ends.append(UInt32(numbers.count))
  }

  /// Writes the words in order.
  mutating func finish() {
    let sorted = table.sortedNumbers()
    // Where the list of each word begins among all of them.
    var places = [Int](repeating: 0, count: sorted.count)
    var sum = 0
    for number in sorted {
      places[Int(number)] = sum
      sum += table.documentCount(of: Int(number))
    }
    var values = [UInt32](repeating: 0, count: sum)
    var place = 0
    for ordinal in 0..<ends.count {
      while place < Int(ends[ordinal]) {
        let number = Int(numbers[place])
        values[places[number]] = UInt32(ordinal)
        places[number] += 1
        place += 1
      }
    }
    var terms = TermDictionaryWriter(words)
    var writer = PostingListWriter(section: lists, documents: ends.count)
    values.withUnsafeBufferPointer { values in
      for number in sorted {
        let end = places[Int(number)]
        let list = UnsafeBufferPointer(rebasing: values[end - table.documentCount(of: Int(number))..<end])
        let bytes = writer.append(docs: list, frequencies: nil, model: nil)
        terms.add(term: table[Int(number)], documentCount: UInt32(list.count), byteCount: bytes)
        tops.append(word: table[Int(number)], values: list)
      }
      tops.finish(values)
    }
    terms.finish()
  }
}
