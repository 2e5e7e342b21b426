import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct GeometryTests {
  private func profile(_ width: Int, _ height: Int, _ fit: Profile.Fit) -> Profile {
    Profile(name: "test", maximumBytes: 300_000, maximumSize: PixelSize(width: width, height: height), fit: fit)
  }

  private func geometry(_ width: Int, _ height: Int, _ profile: Profile) -> Geometry {
    Geometry(of: PixelSize(width: width, height: height), under: profile)
  }

  private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

  @Test(arguments: [
    (PixelSize(width: 4000, height: 3000), PixelSize(width: 1515, height: 1136)),
    (PixelSize(width: 4000, height: 1000), PixelSize(width: 1664, height: 416)),
    (PixelSize(width: 1664, height: 1136), PixelSize(width: 1664, height: 1136)),
    (PixelSize(width: 100, height: 50), PixelSize(width: 100, height: 50)),
    (PixelSize(width: 100_000, height: 1), PixelSize(width: 1664, height: 1)),
    (PixelSize(width: 0, height: 0), PixelSize(width: 1, height: 1)),
    (PixelSize(width: -5, height: 7), PixelSize(width: 1, height: 7)),
  ])
  func insideOnlyScales(_ picture: PixelSize, _ expected: PixelSize) {
    let geometry = Geometry(of: picture, under: .universal)
    #expect(geometry.scaled == expected)
    #expect(geometry.outputSize == expected)
    #expect(geometry.crop == nil)
    #expect(geometry.canvas == nil)
  }

  /// What is cut off does not count against the maximum: a panorama stays as high as it may. The right aspect stays whole.
  @Test func coverCutsToTheAspect() throws {
    let twoToOne = try #require(AspectRatio("2:1"))
    let cut = geometry(4000, 3000, profile(1000, 1000, .cover(twoToOne, .attention)))
    #expect(cut.scaled == size(1000, 750) && cut.crop?.size == size(1000, 500) && cut.outputSize == size(1000, 500))
    #expect(cut.crop?.anchor == .attention)
    let whole = geometry(800, 400, profile(1000, 1000, .cover(twoToOne, .centre)))
    #expect(whole.scaled == size(800, 400) && whole.crop == nil)
    let square = try #require(AspectRatio("1:1"))
    let panorama = geometry(10_000, 1000, profile(500, 500, .cover(square, .centre)))
    #expect(panorama.scaled == size(5000, 500) && panorama.crop?.size == size(500, 500))
  }

  @Test func focalPointTakesTheAnchorsPlace() throws {
    let point = try #require(FocalPoint(x: 0.25, y: 0.75))
    let square = try #require(AspectRatio("1:1"))
    let picture = size(400, 200)
    let cover = Geometry(of: picture, under: profile(100, 100, .cover(square, .entropy)), focalPoint: point)
    #expect(cover.crop?.anchor == .focalPoint(point))
    let inside = Geometry(of: picture, under: profile(100, 100, .inside), focalPoint: point)
    #expect(inside == Geometry(of: picture, under: profile(100, 100, .inside)))
  }

  @Test func padAddsBars() throws {
    let twoToOne = try #require(AspectRatio("2:1"))
    let upright = geometry(3000, 4000, profile(1000, 1000, .pad(twoToOne)))
    #expect(upright.scaled == size(375, 500))
    #expect(upright.canvas == size(1000, 500))
    #expect(upright.outputSize == size(1000, 500))
    let wide = geometry(400, 100, profile(1000, 1000, .pad(twoToOne)))
    #expect(wide.scaled == size(400, 100))
    #expect(wide.canvas == size(400, 200))
    let right = geometry(400, 200, profile(1000, 1000, .pad(twoToOne)))
    #expect(right.canvas == nil)
  }

  /// Bars reach beyond the original. A worker may make up a corner.
  @Test func theResultHasAnAreaOfTheOriginal() throws {
    let twoToOne = try #require(AspectRatio("2:1"))
    let cut = geometry(4000, 3000, profile(1000, 1000, .cover(twoToOne, .attention)))
    #expect(
      cut.area(croppedAt: .init(left: 0, top: 150)) == PictureArea(left: 0, top: 0.2, right: 1, bottom: 650.0 / 750))
    #expect(cut.area(croppedAt: .init(left: 0, top: 250))?.bottom == 1)
    let corners = [nil, (0, 251), (1, 0), (-1, 0), (0, -1), (.max, .max), (.min, .min)] as [(Int32, Int32)?]
    for corner in corners {
      #expect(cut.area(croppedAt: corner.map { .init(left: $0.0, top: $0.1) }) == nil, "\(String(describing: corner))")
    }
    let padded = geometry(3000, 4000, profile(1000, 1000, .pad(twoToOne)))
    #expect(padded.area(croppedAt: nil) == PictureArea(left: -312.0 / 375, top: 0, right: 688.0 / 375, bottom: 1))
    #expect(geometry(400, 100, profile(300, 300, .inside)).area(croppedAt: nil) == .whole)
  }
}

/// Laws for every picture, profile and scale.
@Suite struct GeometryLawTests {
  private struct Case {
    var picture: PixelSize
    var profile: Profile
    var geometry: Geometry
    var aspect: AspectRatio?

    init(_ random: inout SeededGenerator, largestSide: Int) throws {
      func side(_ most: Int) -> Int { random.logarithmic(1...most) }
      picture = PixelSize(width: side(largestSide), height: side(largestSide))
      let maximum = PixelSize(width: side(3000), height: side(3000))
      let ratio = try #require(AspectRatio(width: side(100), height: side(100)))
      let fits: [(Profile.Fit, AspectRatio?)] = [(.inside, nil), (.cover(ratio, .centre), ratio), (.pad(ratio), ratio)]
      let (fit, aspect) = fits[Int.random(in: 0...2, using: &random)]
      self.aspect = aspect
      profile = Profile(name: "test", maximumBytes: 1, maximumSize: maximum, fit: fit)
      geometry = Geometry(of: picture, under: profile)
    }
  }

  private func lies(_ inner: PixelSize, in outer: PixelSize) -> Bool {
    (1...outer.width).contains(inner.width) && (1...outer.height).contains(inner.height)
  }

  /// One step of the output's sides away from the ratio at most; `tolerance` in pixels of the side that is nearer.
  private func isWithin(_ tolerance: Double, of aspect: AspectRatio, _ size: PixelSize) -> Bool {
    let (width, height) = (Double(size.width), Double(size.height))
    let ratio = Double(aspect.width) / Double(aspect.height)
    return min(abs(width - height * ratio), abs(height - width / ratio)) <= tolerance
  }

  /// The laws that hold at any scale, as words for those that do not.
  private func brokenLaws(of geometry: Geometry, _ example: Case) -> [String] {
    var broken: [String] = []
    if !lies(geometry.scaled, in: example.picture) { broken.append("enlarged") }
    if !lies(geometry.outputSize, in: example.profile.maximumSize) { broken.append("outside the maximum") }
    if let crop = geometry.crop, !lies(crop.size, in: geometry.scaled) { broken.append("crop outside") }
    if let canvas = geometry.canvas, !lies(geometry.scaled, in: canvas) { broken.append("canvas too small") }
    if geometry.crop != nil, geometry.canvas != nil { broken.append("crop and canvas") }
    return broken
  }

  @Test(arguments: [40, 3000, 100_000, 1 << 32]) func holdForEveryPicture(_ largestSide: Int) throws {
    var random = SeededGenerator(seed: UInt64(largestSide))
    for _ in 0..<5000 {
      let example = try Case(&random, largestSide: largestSide)
      let geometry = example.geometry
      #expect(brokenLaws(of: geometry, example).isEmpty, "\(example)")
      #expect(geometry.crop?.size != geometry.scaled && geometry.canvas != geometry.scaled, "\(example)")
      if let aspect = example.aspect { #expect(isWithin(1, of: aspect, geometry.outputSize), "\(example)") }
    }
  }

  /// Without a shape to reach, the picture's own aspect is kept and one side reaches the maximum.
  @Test func insideIsAsLargeAsAllowed() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<5000 {
      let example = try Case(&random, largestSide: 10_000)
      guard example.profile.fit == .inside else { continue }
      let (output, maximum) = (example.geometry.outputSize, example.profile.maximumSize)
      let touches = output.width == maximum.width || output.height == maximum.height || output == example.picture
      #expect(touches, "\(example)")
    }
  }

  /// Headers may claim anything; nothing may end the program over it.
  @Test(arguments: [Int.max, 1 << 62, 1 << 53, 0, -1, .min]) func surviveImpossibleSizes(_ side: Int) throws {
    let square = try #require(AspectRatio("1:1"))
    let wide = try #require(AspectRatio("100:1"))
    for picture in [(side, side), (side, 1), (1, side)].map({ PixelSize(width: $0.0, height: $0.1) }) {
      for fit in [.inside, .cover(square, .centre), .cover(wide, .centre), .pad(square), .pad(wide)] as [Profile.Fit] {
        let profile = Profile(name: "test", maximumBytes: 1, maximumSize: PixelSize(width: 100, height: 100), fit: fit)
        let output = Geometry(of: picture, under: profile).outputSize
        #expect(lies(output, in: profile.maximumSize), "\(picture) \(fit)")
      }
    }
  }
}

@Suite struct CenteredCropTests {
  @Test func cutsWhatIsTooHighAndWhatIsTooWide() {
    let high = CenteredCrop(of: PixelSize(width: 400, height: 400), aspect: 2)
    #expect([high.x, high.y, high.width, high.height, high.share] == [0, 100, 400, 200, 0.5])
    let wide = CenteredCrop(of: PixelSize(width: 400, height: 100), aspect: 2)
    #expect([wide.x, wide.y, wide.width, wide.height, wide.share] == [100, 0, 200, 100, 0.5])
  }

  @Test func whatFitsStaysWhole() {
    let crop = CenteredCrop(of: PixelSize(width: 1200, height: 600), aspect: 2)
    #expect([crop.x, crop.y, crop.width, crop.height, crop.share] == [0, 0, 1200, 600, 1])
    #expect(crop.isWhole)
    #expect(CenteredCrop(of: PixelSize(width: 1664, height: 831), aspect: 2).isWhole)
    #expect(!CenteredCrop(of: PixelSize(width: 1600, height: 840), aspect: 2).isWhole)
  }

  @Test(arguments: 0..<200) func isTheLargestFrameOfItsShapeInTheMiddle(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let size = PixelSize(width: generator.logarithmic(1...5000), height: generator.logarithmic(1...5000))
    let aspect = Double.random(in: 0.2...5, using: &generator)
    let crop = CenteredCrop(of: size, aspect: aspect)
    #expect(abs(crop.width / crop.height / aspect - 1) < 1e-9)
    #expect(crop.width == Double(size.width) || crop.height == Double(size.height))
    #expect(abs(crop.x * 2 + crop.width - Double(size.width)) < 1e-6 && crop.x >= 0)
    #expect(abs(crop.y * 2 + crop.height - Double(size.height)) < 1e-6 && crop.y >= 0)
    #expect(crop.share > 0 && crop.share <= 1)
  }
}
