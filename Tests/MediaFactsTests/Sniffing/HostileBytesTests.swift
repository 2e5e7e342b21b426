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
    ("movie", movie), ("svg", ascii("<?xml version='1.0'?><!-- x --><!DOCTYPE svg><svg/>")),
    ("icc", ICCSample.sRGB.bytes),
  ]

  private static let movie: [UInt8] = {
    var sample = MovieSample()
    sample.inMovie = MovieSample.box("udta", MovieSample.tags(MovieSample.tag("xyz", "+1+2/")))
    sample.color = MovieSample.box("colr", ascii("nclx"), big(1, 2), big(1, 2), big(1, 2), [0])
    sample.sampleSizes = [5, 2, 3, 2, 1]
    return sample.bytes
  }()

  private func read(_ bytes: [UInt8]) {
    _ = MovieFacts(ByteView(bytes))
    _ = SniffedFormat(firstBytes: bytes)
    for format in PictureFormat.allCases {
      let size = HeaderFacts(parsing: bytes, format: format).size
      if size?.count ?? 0 < 1 << 20 { _ = try? CleanPicture(bytes, format: format) }
    }
    _ = ICCProfile(bytes)
  }

  @Test(arguments: samples) func cutOffAnywhere(_ name: String, _ bytes: [UInt8]) {
    for beginning in bytes.beginnings {
      read(beginning)
      if name == "movie" { #expect(!MovieFacts(ByteView(beginning)).hasAllSamples) }
    }
  }

  @Test(arguments: samples) func changedAnywhere(_ name: String, _ bytes: [UInt8]) {
    for changed in bytes.changed(copies: name == "movie" ? 5000 : 1500) { read(changed) }
  }

  @Test(arguments: samples) func fieldsOfLargeNumbers(_ name: String, _ bytes: [UInt8]) {
    for width in [2, 4, 8] {
      for first in [0xFF, 0x7F, 0x80] as [UInt8] {
        for changed in bytes.withLargeFields(of: width, first: first) { read(changed) }
      }
    }
  }

  @Test func randomBytes() {
    for noise in [UInt8].noises {
      read(noise)
      read(Array(Self.movie.prefix(3 * noise.count)) + noise)
      for (_, sample) in Self.samples { read(Array(sample.prefix(16)) + noise) }
    }
  }
}
