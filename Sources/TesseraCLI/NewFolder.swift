import Glibc

/// What was missing of a path before a folder was made there, to be given back as it was.
struct NewFolder {
  /// The folder and those above it, the innermost first.
  private let missing: [String]

  init(_ path: String) {
    var missing: [String] = []
    var path = path[...]
    while true {
      while path.count > 1, path.last == "/" { path.removeLast() }
      if path.isEmpty || access(String(path), F_OK) == 0 { break }
      missing.append(String(path))
      path = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    }
    self.missing = missing
  }

  /// Takes the folders away that were not there, as far as nothing is in them.
  func giveBack() {
    for folder in missing { rmdir(folder) }
  }
}
