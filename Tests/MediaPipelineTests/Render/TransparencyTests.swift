import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import Testing

/// Whether transparency is kept, by what flattening it would change.
@Suite struct TransparencyTests {
  init() throws { try VipsLibrary.start() }

  private func render(_ image: consuming Image, limit: Int) throws -> RenderResult {
    var profile = Profile.universal
    profile.maximumBytes = limit
    let picture = MediaFacts.Picture(
      format: .png, size: PixelSize(width: image.width, height: image.height), alpha: .used)
    return try Encoding.run(StillSpecification(picture: picture, profile: profile, focalPoint: nil), on: image)
  }

  /// A photograph with the given alpha in one of two thousand pixels.
  private func photograph(alpha: UInt8) throws -> Image {
    let (width, height) = (240, 160)
    let colors = try SamplePictures.photograph(width: width, height: height).samples()
    var samples: [UInt8] = []
    for pixel in 0..<(width * height) {
      samples += colors[(3 * pixel)..<(3 * pixel + 3)] + [pixel % 2000 == 7 ? alpha : 255]
    }
    return try Image(samples: samples, width: width, height: height, bandCount: 4)
  }

  @Test(arguments: [251, 255]) func whatNobodySeesDoesNotBarJPEG(_ alpha: UInt8) throws {
    let result = try render(photograph(alpha: alpha), limit: 20_000)
    #expect(result.format == .jpeg && result.record.scale == 1)
    #expect(result.record.score ?? 0 > 50)
  }
}
