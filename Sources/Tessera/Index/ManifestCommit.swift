extension Manifest {
  static let fileName = "manifest"

  /// Makes this manifest the index's newest commit.
  ///
  /// The files it names are synced already; their names are made durable first, then the manifest takes the place
  /// of the older one in a single step, and that step is made durable too. So a crash at any point leaves the
  /// commit before or this one.
  ///
  /// - Throws: `.io`. Either commit may then be the one on disk: the caller must not remove files of either, and
  ///   asks `load` before it goes on.
  func commit(in folder: String, files: any FileSystem) throws(TesseraError) {
    let path = folder + "/" + Self.fileName
    let temporary = path + Self.temporarySuffix
    try files.syncFolder(folder)
    do throws(TesseraError) {
      try files.write(ManifestCodec.encode(self), to: temporary)
      try files.rename(temporary, to: path)
    } catch {
      try? files.unlink(temporary)
      throw error
    }
    try files.syncFolder(folder)
  }

  /// The newest commit.
  ///
  /// - Throws: `.notFound` when there is no index in the folder.
  static func load(from folder: String, files: any FileSystem) throws(TesseraError) -> Manifest {
    let path = folder + "/" + fileName
    do throws(TesseraError) {
      return try ManifestCodec.decode(files.map(path).copied(), path: path)
    } catch {
      guard error.kind == .notFound else { throw error }
      throw TesseraError(.notFound, file: folder, "there is no index here; check the path or create one")
    }
  }

  /// Opens the newest commit, whatever a writer does meanwhile.
  ///
  /// Between reading the manifest and opening the files it names, a writer may commit and remove some of them:
  /// then the newer manifest is taken instead. A file that is missing while the manifest stays as it was is lost.
  ///
  /// - Parameter open: opens the files; called again for each newer manifest.
  static func openNewest<Opened>(
    in folder: String, files: any FileSystem, _ open: (Manifest) throws(TesseraError) -> Opened
  ) throws(TesseraError) -> Opened {
    var manifest = try load(from: folder, files: files)
    // Ends when the writer does, or when opening is faster than committing once.
    while true {
      do throws(TesseraError) {
        return try open(manifest)
      } catch {
        guard error.kind == .notFound else { throw error }
        let newer = try load(from: folder, files: files)
        guard newer != manifest else {
          throw TesseraError(
            .corrupt, file: error.file,
            "the index names this file, but it is missing; restore it from a copy or index again")
        }
        manifest = newer
      }
    }
  }

  /// The files in an index's folder that belong to it but to no live commit: what a writer that died left behind.
  func leftovers(in folder: String, files: any FileSystem) throws(TesseraError) -> [String] {
    let live = fileNames
    let finished = [Self.segmentSuffix, Self.deletionsSuffix]
    let suffixes = finished + finished.flatMap { [$0 + Self.temporarySuffix, $0 + Self.spillSuffix] }
    return try files.list(folder).filter { name in
      !live.contains(name)
        && (Self.isOwnName(name, suffixes: suffixes) || name == Self.fileName + Self.temporarySuffix)
    }
  }

  /// Removes what writers that died left behind; only the holder of the writer lock may, before it writes.
  ///
  /// Readers that have such a file mapped go on undisturbed. The folder is synced first: else a power failure
  /// could bring back an older manifest whose files are gone.
  static func removeLeftovers(in folder: String, files: any FileSystem) throws(TesseraError) {
    try files.syncFolder(folder)
    let manifest = try load(from: folder, files: files)
    for name in try manifest.leftovers(in: folder, files: files) {
      do throws(TesseraError) {
        try files.unlink(folder + "/" + name)
      } catch  where error.kind == .notFound {
        // Somebody was faster.
      }
    }
  }
}
