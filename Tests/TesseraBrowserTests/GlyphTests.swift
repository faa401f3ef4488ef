import Testing

@testable import TesseraBrowser

@Suite("Glyphs")
struct GlyphTests {
}
