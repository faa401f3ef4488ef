import Foundation
import TestSupport

extension FuzzTarget {
  /// An input, and what it is called.
  package typealias Named = (name: String, bytes: [UInt8])

  /// What a fuzzer begins with: the files of `Fixtures/fuzz/TARGET`, and what is made from the index of the targets.
  package var seeds: [Named] {
    let folders = ["fuzz/\(rawValue)"] + (self == .json ? ["bad", "cases/files"] : [])
    let files = folders.flatMap(Self.files).filter { $0.bytes.count <= longest }
    return files + made.enumerated().map { ("made-\($0)", $1) }
  }

  /// What once was too much for a target, in `Fixtures/fuzz/TARGET/found`.
  package var found: [Named] { Self.files("fuzz/\(rawValue)/found") }

  private var made: [[UInt8]] {
    switch self {
    case .manifest: [[UInt8](FuzzIndex.shared.manifest.dropLast(8))]
    case .segment: SegmentInput.seeds
    case .query: QueryInput.seeds
    case .json, .text, .token, .http: []
    }
  }

  private static func files(_ folder: String) -> [Named] {
    let folder = URL(filePath: Fixtures.path(folder))
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      bytes(ofFile: folder.appending(path: name).path).map { (name, $0) }
    }
  }

  /// What a file holds; nil for what is none.
  ///
  /// Not by `Data(contentsOf:)`: it leaves memory behind where a file is empty or a folder, and the leak checker is to
  /// find that of the engine alone.
  private static func bytes(ofFile path: String) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return ferror(file) == 0 ? bytes : nil
  }

  /// Writes all seeds and found inputs into a folder, as libFuzzer reads them.
  package func writeSeeds(to folder: String) throws {
    for (name, bytes) in seeds + found {
      try Data(bytes).write(to: URL(filePath: folder).appending(path: name))
    }
  }
}

extension SegmentInput {
  /// Each use with a change to each section, near its start and near its end.
  static var seeds: [[UInt8]] {
    (0..<8).flatMap { use in
      (0..<UInt8(30)).flatMap { section in
        [
          [use, 0, section, 0, 0, 3, 0xFF], [use, 0x85, section, 0, 0, 9, 1], [use, 0x07, section, 0, 1, 0],
        ] as [[UInt8]]
      }
    }
  }
}

extension QueryInput {
  /// One word or two, in each order, with each kind of token.
  static var seeds: [[UInt8]] {
    (0..<6).flatMap { kind in
      (0..<5).map { order in
        [2, order, 0, 0, 0, 0, 0, 1, 1, kind & 1, 2, 1, kind, kind, kind, 2, 1, 0, 2, 1]
      }
    }
  }
}
