extension Manifest.Segment {
  /// Opens the segment with its deletions, to be read.
  ///
  /// - Throws: `.corrupt` also when it is not what the manifest says; `.notFound`, see `openNewest`.
  func open(
    in folder: String, schema: Schema, files: any FileSystem, checksPages: Bool = true
  ) throws(TesseraError) -> (reader: SegmentReader, deleted: DeletedDocuments?) {
    let file = try openFile(in: folder, files: files, checksPages: checksPages)
    let reader = try SegmentReader(file, schema: schema)
    guard reader.documentCount == documentCount else {
      throw reader.damaged("the manifest speaks of \(documentCount) documents")
    }
    return (reader, try openDeletions(in: folder, files: files))
  }

  /// Opens the segment's file.
  ///
  /// - Throws: `.corrupt` also when it is not the very file that was committed; `.notFound`, see `openNewest`.
  func openFile(
    in folder: String, files: any FileSystem, readsAhead: Bool = false, checksPages: Bool = true
  ) throws(TesseraError) -> SegmentFile {
    let file = try SegmentFile.open(
      path: folder + "/" + name, files: files, readsAhead: readsAhead, checksPages: checksPages)
    guard file.fingerprint == fingerprint, file.count == byteCount else {
      throw .corrupt(
        file: file.path, section: "the footer", offset: file.count, "this is not the file committed")
    }
    return file
  }

  /// Opens the segment's deletion file; nil when no document is deleted.
  ///
  /// - Throws: as `openFile`.
  func openDeletions(in folder: String, files: any FileSystem) throws(TesseraError) -> DeletedDocuments? {
    guard let deletions else { return nil }
    let path = folder + "/" + deletions.name
    let deleted = try DeletedDocuments.open(path: path, documentCount: documentCount, files: files)
    guard deleted.fingerprint == deletions.fingerprint, deleted.count == deletions.count else {
      throw .corrupt(file: path, section: "the deletions", offset: 0, "this is not the file committed")
    }
    return deleted
  }
}
