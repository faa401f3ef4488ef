import Glibc
import Tessera

/// Why a benchmark could not be run: said to the person who called it.
struct BenchmarkError: Error {
  /// The exit status: 64 when the call was wrong, 1 when the run failed.
  var status: Int32 = 1
  var message: String

  static func misuse(_ message: String) -> BenchmarkError { BenchmarkError(status: 64, message: message) }
}

/// The commands of `tessera-benchmark`.
enum BenchmarkTool {
  static let usage = """
    usage: tessera-benchmark COMMAND …

    The protocol by which engines are compared (see README.md):
      index DOCS.tsv FOLDER              builds an index in an empty folder
      query FOLDER QUERIES.tsv PASSES    one line a query: class, least microseconds, hits, results

    Stages:
      classes FOLDER QUERIES.tsv         p50 to p99 by class, letters and words, answers checked first
      keystrokes FOLDER QUERIES.tsv      all that a search field shows, letter by letter, beside the ten best alone
      kernels FOLDER                     ns a posting of decoding, scoring, intersecting; dictionary, heap
      counts FOLDER QUERIES.tsv          what each query reads, in a counting build (limits.sh)
      build DOCS.tsv                     documents and bytes a second, size, peak memory
      open FOLDER…                       time to open an index, and to its first answer
      checksums FOLDER QUERIES.tsv       what checking pages costs: warm, first touched, from the disk
      tokenize FILE                      MB/s of text to terms, beside the plain ICU pipeline
      highlight FILE [TEXT]              MB/s of finding in text what a query finds, and of passages
      parse FILE.jsonl                   MB/s of JSON to fields
      hostile                            ns a byte of inputs as bad as can be, that grow
      start-up -- COMMAND… [-- COMMAND…] median time of whole processes, run in turn

    Data:
      generate N                         N synthetic documents as DOCS.tsv, seeded
      sample DOCS.tsv                    queries of every class as QUERIES.tsv, seeded

    Options:
      --threads N[,N…]  threads that write segments        --memory MB   memory while indexing (default 256)
      --passes N        timed passes (default 5)          --no-merge    leave the segments as they were written
      --no-prefix-lists index without lists for prefixes of many words
      --json FILE       append the figures as JSON Lines  --label TEXT  name of the data in these lines
      --seed N          seed of generate and sample       --only A,B    these classes of query alone
      --slowest N       also name the slowest queries     --counts FILE distance to the limit, from counts
      --queries N       how many texts are typed (200)
      --into FOLDER     where build leaves its index      --words N     mean words of made-up documents (60)
      --text F[=W],…  --facet F,…  --number F,…  --id F   the fields that parse takes
    """

  /// Runs the command that the process was called with, and ends the process.
  static func run() -> Never {
    do {
      try run(Arguments(CommandLine.arguments.dropFirst()))
    } catch let error as BenchmarkError {
      stop(error.message, status: error.status)
    } catch {
      stop("\(error)", status: 1)
    }
    flushOutput()
    exit(0)
  }

  private static func run(_ arguments: Arguments) throws {
    warnOfDebugBuild()
    switch arguments.command {
    case "index": try PeerProtocol.index(arguments)
    case "query": try PeerProtocol.query(arguments)
    case "classes": try QueryStage.run(arguments)
    case "keystrokes": try KeystrokeStage.run(arguments)
    case "kernels": try KernelStage.run(arguments)
    case "counts": try CountStage.run(arguments)
    case "build": try BuildStage.run(arguments)
    case "build-once": try BuildStage.runOnce(arguments)
    case "tokenize": try TokenizeStage.run(arguments)
    case "highlight": try HighlightStage.run(arguments)
    case "parse": try ParseStage.run(arguments)
    case "open": try OpenStage.run(arguments)
    case "hostile": try HostileStage.run(arguments)
    case "checksums": try ChecksumStage.run(arguments)
    case "start-up": try StartUpStage.run(arguments)
    case "generate": try SyntheticCorpus.run(arguments)
    case "sample": try QuerySampler.run(arguments)
    case "help", "--help", "-h": print(usage)
    default: throw BenchmarkError.misuse(usage)
    }
  }

  private static func stop(_ message: String, status: Int32) -> Never {
    flushOutput()
    printError("tessera-benchmark: \(message)")
    exit(status)
  }

  private static func warnOfDebugBuild() {
    // Runs in debug builds alone, where asserts are evaluated.
    assert(
      {
        printError("tessera-benchmark: a debug build, its times mean nothing; build with -c release")
        return true
      }())
  }
}

/// Writes a line to standard error.
func printError(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Writes out what `print` has buffered.
func flushOutput() { fflush(nil) }
