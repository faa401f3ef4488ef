import TestSupport
import Testing

@testable import Tessera

/// Wild numbers in every section of a segment, in deletion files and manifests, under checksums that are right: an
/// error or some answer, soon, and never a trap.
@Suite("A forged index")
struct ForgeryTests {
  @Test("gives an error or an answer, and does not trap or hang", arguments: 0..<2)
  func survives(lane: Int) throws {
    let count = SafetyRun.count("TESSERA_FORGERIES", short: 400, long: 40_000) / 2
    let casesEach = SafetyRun.isLong ? 200 : 40
    var (cases, refused, errors, answers, slowest) = (0, 0, 0, 0, Duration.zero)
    for seed in 0..<(count + casesEach - 1) / casesEach {
      let subject = try DamageSubject(
        seed: 1000 * lane + seed, documentLimit: seed % 8 == 7 ? (SafetyRun.isLong ? 1_500 : 400) : 40)
      var random = SeededGenerator(seed: 1000 * lane + seed)
      for number in 0..<min(casesEach, count - cases) {
        SafetyRun.note("forgery, lane \(lane), seed \(seed), case \(number)")
        let (what, changes) = try forge(subject, using: &random)
        let start = ContinuousClock.now
        let outcome = ask(subject, changes, what, using: &random)
        slowest = max(slowest, ContinuousClock.now - start)
        cases += 1
        if outcome.isRefused { refused += 1 }
        errors += outcome.errors
        answers += outcome.answers
      }
    }
    SafetyRun.figure(
      "wild numbers under right checksums, half of them: \(cases) cases, no trap; \(refused) refused when opened; of the "
        + "questions to the others \(errors) with an error; the slowest case took \(slowest)")
  }

  // Found so: a column that said it had 2^62 values.
  @Test(
    "gives an error or an answer, whatever number stands at the end of a section",
    arguments: [0, 1 << 57, .max])
  func survivesExtremes(number: UInt64) throws {
    let subject = try DamageSubject(seed: 1)
    var manifest = try subject.manifest
    let name = manifest.segments[0].name
    for section in try ForgedSegment(subject.files[name]!).filledSections {
      var segment = try ForgedSegment(subject.files[name]!)
      segment.setEnd(of: section, to: number)
      manifest.segments[0].fingerprint = segment.fingerprint
      var random = SeededGenerator(seed: Int(section.kind.rawValue))
      let changes: [String: [UInt8]?] = [
        name: segment.bytes, Manifest.fileName: ManifestCodec.encode(manifest),
      ]
      _ = ask(subject, changes, section.description, using: &random)
    }
  }

  /// What is changed, and the files as they are then.
  private func forge(
    _ subject: DamageSubject, using random: inout SeededGenerator
  ) throws -> (what: String, changes: [String: [UInt8]?]) {
    var manifest = try subject.manifest
    let segments = manifest.segments.indices
    let deletions = segments.filter { manifest.segments[$0].deletions != nil }
    var changes: [String: [UInt8]?] = [:]
    var what: String
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1:
      what = "the manifest"
      random.forge(&manifest)
    case 2 where !deletions.isEmpty:
      what = "the deletions"
      let place = deletions.randomElement(using: &random)!
      let name = manifest.segments[place].deletions!.name
      let (bytes, fingerprint, deletedCount) = forgedDeletions(subject.files[name]!, using: &random)
      changes[name] = bytes
      manifest.segments[place].deletions!.fingerprint = fingerprint
      manifest.segments[place].deletions!.count = min(deletedCount, manifest.segments[place].documentCount)
    default:
      guard let place = segments.randomElement(using: &random) else { return ("nothing", [:]) }
      let name = manifest.segments[place].name
      var segment = try ForgedSegment(subject.files[name]!)
      what = segment.forge(using: &random)
      changes[name] = segment.bytes
      manifest.segments[place].fingerprint = segment.fingerprint
      if let documents = segment.documentCount { manifest.segments[place].documentCount = documents }
    }
    changes[Manifest.fileName] = ManifestCodec.encode(manifest)
    return (what, changes)
  }

  private func forgedDeletions(
    _ bytes: [UInt8], using random: inout SeededGenerator
  ) -> (bytes: [UInt8], fingerprint: UInt64, count: Int) {
    var bytes = bytes
    // Magic and version keep their places; the checksum is in bytes 56 to 63.
    let range = Int.random(in: 0..<4, using: &random) == 0 ? 16..<56 : 64..<bytes.count
    random.forge(&bytes, in: range.isEmpty ? 16..<56 : range)
    let fingerprint = Checksum.of(Array(bytes[..<56])) ^ Checksum.of(Array(bytes[64...]))
    withUnsafeBytes(of: fingerprint.littleEndian) { bytes.replaceSubrange(56..<64, with: $0) }
    return (bytes, fingerprint, bytes[64...].reduce(0) { $0 + $1.nonzeroBitCount })
  }

  private func ask(
    _ subject: DamageSubject, _ changes: [String: [UInt8]?], _ what: String,
    using random: inout SeededGenerator
  ) -> (isRefused: Bool, errors: Int, answers: Int) {
    let disk = subject.disk(with: changes)
    guard let snapshot = try? SearchIndex.open(at: DamageSubject.folder, files: disk).snapshot() else {
      return (true, 0, 0)
    }
    var (errors, answers) = (0, 0)
    // The manifest may speak of another index, for which other errors are right.
    let isAnyErrorRight = what == "the manifest"
    for question in subject.questions.shuffled(using: &random).prefix(SafetyRun.isLong ? 6 : 3) {
      do {
        switch question {
        case .merge, .update: _ = try DamageSubject.answer(question, from: disk)
        default: _ = try DamageSubject.answer(question, from: snapshot)
        }
        answers += 1
      } catch {
        errors += 1
        let error = error as? TesseraError
        #expect(isAnyErrorRight || error?.kind == .corrupt, "\(what): \(error?.description ?? "")")
      }
    }
    _ = snapshot.verify()
    _ = snapshot.segments
    return (false, errors, answers)
  }
}

extension SeededGenerator {
  /// Sets one of a manifest's numbers, or its schema, to something wild.
  fileprivate mutating func forge(_ manifest: inout Manifest) {
    func number(using random: inout SeededGenerator, from value: Int) -> Int {
      let choices = [0, 1, value + 1, max(0, value - 1), Int(Int32.max), Int(UInt32.max), 1 << 45]
      return choices.randomElement(using: &random)!
    }
    if manifest.segments.isEmpty || Int.random(in: 0..<4, using: &self) == 0 {
      forge(&manifest.schema, in: 0..<manifest.schema.count)
      return
    }
    let place = manifest.segments.indices.randomElement(using: &self)!
    switch Int.random(in: 0..<7, using: &self) {
    case 0:
      let count = number(using: &self, from: manifest.segments[place].documentCount)
      manifest.segments[place].documentCount = min(count, ManifestCodec.maximumDocuments)
    case 1:
      manifest.segments[place].byteCount = number(using: &self, from: manifest.segments[place].byteCount)
    case 2:
      manifest.segments[place].textLength = UInt64(
        number(using: &self, from: Int(manifest.segments[place].textLength)))
    case 3: manifest.segments.remove(at: place)
    case 4: manifest.segments.shuffle(using: &self)
    case 5: manifest.segments[place].deletions = nil
    default: manifest.nextFileNumber = [0, 1, 1 << 62, 1 << 40].randomElement(using: &self)!
    }
  }
}
