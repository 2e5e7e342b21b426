import MediaFacts
import PushDelivery
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

  @Test func coverCutsToTheAspect() throws {
    let twoToOne = try #require(AspectRatio("2:1"))
    let geometry = geometry(4000, 3000, profile(1000, 1000, .cover(twoToOne, .attention)))
    #expect(geometry.scaled == size(1000, 750))
    #expect(geometry.crop?.size == size(1000, 500))
    #expect(geometry.crop?.anchor == .attention)
    #expect(geometry.outputSize == size(1000, 500))
  }

  @Test func coverLeavesTheRightAspectWhole() throws {
    let twoToOne = try #require(AspectRatio("2:1"))
    let geometry = geometry(800, 400, profile(1000, 1000, .cover(twoToOne, .centre)))
    #expect(geometry.scaled == size(800, 400))
    #expect(geometry.crop == nil)
  }

  /// What is cut off does not count against the maximum: a panorama stays as high as it may.
  @Test func coverScalesByWhatIsKept() throws {
    let square = try #require(AspectRatio("1:1"))
    let geometry = geometry(10_000, 1000, profile(500, 500, .cover(square, .centre)))
    #expect(geometry.scaled == size(5000, 500))
    #expect(geometry.crop?.size == size(500, 500))
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
}
