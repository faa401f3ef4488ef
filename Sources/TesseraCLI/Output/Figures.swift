/// Numbers as a person reads them.
enum Figures {
  /// 36273 as 36,273.
  static func grouped(_ number: Int) -> String {
    var text = ""
    for (place, digit) in String(number.magnitude).reversed().enumerated() {
      if place > 0 && place % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return (number < 0 ? "-" : "") + String(text.reversed())
  }

  /// 2.5 with two places as 2.50; rounds half away from zero.
  static func decimal(_ number: Double, places: Int) -> String {
    guard number.isFinite, number.magnitude < 1e15 else { return "\(number)" }
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((number.magnitude * Double(scale)).rounded())
    let sign = number < 0 && scaled > 0 ? "-" : ""
    if places == 0 { return sign + String(scaled) }
    let fraction = String(scaled % scale)
    return "\(sign)\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
  }

  /// 12582912 as 12.6 MB, in powers of 1000.
  static func bytes(_ count: Int) -> String {
    if count < 1000 { return "\(count) B" }
    var amount = Double(count) / 1000
    for unit in ["kB", "MB", "GB"] {
      if amount < 999.5 { return decimal(amount, places: amount < 99.95 ? 1 : 0) + " " + unit }
      amount /= 1000
    }
    return decimal(amount, places: 1) + " TB"
  }

  /// "1 document", "36,273 documents".
  static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
  }

  /// A stretch of time in the unit that suits it.
  static func duration(_ seconds: Double) -> String {
    if seconds < 0.001 { return decimal(seconds * 1e6, places: 0) + " µs" }
    if seconds < 1 { return decimal(seconds * 1000, places: seconds < 0.01 ? 2 : 0) + " ms" }
    if seconds < 60 { return decimal(seconds, places: 1) + " s" }
    let whole = Int(seconds.rounded())
    let minutes = "\(whole / 60 % 60) min"
    if whole < 3600 { return "\(minutes) \(whole % 60) s" }
    return "\(whole / 3600) h \(minutes)"
  }
}
