import TestSupport
import Testing

@testable import Tessera

/// Files that are not as they were written: the right answer or an error that names file and section, never a trap,
/// and `verify` finds every one.
@Suite("A damaged index")
struct DamageTests {
  private struct Tally {
    var cases = 0
    /// Cases that opening refused, questions with an error, questions with the right answer.
    var refused = 0
    var errors = 0
    var answers = 0
  }

  @Test("each byte of a small index flipped: an error or the right answer, and found by verifying")
  func everyByte() throws {
    let subject = try DamageSubject.first(documentLimit: 12) {
      try $0.manifest.segments.count > 1 && $0.names.contains { $0.hasSuffix(".deleted") }
    }
    var random = SeededGenerator(seed: 1)
    var tally = Tally()
    let total = subject.files.values.reduce(0) { $0 + $1.count }
    let step = SafetyRun.isLong ? 1 : max(1, total / 300)
    var place = Int.random(in: 0..<step, using: &random)
    for name in subject.names {
      let bytes = subject.files[name]!
      while place < bytes.count {
        var damaged = bytes
        damaged[place] ^= UInt8.random(in: 1...255, using: &random)
        check(subject, name, damaged, "byte \(place) of \(name)", &tally, using: &random)
        place += step
      }
      place -= bytes.count
    }
    tell("each byte of an index of \(total) bytes flipped", tally)
  }

  @Test(
    "flips, cuts, zeroed, swapped and foreign blocks, other and missing files: an error or the right answer",
    arguments: 0..<2)
  func accidents(lane: Int) throws {
    let count = SafetyRun.count("TESSERA_DAMAGE", short: 400, long: 60_000) / 2
    var tally = Tally()
    var seed = 1000 * lane
    while tally.cases < count {
      seed += 1
      // Small ones of one page of checksums, which opening finds damaged, and large ones.
      let isLarge = seed % 4 == 3
      let subject =
        isLarge
        ? try DamageSubject(seed: seed, large: SafetyRun.isLong ? 6_000 : 1_000)
        : try DamageSubject(seed: seed, documentLimit: 40)
      var random = SeededGenerator(seed: seed)
      let casesEach = SafetyRun.isLong ? (isLarge ? 900 : 300) : 60
      let end = min(count, tally.cases + casesEach)
      while tally.cases < end {
        let name = subject.names.randomElement(using: &random)!
        let other = subject.names.filter { $0 != name }.randomElement(using: &random) ?? name
        let damage = FileDamage.allCases.randomElement(using: &random)!
        let (bytes, others) = (subject.files[name]!, subject.files[other]!)
        let damaged = damage.applied(to: bytes, other: others, using: &random)
        if damaged == bytes { continue }
        SafetyRun.note("damage, lane \(lane), seed \(seed), case \(tally.cases)")
        check(
          subject, name, damaged, "\(damage) of \(name), lane \(lane), seed \(seed)", &tally, using: &random)
      }
    }
    tell("flips, cuts, blocks and files, half of them", tally)
  }

  private func tell(_ what: String, _ tally: Tally) {
    SafetyRun.figure(
      "\(what): \(tally.cases) cases, all found by verify; \(tally.refused) refused when opened; of the questions to the "
        + "others \(tally.answers) answered right, \(tally.errors) with an error naming file and section")
  }

  private func check(
    _ subject: DamageSubject, _ name: String, _ damaged: [UInt8]?, _ place: Comment, _ tally: inout Tally,
    using random: inout SeededGenerator
  ) {
    tally.cases += 1
    let disk = subject.disk(with: [name: damaged])
    let snapshot: IndexSnapshot
    do {
      snapshot = try SearchIndex.open(at: DamageSubject.folder, files: disk).snapshot()
    } catch {
      tally.refused += 1
      return expectNames(error, name, isMissing: damaged == nil, place)
    }
    let asked = SafetyRun.isLong ? 4 : 2
    for number in subject.questions.indices.shuffled(using: &random).prefix(asked) {
      do {
        let answer: AnyHashable
        switch subject.questions[number] {
        case .merge, .update: answer = try DamageSubject.answer(subject.questions[number], from: disk)
        default: answer = try DamageSubject.answer(subject.questions[number], from: snapshot)
        }
        #expect(answer == subject.answers[number], place)
        tally.answers += 1
      } catch {
        tally.errors += 1
        expectNames(error, name, isMissing: damaged == nil, place)
      }
    }
    let found = snapshot.verify()
    #expect(!found.isEmpty, "nothing found: \(place)")
    for error in found { expectNames(error, name, isMissing: false, place) }
  }

  private func expectNames(_ error: any Error, _ name: String, isMissing: Bool, _ place: Comment) {
    guard let error = error as? TesseraError else {
      Issue.record("\(place): \(error)")
      return
    }
    if isMissing && name == Manifest.fileName {
      #expect(error.kind == .notFound && error.file == DamageSubject.folder, "\(error), \(place)")
      return
    }
    #expect(error.kind == .corrupt && error.file == DamageSubject.folder + "/" + name, "\(error), \(place)")
    #expect(error.detail.contains(isMissing ? "is missing" : "damaged in "), "\(error), \(place)")
  }
}
