import Glibc
import Tessera
import TestSupport

/// What a process has of the machine, and an index of the disk.
struct Usage: CustomStringConvertible {
  /// Resident memory, in bytes.
  var memory = 0
  /// Open descriptors.
  var files = 0
  /// Mapped files of the index's folder.
  var mappings = 0
  /// Bytes of the folder's files on the disk.
  var disk = 0
  var segments = 0

  init() {}

  /// - Parameter process: the number of another one.
  init(folder: String, process: String = "self") throws {
    let status = try SmallFile.text("/proc/\(process)/status")
    let resident = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    memory = (Int(resident.filter(\.isNumber)) ?? 0) << 10
    // One of our own is the folder itself while it is read.
    files = try SmallFile.names(in: "/proc/\(process)/fd").count - (process == "self" ? 1 : 0)
    let maps = try SmallFile.text("/proc/\(process)/maps").split(separator: "\n")
    mappings = maps.count { $0.contains(folder + "/") }
    for name in try SmallFile.names(in: folder) {
      var status = stat()
      if stat("\(folder)/\(name)", &status) == 0 { disk += Int(status.st_blocks) * 512 }
      if name.hasSuffix(".segment") { segments += 1 }
    }
  }

  /// Of two indexes of one process.
  static func + (left: Self, right: Self) -> Self {
    var sum = Usage()
    (sum.memory, sum.files) = (max(left.memory, right.memory), max(left.files, right.files))
    (sum.mappings, sum.disk) = (left.mappings + right.mappings, left.disk + right.disk)
    sum.segments = left.segments + right.segments
    return sum
  }

  var description: String {
    "\(memory >> 10) KB of memory, \(files) open files, \(disk >> 10) KB on disk, \(segments) segments"
  }
}

/// What was sampled over a long time, and whether it grows.
struct Growth {
  private(set) var samples: [Usage] = []
  /// Fewer samples tell nothing.
  let least: Int

  init(least: Int = 100) { self.least = least }

  mutating func add(_ usage: Usage) { samples.append(usage) }

  /// The median of a quantity in each quarter of the time, without its first fifth, in which everything was new.
  private func quarters(_ quantity: (Usage) -> Int) -> [Int] {
    let steady = samples.dropFirst(samples.count / 5).map(quantity)
    return (0..<4).map { quarter in
      let part = steady[(steady.count * quarter / 4)..<(steady.count * (quarter + 1) / 4)].sorted()
      return part.isEmpty ? 0 : part[part.count / 2]
    }
  }

  /// Throws when memory or disk rise by more than a tenth from the first quarter to the last, or open files at all.
  func check() throws {
    guard samples.count >= least else { return }
    let quantities: [(String, (Usage) -> Int, Int)] = [
      ("resident memory", \.memory, 4 << 20), ("disk", \.disk, 1 << 20),
    ]
    for (name, quantity, slack) in quantities {
      let values = quarters(quantity)
      if values[3] > values[0] + values[0] / 10 + slack {
        throw Disagreement("\(name) grows: \(values) bytes, the medians of four quarters")
      }
    }
    let files = Set(samples.map(\.files))
    if files.count > 1 { throw Disagreement("open files: now \(files.sorted())") }
  }

  /// Medians of the four quarters, and the most there was.
  var figures: [String] {
    func line(_ name: String, _ unit: String, _ quantity: (Usage) -> Int) -> String {
      let medians = quarters(quantity).map(String.init).joined(separator: ", ")
      let steady = samples.count < least ? "" : medians + ", "
      return "\(name) by quarters: \(steady)most \(samples.map(quantity).max() ?? 0)\(unit)"
    }
    return [
      line("resident memory", " KB") { $0.memory >> 10 }, line("open files", "", \.files),
      line("disk", " KB") { $0.disk >> 10 }, line("segments", "", \.segments),
    ]
  }
}

/// Files of the system and folders, read whole.
enum SmallFile {
  static func names(in folder: String) throws -> [String] {
    guard let directory = opendir(folder) else { throw Disagreement("cannot list \(folder): errno \(errno)") }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  static func text(_ path: String) throws -> String {
    guard let file = fopen(path, "r") else { throw Disagreement("cannot read \(path): errno \(errno)") }
    defer { fclose(file) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return String(decoding: text, as: UTF8.self) }
      text += buffer[..<count]
    }
  }
}
