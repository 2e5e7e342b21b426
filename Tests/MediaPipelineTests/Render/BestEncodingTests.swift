import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import SSIMULACRA2
import Testing

/// Renditions that aim at a score: made in this process of pictures made here, and judged by another decoder.
@Suite struct BestEncodingTests {
  init() throws { try VipsLibrary.start() }

  private func specification(
    _ image: borrowing Image, limit: Int, effort: Effort = .best, formats: [PictureFormat]? = [.jpeg]
  ) -> StillSpecification {
    var profile = Profile.universal
    profile.maximumBytes = limit
    profile.effort = effort
    let picture = MediaFacts.Picture(
      format: .png, size: PixelSize(width: image.width, height: image.height), alpha: image.hasAlpha ? .used : .none)
    var specification = StillSpecification(picture: picture, profile: profile, focalPoint: nil)
    if let formats { specification.formats = formats }
    return specification
  }

  private func encode(
    _ image: borrowing Image, limit: Int, effort: Effort = .best, formats: [PictureFormat]? = [.jpeg]
  ) throws -> RenderResult {
    let specification = specification(image, limit: limit, effort: effort, formats: formats)
    return try Encoding.run(specification, on: image.bands(from: 0, count: image.bandCount))
  }

  private func decoded(_ result: RenderResult) throws -> Image {
    try Image.decode(result.bytes, as: result.format == .png ? .png : .jpeg)
  }

  /// The metric over what libvips decodes; for opaque pictures of the full scale.
  private func independentScore(_ result: RenderResult, _ image: borrowing Image) throws -> Double {
    let pictures = try [image.bands(from: 0, count: image.bandCount).samples(), decoded(result).samples()].map {
      let samples: SRGBImage.Samples = $0.count == image.width * image.height ? .gray : .rgb
      return try SRGBImage(width: image.width, height: image.height, samples: samples, bytes: $0)
    }
    return try Reference(pictures[0]).score(of: pictures[1])
  }

  private func gray(width: Int, height: Int) throws -> Image {
    try SamplePictures.photograph(width: width, height: height).convertedToGray().castTo8Bit().inMemory()
  }

  @Test(arguments: [60_000, 20_000, 8_000, 3_000]) func theLimitIsKeptAndUsed(_ limit: Int) throws {
    let image = try SamplePictures.photograph(width: 400, height: 300)
    let result = try encode(image, limit: limit)
    #expect(result.bytes.count <= limit)
    #expect(result.record.score ?? 100 >= 90 || result.bytes.count > limit * 98 / 100)
  }

  @Test(arguments: [Effort.best, .best(target: 70), .fast(qualities: 60...90, scoresAll: true)], [true, false])
  func theScoreIsWhatAnotherDecoderGives(_ effort: Effort, _ isGray: Bool) throws {
    let image = try isGray ? gray(width: 200, height: 150) : SamplePictures.photograph(width: 401, height: 299)
    let result = try encode(image, limit: 40_000, effort: effort)
    let score = try #require(result.record.score)
    let independent = try independentScore(result, image)
    #expect(abs(score - independent) < 0.1)
  }

  @Test(arguments: [50, 65, 80]) func aTargetIsReachedWithFewBytes(_ target: Int) throws {
    let image = try SamplePictures.photograph(width: 400, height: 300)
    let largest = try encode(image, limit: 200_000, effort: .best(target: 95))
    let result = try encode(image, limit: 200_000, effort: .best(target: target))
    #expect(try independentScore(result, image) > Double(target) - 0.1)
    #expect(try independentScore(result, image) < Double(target) + 2)
    #expect(result.bytes.count < largest.bytes.count)
  }

  @Test func whereTheTargetCannotBeReachedItIsTheLimitsBest() throws {
    let image = try SamplePictures.photograph(width: 400, height: 300)
    let high = try encode(image, limit: 15_000, effort: .best(target: 95))
    let low = try encode(image, limit: 15_000, effort: .best(target: 90))
    #expect(high.bytes == low.bytes)
    #expect(high.record.score ?? 100 < 90)
  }

  @Test func grayStaysGrayAndSaturatedColourIsStoredFully() throws {
    let samples = try gray(width: 200, height: 150).samples()
    for bandCount in [1, 3] {
      let repeated = samples.flatMap { [UInt8](repeating: $0, count: bandCount) }
      let image = try Image(samples: repeated, width: 200, height: 150, bandCount: bandCount)
      let result = try encode(image, limit: 30_000)
      #expect(try decoded(result).bandCount == 1)
      #expect(
        ([result.record.chromaSubsampling] + result.record.encodes.map(\.chromaSubsampling)).allSatisfy { $0 == nil })
    }
    let stripes = (0..<(300 * 200)).flatMap { $0 % 300 % 6 < 3 ? [255, 0, 0] : [0, 0, 255] as [UInt8] }
    let striped = try encode(Image(samples: stripes, width: 300, height: 200, bandCount: 3), limit: 30_000)
    #expect(striped.record.chromaSubsampling == "4:4:4")
  }

  /// Where bytes are few, fewer pixels look better once they are enlarged; what is recorded is the score of those.
  @Test func aSmallerScaleIsTakenOnlyWhereItScoresBetter() throws {
    let image = try SamplePictures.photograph(width: 640, height: 480)
    let result = try encode(image, limit: 2_000)
    #expect(result.record.scale < 1)
    let full = try #require(result.record.encodes.first { $0.width == 640 && $0.score != nil })
    let score = try #require(result.record.score)
    #expect(score > full.score ?? 100)
    let shown = try decoded(result)
    var reference = try ReferencePicture(image)
    let enlarged = try reference.score(of: shown)
    #expect(abs(enlarged - score) < 0.1)
    let roomy = try encode(image, limit: 60_000)
    #expect(roomy.record.scale == 1)
    #expect(roomy.record.encodes.allSatisfy { $0.width == 640 })
  }

  @Test func graphicsAreLosslessWhereThatFits() throws {
    let quarters = try SamplePictures.quarters(width: 300, height: 200)
    let result = try encode(quarters, limit: 30_000, formats: [.png, .jpeg])
    #expect(result.format == .png)
    #expect(result.record.score == 100)
    #expect(try decoded(result).samples() == quarters.samples())
  }

  /// A picture of soft gradients, for which 256 colours are too few, and one of few colours and hard edges.
  @Test func ofPaletteAndJPEGTheHigherScoreWins() throws {
    let photograph = try SamplePictures.photograph(width: 300, height: 200)
    let soft = try encode(photograph, limit: 50_000, formats: [.png, .jpeg])
    #expect(soft.format == .jpeg)
    let kinds = Set(soft.record.encodes.map { $0.chromaSubsampling != nil })
    #expect(kinds == [true, false])
    let best = try #require(soft.record.encodes.compactMap(\.score).max())
    #expect(soft.record.score == best || best >= 90)
  }

  @Test func transparentPicturesAreJudgedOverBlackAndWhite() throws {
    let disc = try SamplePictures.disc(side: 200)
    let result = try encode(disc, limit: 100_000, formats: [.png])
    #expect(result.record.score == 100)
    var reference = try ReferencePicture(disc)
    #expect(try reference.score(of: disc) == 100)
    // Over white a white disc is not to be seen whatever becomes of it; over black it is.
    let samples = [UInt8](repeating: 255, count: 200 * 200 * 3)
    let white = try Image(samples: samples, width: 200, height: 200, bandCount: 3)
    #expect(try reference.score(of: white) < 50)
  }

  @Test(arguments: [(1, 1), (1, 40), (7, 3), (40, 1)]) func tinyPicturesHaveScores(_ width: Int, _ height: Int) throws {
    let image = try SamplePictures.photograph(width: width, height: height)
    let result = try encode(image, limit: 20_000)
    #expect((0...100).contains(try #require(result.record.score)))
  }

  @Test func theFastEncoderHasItsQuality() throws {
    let image = try SamplePictures.photograph(width: 400, height: 300)
    let result = try encode(image, limit: 40_000, effort: .fast)
    let quality = try #require(result.record.quality)
    #expect(
      result.bytes == (try image.jpeg(quality: quality, subsamplesChroma: result.record.chromaSubsampling == "4:2:0")))
  }

  /// Scores take time: without a wish for all of them, only what may be worth a warning has one.
  @Test func theFastEncoderScoresWhatMayLookPoor() throws {
    let image = try SamplePictures.photograph(width: 400, height: 300)
    let all = Effort.fast(qualities: Effort.standardQualities, scoresAll: true)
    let good = try encode(image, limit: 400_000, effort: .fast)
    #expect(try #require(good.record.quality) >= Effort.surelyGoodQuality && good.record.score == nil)
    #expect(try encode(image, limit: 400_000, effort: all).record.score ?? 0 > 60)
    let poor = try encode(image, limit: 9000, effort: .fast)
    #expect(poor.record.score == (try encode(image, limit: 9000, effort: all).record.score))
    #expect(poor.record.score != nil)
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
    let result = try encode(photograph(alpha: alpha), limit: 20_000, formats: nil)
    #expect(result.format == .jpeg && result.record.scale == 1)
    #expect(result.record.score ?? 0 > 50)
  }
}
