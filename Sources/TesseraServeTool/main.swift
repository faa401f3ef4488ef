import Glibc
import Tessera
import TesseraPresentation
import TesseraServer

// What `tessera serve` becomes: a program of its own, since the libraries of a web server would have to be loaded for
// each `tessera search` too, and take as long as it does.

/// Runs until it is told to end; the exit status is that of `tessera`.
func serve(_ arguments: [String]) -> Int32 {
  guard arguments.count == 3, let port = UInt16(arguments[2]) else {
    Messages.write("tessera-serve: this is a part of tessera; use 'tessera serve INDEX'\n")
    return 64
  }
  signal(SIGPIPE, SIG_IGN)
  do throws(TesseraError) {
    let signals = StopSignals()
    let server = try SearchServer(index: arguments[0], host: arguments[1], port: port)
    print("Serving \(server.documentCount) documents at \(server.address)")
    fflush(nil)
    while !signals.wait(milliseconds: 200) { server.refresh() }
    server.stop()
    return 0
  } catch {
    Messages.print("\(error)")
    return 1
  }
}

exit(serve(Array(CommandLine.arguments.dropFirst())))
