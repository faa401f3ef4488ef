import Glibc
import Tessera
import TesseraBrowser
import TesseraPresentation

// What `tessera browse` becomes: a program of its own, since the library of the screen would have to be loaded for each
// `tessera search` too.

/// Runs until a person quits; the exit status is that of `tessera`.
func browse(_ arguments: [String]) -> Int32 {
  guard arguments.count == 1 else {
    Messages.write("tessera-browse: this is a part of tessera; use 'tessera browse INDEX'\n")
    return 64
  }
  // https://no-color.org: set, and not empty.
  let colors = getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
  do throws(TesseraError) {
    let ending = try Browser(index: arguments[0], colors: colors).run()
    return ending.map { 128 + $0 } ?? 0
  } catch {
    Messages.print("\(error)")
    return 1
  }
}

exit(browse(Array(CommandLine.arguments.dropFirst())))
