import MediaFacts
import TestSupport
import Testing

/// No bytes stop the parsers: they neither trap nor go on for ever.
@Suite struct HostileBytesTests {
  static let samples: [(String, [UInt8])] = [
    ("jpeg", JPEGSample.full), ("png", PNGSample.full), ("apng", PNGSample.animation(frames: 3)),
    ("gif", GIFSample.full), ("webp", WebPSample.full), ("bmp", BMPSample.versionFive), ("bmp core", BMPSample.core),
    ("tiff", TIFFSample(pages: [TIFFFactsTests.picture, TIFFFactsTests.picture]).bytes),
    ("exif", TIFFSample.exif(hasPlace: true, hasNotes: true, hasThumbnail: true)),
    (
      "heif",
      HEIFSample.file(
        [
          HEIFSample.size(3, 2), HEIFSample.tenBits, HEIFSample.quarterTurn,
          HEIFSample.nclx(primaries: 9, transfer: 16),
        ],
        isDecorated: true) + HEIFSample.movie(frames: 3)
    ),
    ("jxl", JPEGXLFactsTests.rich), ("jxl boxes", JPEGXLFactsTests.container),
    ("svg", ascii("<?xml version='1.0'?><!-- x --><!DOCTYPE svg><svg/>")), ("icc", ICCSample.sRGB.bytes),
  ]

  private func read(_ bytes: [UInt8]) {
    _ = SniffedFormat(firstBytes: bytes)
    for format in PictureFormat.allCases { _ = HeaderFacts(parsing: bytes, format: format) }
    _ = ICCProfile(bytes)
    _ = try? JPEGMetadataStripper(keepsProfile: true).strip(bytes)
    _ = try? PNGMetadataStripper(keepsProfile: true).strip(bytes)
  }

  @Test(arguments: samples)
  func cutOffAnywhere(_ name: String, _ bytes: [UInt8]) {
    for length in 0..<bytes.count { read(Array(bytes.prefix(length))) }
  }

  @Test(arguments: samples)
  func changedAnywhere(_ name: String, _ bytes: [UInt8]) {
    var random = SeededGenerator(seed: UInt64(bytes.count))
    for _ in 0..<1500 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        changed[Int.random(in: changed.indices, using: &random)] = interesting(&random)
      }
      read(changed)
    }
  }

  /// Lengths and counts with all bits set reach further than random ones.
  private func interesting(_ random: inout SeededGenerator) -> UInt8 {
    [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
  }

  @Test(arguments: samples)
  func fieldsOfAllOnes(_ name: String, _ bytes: [UInt8]) {
    for width in [2, 4, 8] {
      for start in bytes.indices.dropLast(width) {
        var changed = bytes
        for index in start..<(start + width) { changed[index] = 0xFF }
        read(changed)
      }
    }
  }

  @Test func randomBytes() {
    var random = SeededGenerator(seed: 1)
    for length in 0..<600 {
      let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      read(noise)
      for (_, sample) in Self.samples { read(Array(sample.prefix(16)) + noise) }
    }
  }

  /// A stripped damaged file has no metadata, and stripping it again changes nothing.
  @Test func strippedFilesStayAsTheyAre() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<3000 {
      var jpeg = JPEGSample.full
      jpeg[Int.random(in: jpeg.indices, using: &random)] = interesting(&random)
      guard let stripped = try? JPEGMetadataStripper().strip(jpeg) else { continue }
      #expect(try JPEGMetadataStripper().strip(stripped) == stripped)
      #expect(HeaderFacts(parsing: stripped, format: .jpeg).metadata.isEmpty)
    }
  }
}
