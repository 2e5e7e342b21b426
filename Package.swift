// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "richpush",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "richpush", targets: ["richpush"]),
    .library(name: "PushDelivery", targets: ["PushDelivery"]),
    .library(name: "MediaPipeline", targets: ["MediaPipeline"]),
    .library(name: "GIFEncoder", targets: ["GIFEncoder"]),
    .library(name: "JPEGEncoder", targets: ["JPEGEncoder"]),
    .library(name: "SSIMULACRA2", targets: ["SSIMULACRA2"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-crypto", "3.12.3"..<"5.0.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
  ],
  targets: [
    .systemLibrary(
      name: "Cvips", pkgConfig: "vips",
      providers: [.apt(["libvips-dev"]), .brew(["vips"])]),
    .systemLibrary(
      name: "Ccurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .target(name: "Csystem"),
    .target(name: "GIFEncoder"),
    .target(name: "JPEGEncoder", swiftSettings: [.strictMemorySafety()]),
    .target(name: "SSIMULACRA2"),
    .target(name: "Vips", dependencies: ["Cvips"], swiftSettings: [.strictMemorySafety()]),
    .target(name: "Curl", dependencies: ["Ccurl"], swiftSettings: [.strictMemorySafety()]),
    .target(
      name: "PushDelivery",
      dependencies: [.product(name: "SwiftCSV", package: "SwiftCSV"), .product(name: "Yams", package: "Yams")]),
    .target(
      name: "MediaPipeline",
      dependencies: [
        "PushDelivery", "Vips", "Curl", "Csystem", "GIFEncoder", "JPEGEncoder", "SSIMULACRA2",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
        .product(name: "JWTKit", package: "jwt-kit"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    .executableTarget(
      name: "richpush",
      dependencies: [
        "MediaPipeline", "PushDelivery",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(
      name: "TestSupport",
      dependencies: ["PushDelivery", .product(name: "Subprocess", package: "swift-subprocess")],
      path: "Tests/TestSupport",
      exclude: ["Schema/verdicts.py"]
        + ["admin_node.mjs", "admin_python.py", "fcm.py", "server.py", "store.py", "store_front.py"].map {
          "Server/" + $0
        }),
    .executableTarget(name: "FaultyWorker", dependencies: ["MediaPipeline"], path: "Tests/FaultyWorker"),
    .executableTarget(
      name: "ScorePictures", dependencies: ["SSIMULACRA2", "TestSupport"], path: "Tests/ScorePictures"),
    .executableTarget(name: "EncodeJPEG", dependencies: ["JPEGEncoder", "TestSupport"], path: "Tests/EncodeJPEG"),
    .testTarget(name: "PushDeliveryTests", dependencies: ["PushDelivery", "TestSupport"]),
    .testTarget(name: "GIFEncoderTests", dependencies: ["GIFEncoder", "TestSupport"]),
    .testTarget(name: "JPEGEncoderTests", dependencies: ["JPEGEncoder", "SSIMULACRA2", "TestSupport"]),
    .testTarget(name: "SSIMULACRA2Tests", dependencies: ["SSIMULACRA2"]),
    .testTarget(name: "VipsTests", dependencies: ["Vips", "TestSupport"]),
    .testTarget(name: "CurlTests", dependencies: ["Curl", "PushDelivery", "TestSupport"]),
    .testTarget(
      name: "MediaPipelineTests",
      dependencies: [
        "MediaPipeline", "PushDelivery", "SSIMULACRA2", "Vips", "Curl", "FaultyWorker", "TestSupport",
      ]),
    .testTarget(name: "RichpushTests", dependencies: ["richpush", "PushDelivery", "TestSupport"]),
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
