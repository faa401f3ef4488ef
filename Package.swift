// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Tessera",
  // Where the search field's model is observed by SwiftUI.
  platforms: [.macOS(.v15), .iOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "Tessera", targets: ["Tessera"]),
    .library(name: "TesseraSearchField", targets: ["TesseraSearchField"]),
    .executable(name: "tessera", targets: ["TesseraCLI"]),
    .executable(name: "tessera-browse", targets: ["TesseraBrowseTool"]),
    .executable(name: "tessera-serve", targets: ["TesseraServeTool"]),
    .executable(name: "tessera-benchmark", targets: ["TesseraBenchmark"]),
  ],
  targets: [
    // Opaque shims: their public headers name no type of the library behind them.
    .target(name: "CICU", linkerSettings: [.linkedLibrary("icuuc")]),
    .target(name: "CSimdJSON", linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CCompression", linkerSettings: [.linkedLibrary("zstd"), .linkedLibrary("z")]),
    .target(name: "CXXHash", linkerSettings: [.linkedLibrary("xxhash")]),
    .target(name: "CPlatform"),
    .target(name: "CHTTPServer", linkerSettings: [.linkedLibrary("microhttpd")]),
    .target(name: "CTerminal", linkerSettings: [.linkedLibrary("ncursesw")]),
    // Vector kernels of the block codecs, chosen by the processor at run time.
    .target(name: "CVector"),

    .target(
      name: "Tessera",
      dependencies: ["CICU", "CSimdJSON", "CCompression", "CXXHash", "CPlatform", "CVector"]),
    .target(name: "TesseraSearchField", dependencies: ["Tessera"]),
    .target(name: "TesseraPresentation", dependencies: ["Tessera"]),
    .target(
      name: "TesseraBrowser",
      dependencies: ["Tessera", "TesseraSearchField", "TesseraPresentation", "CTerminal", "CPlatform"]),
    .executableTarget(
      name: "TesseraBrowseTool", dependencies: ["Tessera", "TesseraPresentation", "TesseraBrowser"]),
    .target(
      name: "TesseraServer",
      dependencies: ["Tessera", "TesseraSearchField", "TesseraPresentation", "CHTTPServer"],
      resources: [
        .embedInCode("Page/page.html"), .embedInCode("Page/page.css"), .embedInCode("Page/icon.svg"),
        .embedInCode("Page/page.js"), .embedInCode("Page/asking.js"), .embedInCode("Page/dom.js"),
        .embedInCode("Page/pills.js"), .embedInCode("Page/results.js"), .embedInCode("Page/state.js"),
        .embedInCode("Page/suggestions.js"), .embedInCode("Page/tokenList.js"),
      ]),
    .executableTarget(
      name: "TesseraServeTool", dependencies: ["Tessera", "TesseraPresentation", "TesseraServer"]),
    // Starts the programs above, but must not depend on them: it would be linked with their libraries.
    .executableTarget(name: "TesseraCLI", dependencies: ["Tessera", "TesseraPresentation", "CPlatform"]),
    .executableTarget(
      name: "TesseraBenchmark", dependencies: ["Tessera", "TesseraSearchField"], path: "Benchmarks",
      exclude: [
        "README.md", "chart.py", "charts", "compare-with.sh", "compare.py", "compare.sh", "debian",
        "growth.py", "growth.sh", "jsonl-to-tsv.py", "limits.sh", "machine.py", "micro.sh", "peers",
        "pictures", "pictures.sh", "ratios.py", "serve", "serve.sh", "start-up.sh", "try-debian.sh",
      ]),

    .target(name: "TestSupport", dependencies: ["Tessera"], path: "Tests/TestSupport"),
    // An index used for long and by many, and the program that does so for an hour (.ci/safety).
    .target(
      name: "Endurance", dependencies: ["Tessera", "TesseraServer", "TestSupport"], path: "Tests/Endurance"),
    .executableTarget(name: "tessera-safety", dependencies: ["Endurance"], path: "Tests/SafetyTool"),
    .testTarget(name: "EnduranceTests", dependencies: ["Endurance", "Tessera", "TestSupport"]),
    // Entry points for hostile input, and the program that libFuzzer drives them from (.ci/fuzz).
    .target(
      name: "Fuzzing",
      dependencies: [
        "Tessera", "TesseraSearchField", "TesseraPresentation", "TesseraServer", "TestSupport", "CFuzzer",
      ],
      path: "Tests/Fuzzing"),
    .target(name: "CFuzzer", path: "Tests/CFuzzer"),
    .executableTarget(name: "tessera-fuzz", dependencies: ["Fuzzing", "CFuzzer"], path: "Tests/FuzzTool"),
    .testTarget(name: "FuzzingTests", dependencies: ["Fuzzing", "TestSupport"]),
    .testTarget(name: "TesseraTests", dependencies: ["Tessera", "TestSupport"]),
    .testTarget(
      name: "TesseraSearchFieldTests", dependencies: ["TesseraSearchField", "Tessera", "TestSupport"]),
    .testTarget(
      name: "TesseraServerTests",
      dependencies: ["TesseraServer", "TesseraPresentation", "Tessera", "TestSupport"]),
    .testTarget(
      name: "TesseraBrowserTests",
      dependencies: ["TesseraBrowser", "TesseraSearchField", "Tessera", "TestSupport"]),
    .testTarget(name: "TesseraBenchmarkTests", dependencies: ["TesseraBenchmark", "Tessera"]),
    .testTarget(name: "TesseraCLITests", dependencies: ["TesseraCLI", "Tessera", "TestSupport"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
