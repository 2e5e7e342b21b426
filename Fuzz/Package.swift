// swift-tools-version: 6.2
import PackageDescription

// Everything is built again here, with the counters of libFuzzer, from the sources of the package above. It is a package of its own, so that
// building the program does not build it.
//
// The address sanitizer is for what the compiler does not check, the memory behind pointers; without it more inputs are tried.
let sanitizers = Context.environment["FUZZ_SANITIZERS"] ?? "fuzzer,address"
let plain: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
/// For what reads bytes of strangers: it is seen what they reach there. Targets reach what tests reach.
let instrumented = plain + [.unsafeFlags(["-sanitize=\(sanitizers)", "-enable-testing"])]

/// Programs that libFuzzer's own beginning runs, one for each library, so that no input is counted in code that it cannot reach.
func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: ["FuzzSupport"] + dependencies,
    swiftSettings: instrumented + [.unsafeFlags(["-parse-as-library"])],
    linkerSettings: [.unsafeFlags(["-sanitize=\(sanitizers)", "-use-ld=lld"])])
}

let package = Package(
  name: "richpush-fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Those of the package above.
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
  ],
  targets: [
    .systemLibrary(name: "Cvips", pkgConfig: "vips"),
    .systemLibrary(name: "Ccurl", pkgConfig: "libcurl"),
    .systemLibrary(name: "Cssl", pkgConfig: "libcrypto"),
    .systemLibrary(name: "Czlib", pkgConfig: "zlib"),
    .systemLibrary(name: "Cseccomp", pkgConfig: "libseccomp"),
    .systemLibrary(name: "Cyaml", pkgConfig: "yaml-0.1"),
    .target(name: "Essentials", dependencies: ["Cyaml", "Czlib"], swiftSettings: instrumented),
    .target(
      name: "Libraries", dependencies: ["Ccurl", "Cssl", "Csystem", "Cvips", "Essentials"], swiftSettings: plain),
    .target(name: "Csystem", dependencies: [.target(name: "Cseccomp", condition: .when(platforms: [.linux]))]),
    .target(name: "Cssimulacra2"),
    .target(name: "JPEGEncoder", swiftSettings: plain),
    .target(name: "SSIMULACRA2", dependencies: ["Cssimulacra2"], swiftSettings: plain),
    .target(name: "Cresources", exclude: ["admin", "engines", "handbook", "ios-extension", "web-worker"]),
    .target(name: "Findings", dependencies: ["Cresources"], swiftSettings: instrumented),
    .target(name: "GIFCodec", swiftSettings: instrumented),
    .target(name: "MediaFacts", dependencies: ["Essentials", "Findings", "GIFCodec"], swiftSettings: instrumented),
    .target(
      name: "PushDelivery",
      dependencies: ["Essentials", "Findings", "MediaFacts"], swiftSettings: instrumented),
    .target(
      name: "MediaPipeline",
      dependencies: [
        "Csystem", "Essentials", "Findings", "GIFCodec", "JPEGEncoder", "Libraries", "MediaFacts", "PushDelivery",
        "SSIMULACRA2", .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ], swiftSettings: instrumented),
    .target(name: "FuzzSupport", swiftSettings: plain),
    fuzzer("Fuzz", ["Findings", "GIFCodec", "MediaFacts", "Essentials"]),
    fuzzer("FuzzDelivery", ["Findings", "MediaFacts", "PushDelivery"]),
    fuzzer("FuzzPipeline", ["Findings", "MediaFacts", "MediaPipeline", "PushDelivery"]),
  ]
)
