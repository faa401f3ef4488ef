/// When an answer has to be there.
struct Deadline: Sendable {
  struct Passed: Error {}

  private let end: ContinuousClock.Instant

  init(milliseconds: Int) {
    end = .now + .milliseconds(milliseconds)
  }

  func check() throws(Passed) {
    if ContinuousClock.now >= end { throw Passed() }
  }
}
