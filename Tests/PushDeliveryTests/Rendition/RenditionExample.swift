import MediaFacts
import PushDelivery
import TestSupport
import Testing

/// A specification that a small picture of 16 x 8 pixels meets, and renditions made under it.
enum RenditionExample {
  static let size = PixelSize(width: 16, height: 8)

  static func digest() throws -> ContentDigest {
    try #require(ContentDigest(hex: String(repeating: "0123456789abcdef", count: 4)))
  }

  static func specification(
    formats: [PictureFormat] = [.jpeg, .png], maximumBytes: Int = 300_000,
    maximumSize: PixelSize = PixelSize(width: 20, height: 10)
  ) -> RenditionSpecification {
    let profile = Profile(name: "test", maximumBytes: maximumBytes, maximumSize: maximumSize)
    var specification = RenditionSpecification(
      picture: Picture(format: .jpeg, size: size), profile: profile, focalPoint: nil)
    specification.formats = formats
    return specification
  }

  static func record(size: PixelSize = size) -> RenderRecord {
    RenderRecord(
      method: .encode, size: size, quality: 88, score: 71.25, scale: 0.5, hasPalette: true,
      encodes: [
        .init(quality: 90, bytes: 301_000, width: 32), .init(quality: nil, score: 71.25, bytes: 200, width: 16),
      ],
      damage: "odd marker")
  }

  static func rendition(
    _ bytes: [UInt8] = minimalJPEG(width: 16, height: 8), specification: RenditionSpecification = specification(),
    record: RenderRecord = record()
  ) throws -> Rendition {
    try Rendition(bytes, digest: digest(), meeting: specification, record: record)
  }
}
