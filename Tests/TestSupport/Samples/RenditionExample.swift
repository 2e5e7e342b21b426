import Foundation
package import MediaFacts
package import PushDelivery

/// A specification that a small picture of 16 x 8 pixels meets, and renditions made under it.
package enum RenditionExample {
  package static let size = PixelSize(width: 16, height: 8)

  package static func digest() throws -> ContentDigest {
    guard let digest = ContentDigest(hex: String(repeating: "0123456789abcdef", count: 4)) else {
      throw CocoaError(.formatting)
    }
    return digest
  }

  package static func specification(
    formats: [PictureFormat] = [.jpeg, .png], maximumBytes: Int = 300_000,
    maximumSize: PixelSize = PixelSize(width: 20, height: 10)
  ) -> StillSpecification {
    let profile = Profile(name: "test", maximumBytes: maximumBytes, maximumSize: maximumSize)
    var specification = StillSpecification(
      picture: Picture(format: .jpeg, size: size), profile: profile, focalPoint: nil)
    specification.formats = formats
    return specification
  }

  package static func record(size: PixelSize = size) -> StillRecord {
    StillRecord(
      method: .encode, size: size, quality: 88, score: 71.25, scale: 0.5, hasPalette: true,
      encodes: [
        .init(quality: 90, bytes: 301_000, width: 32), .init(quality: nil, score: 71.25, bytes: 200, width: 16),
      ],
      damage: "odd marker")
  }

  package static func rendition(
    _ bytes: [UInt8] = minimalJPEG(width: 16, height: 8), specification: StillSpecification = specification(),
    record: StillRecord = record()
  ) throws -> StillRendition {
    try Rendition(bytes, digest: digest(), meeting: specification, record: record)
  }
}
