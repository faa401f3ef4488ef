import Glibc

/// Files that come with the package.
enum PackageFolder {
  /// The file of this name under the working folder, or the nearest folder above this program that has it.
  static func find(_ name: String) -> String? {
    if access(name, R_OK) == 0 { return name }
    guard let program = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(program) }
    var folder = String(cString: program)[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if access("\(folder)/\(name)", R_OK) == 0 { return "\(folder)/\(name)" }
    }
    return nil
  }
}
