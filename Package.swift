// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "richpush",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "richpush", targets: ["richpush"]),
    .library(name: "Findings", targets: ["Findings"]),
    .library(name: "MediaFacts", targets: ["MediaFacts"]),
    .library(name: "PushDelivery", targets: ["PushDelivery"]),
    .library(name: "MediaPipeline", targets: ["MediaPipeline"]),
    .library(name: "GIFCodec", targets: ["GIFCodec"]),
    .library(name: "JPEGEncoder", targets: ["JPEGEncoder"]),
    .library(name: "SSIMULACRA2", targets: ["SSIMULACRA2"]),
  ],
  dependencies: [
    // All that there are, those of packages among them, so that two clones build the same.
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
  ],
  targets: [
    .systemLibrary(
      name: "Cvips", pkgConfig: "vips",
      providers: [.apt(["libvips-dev"]), .brew(["vips"])]),
    .systemLibrary(
      name: "Ccurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev", "libssl-dev"]), .brew(["curl", "openssl@3"])]),
    .systemLibrary(
      name: "Cssl", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "Czlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "Cyaml", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "Cseccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    .target(
      name: "Csystem", dependencies: [.target(name: "Cseccomp", condition: .when(platforms: [.linux]))]),
    // Not a part of Csystem: it replaces a function of the C library in whatever is linked with it, which only the program wants.
    .target(name: "Cthreads", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(name: "GIFCodec", swiftSettings: [.strictMemorySafety()]),
    .target(name: "JPEGEncoder", swiftSettings: [.strictMemorySafety()]),
    // Not a part of Csystem, so that the score depends on no library.
    .target(name: "Cssimulacra2"),
    .target(name: "SSIMULACRA2", dependencies: ["Cssimulacra2"], swiftSettings: [.strictMemorySafety()]),
    // Apart from Libraries, so that MediaFacts and PushDelivery need neither libvips nor libcurl nor OpenSSL.
    .target(name: "Essentials", dependencies: ["Cyaml", "Czlib"], swiftSettings: [.strictMemorySafety()]),
    .target(
      name: "Libraries", dependencies: ["Ccurl", "Cssl", "Csystem", "Cvips", "Essentials"],
      swiftSettings: [.strictMemorySafety()]),
    .target(
      name: "Cresources", path: "Resources",
      exclude: ["admin", "contact-sheet", "engines", "handbook", "ios-extension", "texts", "web-worker"]),
    .target(name: "Findings", dependencies: ["Cresources"]),
    .target(name: "MediaFacts", dependencies: ["Essentials", "Findings", "GIFCodec"]),
    .target(name: "PushDelivery", dependencies: ["Essentials", "Findings", "MediaFacts"]),
    .target(
      name: "MediaPipeline",
      dependencies: [
        "Csystem", "Essentials", "Findings", "GIFCodec", "JPEGEncoder", "Libraries", "MediaFacts", "PushDelivery",
        "SSIMULACRA2", .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .executableTarget(
      name: "richpush",
      dependencies: [
        "Cthreads", "Essentials", "Findings", "MediaFacts", "MediaPipeline", "PushDelivery",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .target(
      name: "TestSupport",
      dependencies: [
        "Essentials", "Findings", "MediaFacts", "PushDelivery",
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      path: "Tests/TestSupport",
      exclude: [
        "Android/AndroidDownload.java", "Browser/browser.py", "Browser/desktop.py", "Browser/page.py",
        "Browser/worker.js",
        "Schema/engines.py", "Schema/verdicts.py",
      ]
        + [
          "admin_node.mjs", "admin_python.py", "azure_front.py", "fcm.py", "server.py", "store.py", "store_front.py",
        ].map { "Server/" + $0 }),
    .executableTarget(
      name: "FaultyWorker", dependencies: ["MediaPipeline", "PushDelivery", "Cescape", "Cvips"],
      path: "Tests/FaultyWorker"),
    .target(name: "Cescape", path: "Tests/Cescape"),
    .executableTarget(
      name: "ScorePictures", dependencies: ["SSIMULACRA2", "TestSupport"], path: "Tests/ScorePictures"),
    .executableTarget(name: "EncodeJPEG", dependencies: ["JPEGEncoder", "TestSupport"], path: "Tests/EncodeJPEG"),
    .testTarget(name: "FindingsTests", dependencies: ["Findings", "TestSupport"]),
    .testTarget(name: "EssentialsTests", dependencies: ["Czlib", "Essentials", "TestSupport"]),
    .testTarget(name: "LibrariesTests", dependencies: ["Findings", "Libraries", "PushDelivery", "TestSupport"]),
    .testTarget(name: "MediaFactsTests", dependencies: ["Findings", "MediaFacts", "TestSupport"]),
    .testTarget(
      name: "PushDeliveryTests", dependencies: ["Findings", "MediaFacts", "PushDelivery", "TestSupport"],
      exclude: ["Rows", "Rules/Request/bodies.txt"]),
    .testTarget(name: "GIFCodecTests", dependencies: ["GIFCodec", "TestSupport"]),
    .testTarget(name: "JPEGEncoderTests", dependencies: ["JPEGEncoder", "SSIMULACRA2", "TestSupport"]),
    .testTarget(name: "SSIMULACRA2Tests", dependencies: ["SSIMULACRA2", "Cssimulacra2"]),
    .testTarget(
      name: "MediaPipelineTests",
      dependencies: [
        "Essentials", "FaultyWorker", "Findings", "Libraries", "MediaFacts", "MediaPipeline", "PushDelivery",
        "SSIMULACRA2", "TestSupport", .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .testTarget(
      name: "RichpushTests", dependencies: ["richpush", "Findings", "MediaFacts", "PushDelivery", "TestSupport"]),
  ]
)

// One place for the language rules of every Swift target of this package.
for target in package.targets where target.type != .system {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .swiftLanguageMode(.v6),
      .treatAllWarnings(as: .error),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
