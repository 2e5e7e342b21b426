// swift-tools-version: 6.2
import PackageDescription

// Everything is built anew here, with the counters and checks of libFuzzer, from the sources of the package above. It is a package of its own,
// so that nobody builds it who only wants the program.
//
// The address sanitizer is for what the compiler does not check, the memory behind pointers; without it three times as many inputs are tried.
let sanitizers = Context.environment["FUZZ_SANITIZERS"] ?? "fuzzer,address"
let instrumented: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"), .unsafeFlags(["-sanitize=\(sanitizers)"]),
]

let package = Package(
  name: "richpush-fuzz",
  platforms: [.macOS(.v15)],
  targets: [
    .systemLibrary(name: "Czlib", pkgConfig: "zlib"),
    .target(name: "Findings", swiftSettings: instrumented),
    .target(name: "GIFCodec", swiftSettings: instrumented),
    .target(name: "Zlib", dependencies: ["Czlib"], swiftSettings: instrumented),
    .target(name: "MediaFacts", dependencies: ["Findings", "GIFCodec", "Zlib"], swiftSettings: instrumented),
    .executableTarget(
      name: "Fuzz", dependencies: ["Findings", "GIFCodec", "MediaFacts", "Zlib"],
      swiftSettings: instrumented + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=\(sanitizers)", "-use-ld=lld"])]),
  ]
)
