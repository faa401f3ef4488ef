import CVector
import TestSupport
import Testing

@testable import Tessera

@Suite struct CodecTests {
  @Test("a length code is monotone, exact up to 15, and less than an eighth below the length")
  func lengthCodes() {
    var previous: UInt8 = 0
    for length in Array(0...70_000) + [1 << 20, 1 << 24 + 77, UInt32.max - 1, .max] as [UInt32] {
      let code = LengthCode.encode(length)
      let decoded = LengthCode.decode(code)
      #expect(code >= previous && decoded <= length)
      #expect(length < 16 ? decoded == length : Double(length - decoded) < Double(length) / 8)
      previous = code
    }
    for code in UInt8.min ... .max {
      #expect(code > 239 || LengthCode.encode(LengthCode.decode(code)) == code)
    }
  }

  @Test("blocks of every width pack and unpack", arguments: 0...32)
  func blocks(width: Int) {
    var random = SeededGenerator(seed: width)
    let values = (0..<128).map { _ in
      width == 0 ? 0 : UInt32.random(in: 0...UInt32.max, using: &random) >> UInt32(32 - width)
    }
    var bytes = [UInt8](repeating: 0xEE, count: 16 * width + 64)
    cvector_pack128(values, UInt32(width), &bytes)
    #expect(bytes[(16 * width)...].allSatisfy { $0 == 0xEE })
    var unpacked = [UInt32](repeating: 1, count: 128)
    cvector_unpack128(bytes, UInt32(width), &unpacked)
    #expect(unpacked == values)
    var before: UInt32 = 41
    let summed = values.map { gap in
      before = before &+ gap &+ 1
      return before
    }
    cvector_unpack_gaps128(bytes, UInt32(width), 41, &unpacked)
    #expect(unpacked == summed)
    unpacked = values
    cvector_sum_gaps128(&unpacked, 41)
    #expect(unpacked == summed)
  }

  @Test("rows of every width and count are read as written, whole and one by one", arguments: 0...32)
  func rows(width: Int) {
    var random = SeededGenerator(seed: width)
    for count in [1, 2, 7, 8, 9, 63, 127, 512] {
      let values = (0..<count).map { _ in
        width == 0 ? 0 : UInt32.random(in: 0...UInt32.max, using: &random) >> UInt32(32 - width)
      }
      var bytes: [UInt8] = []
      values.withUnsafeBufferPointer { BitRow.append($0, width: width, to: &bytes) }
      #expect(bytes.count == BitRow.byteCount(count, width: width))
      bytes += [UInt8](repeating: 0xFF, count: 64)
      var unpacked = [UInt32](repeating: 1, count: count + 8)
      cvector_unpack_row(bytes, UInt32(width), &unpacked, count)
      #expect(Array(unpacked[..<count]) == values)
      bytes.withUnsafeBufferPointer { bytes in
        for index in 0..<count {
          #expect(BitRow.value(bytes.baseAddress!, width: width, at: index) == values[index])
        }
      }
    }
  }

  @Test("kernels over bitmaps and bytes do what the plainest loop does", arguments: 0..<200)
  func kernels(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let words = (0..<40).map { _ in
      UInt64.random(in: 0...UInt64.max, using: &random) & UInt64.random(in: 0...UInt64.max, using: &random)
    }
    let isSet = { (doc: UInt32) in words[Int(doc / 64)] >> UInt64(doc % 64) & 1 == 1 }
    var numbers = [UInt32](repeating: 0, count: 40 * 64 + 16)
    let count = cvector_bits(words, 40, 1000, &numbers)
    #expect(Array(numbers[..<count]) == (0..<2560 as Range<UInt32>).filter(isSet).map { $0 + 1000 })
    for wanted in [0, 1] as [UInt32] {
      var docs = (0..<2560 as Range<UInt32>).filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
      var slots = docs.map { $0 + 7 }
      let expected = docs.filter { isSet($0) == (wanted == 1) }
      let number = docs.count
      docs += [UInt32](repeating: 0, count: 16)
      slots += [UInt32](repeating: 0, count: 16)
      let kept = cvector_filter_bits(&docs, &slots, number, words, wanted)
      #expect(Array(docs[..<kept]) == expected && Array(slots[..<kept]) == expected.map { $0 + 7 })
    }
    let bytes = (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
    let part = Int.random(in: 0...300, using: &random)
    #expect(cvector_max(bytes, part) == bytes[..<part].max() ?? 0)
    let sorted = Set((0..<400).map { _ in UInt32.random(in: 0..<1 << 31, using: &random) }).sorted().prefix(
      128)
    for target in sorted.prefix(20) + [0, 5, 1 << 31 - 1] {
      #expect(Int(cvector_rank128(Array(sorted), target)) == sorted.count { $0 < target })
    }
  }

  @Test("documents are found in a block as by going through it", arguments: 0..<300)
  func findInBlock(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let range = [200, 1000, 1 << 31].randomElement(using: &random)!
    var values: Set<UInt32> = []
    while values.count < 128 { values.insert(UInt32.random(in: 0..<UInt32(range), using: &random)) }
    let block = values.sorted()
    var wanted = Set(
      (0..<Int.random(in: 0...200, using: &random)).map { _ in
        Bool.random(using: &random)
          ? block.randomElement(using: &random)! : UInt32.random(in: 0..<1 << 31, using: &random)
      }
    ).sorted()
    let seen = wanted.count { $0 <= block[127] }
    let kept = wanted.indices.filter { values.contains(wanted[$0]) }
    let (docs, slotCount) = (wanted, wanted.count)
    var slots = (0..<UInt32(slotCount)).map { $0 * 2 }
    var places = [UInt32](repeating: .max, count: 2 * slotCount + 1)
    let found = wanted.withUnsafeMutableBufferPointer { wanted in
      slots.withUnsafeMutableBufferPointer { slots in
        cvector_find128(
          block, block[127], 1000, wanted.baseAddress, slots.baseAddress, slotCount, &places,
          wanted.baseAddress, slots.baseAddress)
      }
    }
    #expect(found.seen == seen && found.kept == kept.count)
    #expect(wanted[..<found.kept].elementsEqual(kept.map { docs[$0] }))
    #expect(slots[..<found.kept].elementsEqual(kept.map { UInt32($0 * 2) }))
    for index in 0..<seen {
      let rank = block.count { $0 < docs[index] }
      #expect(places[2 * index] == UInt32(1000 + rank))
    }
  }

  @Test("sixteen keys keep the best and sort them", arguments: 0..<200)
  func bestKeys(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let range: UInt64 = [4, 1000, .max].randomElement(using: &random)!
    var keys = (0..<16).map { _ in UInt64.random(in: 0...range, using: &random) }
    for _ in 0..<20 {
      let key = UInt64.random(in: 0...range, using: &random)
      var expected = keys
      expected[keys.firstIndex(of: keys.min()!)!] = key
      #expect(cvector_replace_least(&keys, key) == expected.min())
      #expect(keys == expected)
    }
    let sorted = keys.sorted(by: >)
    cvector_sort16(&keys)
    #expect(keys == sorted)
    let values = (0..<70).map { _ in UInt32.random(in: 0...3, using: &random) }
    let count = Int.random(in: 0...70, using: &random)
    #expect(Int(cvector_count_equal(values, count, 2)) == values.prefix(count).count { $0 == 2 })
  }

  @Test("scores are those of the plainest loop, to the last bit", arguments: 0..<100)
  func scores(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let lengths = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let norms = (0..<256).map { _ in Float.random(in: 0.3...9, using: &random) }
    let count = Int.random(in: 0...70, using: &random)
    let docs = (0..<count).map { _ in UInt32.random(in: 0..<4990, using: &random) }
    let frequencies = (0..<count).map { _ in
      UInt32.random(in: 1...1 << Int.random(in: 0...30), using: &random)
    }
    var sums = (0..<count).map { _ in Float.random(in: 0...9, using: &random) }
    let weight = Float.random(in: 0...9, using: &random)
    let expected = (0..<count).map {
      sums[$0] + weight
        * LengthNorms.impact(frequency: frequencies[$0], norm: norms[Int(lengths[Int(docs[$0])])])
    }
    cvector_score(docs, frequencies, count, lengths, norms, weight, &sums)
    #expect(sums == expected)
  }

  @Test("codebooks give bounds, exact ones where the maxima are few", arguments: 0..<25)
  func codebooks(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let kinds = Int.random(in: 1...600, using: &random)
    let values = (0..<kinds).map { _ in Float.random(in: 0.001..<1, using: &random) }
    let maxima = (0..<2000).map { _ in values.randomElement(using: &random)! }
    let codebook = ImpactCodebook(maxima: maxima, averageLength: 50)
    #expect(codebook.impacts.count == 256 && codebook.impacts[0] == 0)
    for value in maxima {
      let bound = codebook.impacts[Int(codebook.code(for: value))]
      #expect(bound >= value)
      if Set(maxima).count <= 255 { #expect(bound == value) }
    }
    // For another average length, impacts times the factor are still bounds.
    let average = [5.0, 49, 51, 700].randomElement(using: &random)!
    do {
      let scale = codebook.scale(to: average)
      let here = LengthNorms(averageLength: 50).values
      let there = LengthNorms(averageLength: average).values
      for code in 0..<240 {
        for frequency in [1, 2, 9, 1000] as [UInt32] {
          let impact = LengthNorms.impact(frequency: frequency, norm: here[code])
          #expect(LengthNorms.impact(frequency: frequency, norm: there[code]) <= impact * scale * (1 + 1e-6))
        }
      }
    }
  }

  @Test("the planned prefixes are those that a count of every prefix gives", arguments: 0..<300)
  func prefixPlan(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let letters = ["a", "b", "é", "日"]
    let terms = Set(
      (0..<Int.random(in: 0...60, using: &random)).map { _ in
        (0..<Int.random(in: 1...5, using: &random)).map { _ in letters.randomElement(using: &random)! }
          .joined()
      }
    ).map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    let counts = terms.map { _ in Int.random(in: 1...9, using: &random) }
    let least = Int.random(in: 1...40, using: &random)
    var plan = PrefixPlan(leastPostings: least * 2, leastChampions: least)
    for (term, count) in zip(terms, counts) {
      term.withUnsafeBufferPointer { plan.add(term: $0, documentCount: count) }
    }
    plan.finish()
    var expected: Set<[UInt8]> = []
    for term in terms {
      for end in 1...term.count where end == term.count || term[end] & 0xC0 != 0x80 {
        let places = terms.indices.filter { terms[$0].starts(with: term[..<end]) }
        if places.count > 1, places.reduce(0, { $0 + counts[$1] }) >= least {
          expected.insert(Array(term[..<end]))
        }
      }
    }
    let planned = plan.prefixes.map { Array(terms[$0.terms.lowerBound][..<$0.byteCount]) }
    #expect(Set(planned) == expected && planned.count == expected.count)
    for prefix in plan.prefixes {
      #expect(prefix.postings == counts[prefix.terms].reduce(0, +))
      let bytes = terms[prefix.terms.lowerBound][..<prefix.byteCount]
      #expect(terms.indices.filter { terms[$0].starts(with: bytes) } == Array(prefix.terms))
    }
    let keys = planned.map { $0 + [PrefixKey.terminator] }
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
  }

  @Test("lists of prefixes fit into their room, and are those of the most postings", arguments: 0..<300)
  func prefixRoom(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let documents = [1_000, 200_000].randomElement(using: &random)!
    let share = [-1, 0, 0.05, 0.3, 0.6, 5].randomElement(using: &random)!
    let least = Int.random(in: 2...200, using: &random)
    let facets = Int.random(in: 0...50_000, using: &random)
    func empty(_ share: Double) -> PrefixPlan {
      PrefixPlan(
        leastPostings: least, leastChampions: least, leastLevels: documents > 100_000 ? 1_000 : nil,
        leastTiered: 2_000, tierDepth: 100, documents: documents,
        averageLength: Double.random(in: 0...200, using: &random), facetBytes: facets, extraShare: share)
    }
    var (plan, all) = (empty(share), empty(.infinity))
    let terms = Set(
      (0..<Int.random(in: 0...400, using: &random)).map { _ in
        (0..<Int.random(in: 1...6, using: &random)).map { _ in UInt8.random(in: 97...100, using: &random) }
      }
    ).sorted { $0.lexicographicallyPrecedes($1) }
    for term in terms {
      let count = Int.random(in: 1...(documents / 4), using: &random)
      term.withUnsafeBufferPointer {
        plan.add(term: $0, documentCount: count)
        all.add(term: $0, documentCount: count)
      }
    }
    plan.finish()
    all.finish()
    func bytes(from least: Int) -> Double {
      Dictionary(grouping: plan.prefixes.filter { $0.postings >= least }, by: \.terms).values
        .reduce(0) { $0 + plan.listBytes($1[0].postings) }
    }
    #expect(all.leastPostings == least && plan.prefixes.count == all.prefixes.count)
    #expect(bytes(from: plan.leastPostings) <= max(0, plan.room) * (1 + 1e-9))
    if plan.leastPostings > least {
      #expect(bytes(from: plan.leastPostings - 1) > plan.room * (1 - 1e-9), "one more had room")
    }
  }

  @Test("more postings are reckoned as more bytes", arguments: [1_000, 200_000])
  func listBytes(documents: Int) {
    let plan = PrefixPlan(leastPostings: 1, leastChampions: 1, documents: documents)
    let sizes = stride(from: 0, to: 2 * documents, by: documents / 100).map { plan.listBytes($0) }
    #expect(sizes[0] == 0)
    // Where a list becomes a bitmap it may take a little less.
    #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0 <= $1 * 1.1 })
  }

  @Test("the best of many come out in order, ties by the lower document", arguments: 0..<200)
  func topHits(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let capacity = Int.random(in: 0...20, using: &random)
    let scratch = ScratchMemory()
    defer { withExtendedLifetime(scratch) {} }
    var top = TopHits(capacity: capacity, scratch: scratch)
    var all = (0..<UInt32.random(in: 0...200, using: &random)).map {
      ($0, Float(Int.random(in: 0...9, using: &random)))
    }
    for (doc, score) in all.shuffled(using: &random) { top.insert(score: score, doc: doc) }
    all.sort { $0.1 != $1.1 ? $0.1 > $1.1 : $0.0 < $1.0 }
    let best = top.sorted(scratch)
    #expect(best.map(\.doc) == all.prefix(capacity).map(\.0))
    #expect(best.map(\.score) == all.prefix(capacity).map(\.1))
  }
}
