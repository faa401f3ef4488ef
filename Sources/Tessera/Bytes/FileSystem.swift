/// Everything an index does to the disk.
///
/// One protocol, so that tests can put a layer under the index that fails, tears and reorders. Paths are as the
/// operating system takes them. Every error is of kind `.io` and says what to do now, save where a kind is named.
package protocol FileSystem: Sendable {
  /// Makes an empty file to write to; one that is there already is emptied.
  func create(_ path: String) throws(TesseraError) -> any OutputFile

  /// Maps a whole file for reading.
  ///
  /// - Parameter readsAhead: whether the system may load all of it now, in the background.
  /// - Throws: `.notFound` when there is none.
  func map(_ path: String, readsAhead: Bool) throws(TesseraError) -> MappedFile

  /// Gives a file another name, replacing the file that had it, in one step.
  func rename(_ path: String, to newPath: String) throws(TesseraError)

  /// Takes a file's name away; its space is free when nobody has it open or mapped any more.
  ///
  /// - Throws: `.notFound` when there is none.
  func unlink(_ path: String) throws(TesseraError)

  /// The names in a folder, in ascending order, without `.` and `..`.
  ///
  /// - Throws: `.notFound` when there is none.
  func list(_ folder: String) throws(TesseraError) -> [String]

  /// The size in bytes; nil when there is no such file.
  func size(of path: String) throws(TesseraError) -> Int?

  /// Makes a folder, and those above it as needed, and makes their names durable; one that is there already is fine.
  func makeFolder(_ path: String) throws(TesseraError)

  /// Returns when the names made, changed and taken away in a folder have reached the disk.
  func syncFolder(_ path: String) throws(TesseraError)

  /// Takes the lock that a file stands for, making the file as needed; freed with the process at the latest.
  ///
  /// - Throws: `.locked` with the holder's process number when somebody has it, also within this process.
  func lock(_ path: String) throws(TesseraError) -> any FileLock
}

/// A file being written from front to back.
package protocol OutputFile: AnyObject {
  /// Appends all the bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(TesseraError)

  /// Returns when all that was written has reached the disk.
  func sync() throws(TesseraError)

  /// Ends writing. Letting go of the object closes the file too, but tells no error.
  func close() throws(TesseraError)
}

/// A lock that is held until `unlock` or until the object goes.
package protocol FileLock: AnyObject, Sendable {
  /// Whether the file that was locked still has its name: not when its folder was removed, or another one put there.
  var isInPlace: Bool { get }

  func unlock()
}

extension FileSystem {
  package func map(_ path: String) throws(TesseraError) -> MappedFile {
    try map(path, readsAhead: false)
  }

  /// Writes a whole file and syncs it.
  package func write(_ bytes: [UInt8], to path: String) throws(TesseraError) {
    let file = try create(path)
    try bytes.withUnsafeBufferPointer { (buffer) throws(TesseraError) in
      try file.write(UnsafeRawBufferPointer(buffer))
    }
    try file.sync()
    try file.close()
  }
}
