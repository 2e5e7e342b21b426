import Findings
import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Words drawn here, found here, and kept.
@Suite(.timeLimit(.minutes(10))) struct WordFinderTests {
  let folder = TemporaryFolder()

  init() throws { try VipsLibrary.start() }

  /// Letters of bars, 24 x 40 pixels each, from a place on.
  ///
  /// - Parameter stroke: how thick they are.
  private func letters(_ count: Int, x: Int, y: Int, stroke: Int = 8) -> String {
    let (middle, whole) = (2 * stroke, 5 * stroke)
    let shape =
      "h\(stroke)v\(middle)h\(stroke)v-\(middle)h\(stroke)v\(whole)h-\(stroke)v-\(middle)h-\(stroke)v\(middle)h-\(stroke)z"
    let step = 3 * stroke + max(2, 6 * stroke / 8)
    return (0..<count).map { "<path d='M\(x + step * $0) \(y)\(shape)' fill='#c00'/>" }.joined()
  }

  private func inspection(_ content: String, width: Int = 480, height: Int = 480) async throws -> Picture {
    let svg = """
      <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 \(width) \(height)'>\
      <rect width='\(width)' height='\(height)' fill='#f3efe6'/>\(content)</svg>
      """
    try folder.write(svg, to: "picture.svg")
    var picture = try await Inspector(limits: .init()).inspect(folder.absolute("picture.svg")).picture
    // Some look like letters.
    picture.readWords = nil
    return picture
  }

  private func geometry(_ picture: Picture, focalPoint: FocalPoint? = nil) throws -> Geometry {
    let profile = try #require(Profile.standard.first { $0.platforms.contains(.android) })
    return StillSpecification(picture: picture, profile: profile, focalPoint: focalPoint).geometry
  }

  @Test func aLineIsFoundWhereItIs() async throws {
    let picture = try await inspection(letters(7, x: 60, y: 400))
    let line = try #require(picture.words.first)
    #expect(picture.words.count == 1)
    #expect(abs(line.left - 60.0 / 480) < 0.01 && abs(line.right - 264.0 / 480) < 0.01)
    #expect(abs(line.top - 400.0 / 480) < 0.01 && abs(line.bottom - 440.0 / 480) < 0.01)
    let crop = try #require(try geometry(picture).crop)
    #expect(
      crop.anchor
        == .focalPoint(try #require(FocalPoint(x: (line.left + line.right) / 2, y: (line.top + line.bottom) / 2))))
  }

  @Test func wordsAboveAndBelowAreKeptByBars() async throws {
    let picture = try await inspection(letters(7, x: 60, y: 30) + letters(3, x: 60, y: 400))
    #expect(picture.words.count == 2)
    let geometry = try geometry(picture)
    #expect(geometry.crop == nil && geometry.canvas.map { $0.width == 2 * $0.height } == true)
    #expect(geometry.continuesEdges == true)
    #expect(try self.geometry(picture, focalPoint: FocalPoint(x: 0.5, y: 0.1)).crop != nil)
    #expect(try findings(picture).map(\.rule) == ["image.padded"])
  }

  private func findings(_ picture: Picture) throws -> [Diagnostic] {
    let profile = try #require(Profile.standard.first { $0.platforms == [.android] })
    let source = SourceFile(path: "picture.svg", byteCount: 9, digest: ContentDigest(of: []))
    return [StillPlan(for: .still(picture), source: source, profile: profile)]
      .wordFindings(picture, on: [.android], isChosen: false, about: .init(.file, "picture.svg"))
  }

  /// The square from the middle of a notification that is not expanded.
  @Test func wordsThatAThumbnailCutsAreANote() async throws {
    let picture = try await inspection(letters(12, x: 60, y: 200), width: 1200)
    let found = try findings(picture)
    #expect(
      found.map(\.message) == ["the thumbnail on Android cuts off its words, at the left; 40 % of the picture remains"])
    #expect(found.map(\.severity) == [.note])
  }

  /// A bar with four strokes below is a word of one shape.
  @Test func joinedLettersAreFound() async throws {
    let word = { (x: Int) in
      "<path d='M\(x) 200h104v8h-104z" + (0..<4).map { "M\(x + 32 * $0) 200h8v40h-8z" }.joined() + "' fill='#222'/>"
    }
    #expect(try await inspection(word(60) + word(184) + word(308)).words.count == 1)
    #expect(try await inspection(word(60) + word(184)).words == [])
  }

  /// Phones show the middle of a banner in their whole width: letters there are larger than in the whole.
  @Test func smallLettersOfABannerAreFound() async throws {
    let picture = try await inspection(letters(7, x: 1500, y: 600), width: 3200, height: 800)
    #expect(picture.words.count == 1)
    #expect(WordFinder.size(of: PixelSize(width: 3200, height: 800)) == PixelSize(width: 960, height: 240))
    #expect(WordFinder.size(of: PixelSize(width: 1080, height: 1920)) == PixelSize(width: 480, height: 853))
    #expect(WordFinder.size(of: PixelSize(width: 100, height: 20_000)).height == 1920)
  }

  /// Letters of 10 pixels where phones show 960 pixels in 416 dp.
  @Test func smallPrintIsSaid() async throws {
    let (large, small) = (letters(7, x: 60, y: 60), letters(9, x: 60, y: 400, stroke: 2))
    let picture = try await inspection(large + small, width: 960, height: 480)
    #expect(picture.smallPrint?.count == 1)
    let finding = try #require(try findings(picture).first { $0.rule == "image.small-print" })
    #expect(finding.message.contains("at most 5 dp high"))
    #expect(try await inspection(large, width: 960, height: 480).smallPrint == nil)
  }

  /// A JPEG has no alpha that could be flattened.
  @Test func aLineOfAJPEGIsFound() async throws {
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' width='480' height='480'><rect width='480' height='480' fill='#f3efe6'/>"
    let drawn = try Image.drawSVG(Array((svg + letters(7, x: 60, y: 400) + "</svg>").utf8))
    try folder.write(try drawn.bands(from: 0, count: 3).jpeg(quality: 90), to: "banner.jpg")
    #expect(try await Inspector(limits: .init()).inspect(folder.absolute("banner.jpg")).picture.words.count == 1)
  }

  /// Faint, and at different heights, as leaves in front of the sky.
  @Test func fewThingsInARowAreNoLine() async throws {
    let rows = [200, 212, 196, 216, 204]
    let leaves = rows.enumerated().map { number, y in
      "<path d='M\(100 + 40 * number) \(y)h24v\(40 - (y - 200))h-24z' fill='#8a8a80'/>"
    }
    #expect(try await inspection(leaves.joined()).words == [])
    let level = (0..<5).map { "<path d='M\(100 + 40 * $0) 200h8v16h8v-16h8v40h-8v-16h-8v16h-8z' fill='#8a8a80'/>" }
    #expect(try await inspection(level.joined()).words.count == 1)
  }

  @Test func wordsOfAlmostTheRightShapeAreFound() async throws {
    #expect(try await inspection(letters(7, x: 60, y: 4), width: 1200, height: 628).words.count == 1)
    #expect(try await inspection(letters(7, x: 60, y: 4), width: 1200, height: 600).words == [])
  }

  @Test func fewLettersAndPhotographsHaveNone() async throws {
    #expect(try await inspection(letters(3, x: 60, y: 200)).words == [])
    #expect(try await inspection("<circle cx='240' cy='240' r='90' fill='teal'/>").words == [])
    for seed in 0..<3 {
      let bytes = try SamplePictures.photograph(width: 400 + 40 * seed, height: 400).jpeg(quality: 85)
      try folder.write(bytes, to: "photo.jpg")
      #expect(try await Inspector(limits: .init()).inspect(folder.absolute("photo.jpg")).picture.words == [])
    }
  }

  @Test func nothingIsFoundInNothing() {
    #expect(WordFinder([], width: 0).lines == [])
    #expect(WordFinder([UInt8](repeating: 9, count: 100), width: 10).lines == [])
  }
}
