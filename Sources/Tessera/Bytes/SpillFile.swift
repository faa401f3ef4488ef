/// A temporary file that takes what the sections of a file being written cannot hold in memory.
///
/// All sections share it: each remembers where its pieces stand. So there is one open file, however many
/// sections, and the memory is bounded by the number of sections alone. An error sticks until `seal` throws it.
final class SpillFile {
  private let path: String
  private let files: any FileSystem
  private var file: (any OutputFile)?
  private var error: TesseraError?
  private var count = 0

  /// Nothing is created before the first piece.
  init(path: String, files: any FileSystem) {
    self.path = path
    self.files = files
  }

  /// Appends a piece and says where it stands.
  func append(_ piece: UnsafeRawBufferPointer) -> Range<Int> {
    let range = count..<count + piece.count
    count += piece.count
    guard error == nil else { return range }
    do throws(TesseraError) {
      if file == nil { file = try files.create(path) }
      try file?.write(piece)
    } catch {
      self.error = error
    }
    return range
  }

  /// Ends writing and gives all pieces to read; nil when there are none.
  ///
  /// - Throws: the first error since the beginning.
  func seal() throws(TesseraError) -> MappedFile? {
    if let error { throw error }
    guard let file else { return nil }
    try file.close()
    let pieces = try files.map(path)
    guard pieces.count == count else {
      throw TesseraError(
        .io, file: path, "\(count) bytes were written, but it has \(pieces.count); is the disk full?")
    }
    return pieces
  }

  /// Removes the file, as well as it can.
  func remove() {
    guard file != nil else { return }
    try? files.unlink(path)
    file = nil
  }
}
