import Foundation
import Testing
import TestSupport

@testable import Tessera

@Suite("A number")
struct NumberTests {
  @Test("is written as a literal where one is expected")
  func literals() {
    #expect(
      SearchToken.numbers("n", from: 1990, through: 2.5)
        == .numbers("n", from: Number(1990), through: Number(2.5)))
    #expect(Number(2.0) == 2 && 2.0 as Number == .integer(2))
  }

  @Test("compares by value, integer or double", arguments: 0..<100)
  func comparesExactly(seed: Int) {
    var random = SeededGenerator(seed: seed)
    func number() -> Number {
      let bits = Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63, using: &random)
      switch Int.random(in: 0...4, using: &random) {
      case 0: return .integer(bits)
      case 1: return .double(Double(bits))
      case 2: return .double(Double(bits).nextUp)
      case 3: return .double(Double(bits) / 4)
      default:
        return [
          .integer(.max), .integer(.min), .double(0x1p63), .double(-0x1p63), .double(-0.0),
          .double(.infinity),
          .double(-.infinity), .integer(0), .double(1e300),
        ].randomElement(using: &random)!
      }
    }
    for _ in 0..<200 {
      let (left, right) = (number(), number())
      #expect((left < right) == (exact(left) < exact(right)), "\(left) \(right)")
      #expect((left == right) == (exact(left) == exact(right)), "\(left) \(right)")
      if left == right { #expect(left.hashValue == right.hashValue) }
    }
  }

  /// Wide enough for every Int64 and every double compared here.
  private func exact(_ number: Number) -> Decimal192 {
    switch number {
    case .integer(let integer): Decimal192(whole: Int128(integer), fraction: 0)
    case .double(let double) where abs(double) >= 0x1p100:
      Decimal192(whole: double > 0 ? .max : .min, fraction: double)
    case .double(let double):
      Decimal192(whole: Int128(double.rounded(.down)), fraction: double - double.rounded(.down))
    }
  }

  private struct Decimal192: Comparable {
    var whole: Int128
    var fraction: Double
    static func < (left: Self, right: Self) -> Bool {
      (left.whole, left.fraction) < (right.whole, right.fraction)
    }
  }

  @Test(
    "is read from JSON or a date",
    arguments: [
      ("7", 7), (" 7 ", 7), ("-0", 0), ("7.0", 7), ("1970-01-01", 0), ("1970-01", 0),
      ("1969-12-31", -86_400_000),
      ("2024-02-29", 1_709_164_800_000), ("2024-05", 1_714_521_600_000),
      ("2024-05-17T08:30", 1_715_934_600_000),
      ("2024-05-17T08:30:15Z", 1_715_934_615_000), ("2024-05-17 08:30:15.1239", 1_715_934_615_123),
      ("2024-05-17T08:30:15,5+02:00", 1_715_927_415_500), ("2024-05-17T08:30-0530", 1_715_954_400_000),
      ("2024-05-17T24:00", 1_715_990_400_000), ("0000-01-01", -62_167_219_200_000),
      ("9999-12-31", 253_402_214_400_000),
      ("1600-02-29", -11_670_998_400_000), ("2016-12-31T23:59:60Z", 1_483_228_800_000),
      ("2024-05-17T08+02", nil),
      ("2023-02-29", nil), ("1900-02-29", nil), ("2024-13", nil), ("2024-00-01", nil), ("2024-05-32", nil),
      ("2024-5-1", nil),
      ("2024-05-17T25:00", nil), ("2024-05-17T24:01", nil), ("2024-05-17T08:30+", nil), ("2024-05-17T", nil),
      ("", nil),
      ("x", nil), ("+7", nil), ("07", nil), ("0x10", nil), ("7a", nil), ("NaN", nil), ("-", nil),
      ("1e999", nil), ("٧", nil),
    ] as [(String, Int64?)])
  func isRead(text: String, expected: Int64?) {
    #expect(Number(text) == expected.map { .integer($0) })
  }

  @Test("that is a day is the day Foundation says", arguments: 0..<20)
  func daysAgree(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let formatter = ISO8601DateFormatter()
    for _ in 0..<50 {
      // From 1600 on: before, Foundation turns to the Julian calendar.
      let second = Int64.random(in: -11_676_096_000..<253_402_300_800, using: &random)
      let text = formatter.string(from: Date(timeIntervalSince1970: Double(second)))
      #expect(Number(text) == .integer(second * 1000), "\(text)")
    }
  }

  @Test("keeps its value through its text", arguments: 0..<50)
  func roundTrips(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let double = Double(bitPattern: UInt64.random(in: 0 ... .max, using: &random))
      guard let number = Number(double) else { continue }
      #expect(Number(number.description) == number)
    }
  }

  @Test("has one decimal spelling for each value", arguments: 0..<50)
  func oneSpelling(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let digits = String(Int.random(in: 1...99999, using: &random))
      let shift = Int.random(in: -50...50, using: &random)
      // The same value with the point moved and zeros added.
      let moved = Int.random(in: 0..<digits.count, using: &random)
      let zeros = String(repeating: "0", count: Int.random(in: 0...3, using: &random))
      let fraction = digits.suffix(moved) + zeros
      let other = digits.dropLast(moved) + (fraction.isEmpty ? "" : "." + fraction) + "E\(shift + moved)"
      #expect(spelling("\(digits)e\(shift)") == spelling(String(other)), "\(digits)e\(shift) \(other)")
      #expect(Double(spelling("\(digits)e\(shift)"))! == Double("\(digits)e\(shift)")!)
    }
  }

  private func spelling(_ number: String) -> String {
    var out: [UInt8] = []
    Array(number.utf8).withUnsafeBufferPointer { _ = DecimalText.append($0, to: &out) }
    return String(decoding: out, as: UTF8.self)
  }
}
