import MediaFacts
import PushDelivery
import TestSupport
import Testing

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
