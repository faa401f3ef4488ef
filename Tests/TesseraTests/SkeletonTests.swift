import Testing

@testable import Tessera

@Test func skeleton() { #expect(true) }
