/// Spells made-up words: rank to letters and back to nothing else, without a table of words.
///
/// A word is a row of syllables, each consonants and then vowels, so two ranks never share a spelling. Frequent
/// words are short. Some letters begin many more words than others, as in real text, since some consonants have
/// many clusters: what a prefix of one letter stands for differs widely.
struct Vocabulary {
  private let syllables: [[UInt8]]

  init() {
    let heads = [
      "t", "s", "w", "b", "th", "h", "f", "m", "c", "p", "d", "l", "n", "r", "g", "st", "v", "k", "tr", "sh",
      "pr",
      "j", "ch", "cr", "sp", "gr", "br", "cl", "q", "pl", "fr", "dr", "sl", "str", "bl", "fl", "z", "sc", "y",
      "x",
    ]
    let tails = ["e", "a", "i", "o", "u", "ea", "io", "ou"]
    // Head and tail step together, so that the first ranks do not all begin with the same letter.
    syllables = (0..<heads.count * tails.count).map { number in
      let tail = (number + number / heads.count) % tails.count
      return Array((heads[number % heads.count] + tails[tail]).utf8)
    }
  }

  /// Appends the word of a rank: one syllable for the first 320 ranks, two for the next 102,400, and so on.
  func append(_ rank: Int, to text: inout [UInt8]) {
    var rest = rank
    repeat {
      let (quotient, place) = rest.quotientAndRemainder(dividingBy: syllables.count)
      text += syllables[place]
      rest = quotient - 1
    } while rest >= 0
  }

  /// The word of a rank with a capital letter.
  func name(_ rank: Int) -> String {
    var bytes: [UInt8] = []
    append(rank, to: &bytes)
    bytes[0] &-= 32
    return String(decoding: bytes, as: UTF8.self)
  }
}
