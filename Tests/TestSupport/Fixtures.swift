import Foundation

/// The files beside the sources that tests read.
package enum Fixtures {
  /// The package's own folder: four steps up from this file.
  package static let packageFolder = (0..<3).reduce(URL(filePath: #filePath)) { path, _ in
    path.deletingLastPathComponent()
  }

  /// The path of a file in the folder `Fixtures`.
  package static func path(_ name: String) -> String {
    packageFolder.appending(path: "Fixtures/\(name)").path
  }

  /// The text of a file, named from the package's folder.
  package static func source(_ name: String) throws -> String {
    try String(contentsOf: packageFolder.appending(path: name), encoding: .utf8)
  }

  /// The lines of a file in the folder `Fixtures` that are not empty.
  package static func lines(_ name: String) throws -> [String] {
    try source("Fixtures/\(name)").split(whereSeparator: \.isNewline).map(String.init)
  }
}
