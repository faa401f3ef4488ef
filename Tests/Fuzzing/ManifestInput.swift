import Tessera

/// A manifest without its checksum, which is made right: the index opens and answers, or says what is wrong.
enum ManifestInput {
  static func run(_ input: [UInt8]) throws(FuzzFinding) {
    do throws(TesseraError) {
      let files = try FuzzIndex.shared.files(replacing: ["manifest": sealed(input)])
      let index = try SearchIndex.open(at: FuzzIndex.folder, files: files)
      try search(index.snapshot())
      // A writer goes on from what the manifest says: numbers of files, of keys, of commits.
      try write(index)
      try search(index.snapshot())
    } catch {
      try requireTold(error)
    }
  }

  /// With its checksum behind it.
  static func sealed(_ manifest: [UInt8]) -> [UInt8] {
    manifest + withUnsafeBytes(of: Checksum.of(manifest).littleEndian) { [UInt8]($0) }
  }

  private static func search(_ snapshot: IndexSnapshot) throws(TesseraError) {
    _ = try snapshot.search(Query(text: "ab"), options: SearchOptions(suggestions: 3, completions: 3))
    _ = try snapshot.contains(key: "k1")
  }

  private static func write(_ index: SearchIndex) throws(TesseraError) {
    do {
      try index.write { writer in
        try writer.add(json: #"{"id": "k1", "title": "ab", "genre": "new", "year": 3}"#)
      }
    } catch let error as TesseraError {
      throw error
    } catch {
      throw TesseraError(.io, "\(error)")
    }
  }
}

/// An error about damaged files must be one of those that say so.
func requireTold(_ error: TesseraError) throws(FuzzFinding) {
  switch error.kind {
  case .corrupt, .unsupportedVersion, .limitExceeded, .unknownField: break
  default: throw FuzzFinding("\(error.kind.rawValue): \(error)")
  }
}
