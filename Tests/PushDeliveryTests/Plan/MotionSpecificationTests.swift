import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct MotionSpecificationTests {
  private let profile = MotionProfile(
    name: "test", maximumMovieBytes: 3000, maximumGIFBytes: 2000, maximumSeconds: 10, maximumEdge: 640,
    maximumFrameRate: 24, trims: true, background: RGBColor(red: 1, green: 2, blue: 3))

  private func specification(
    _ inspection: Inspection, _ change: (inout MotionProfile) -> Void = { _ in }
  ) throws -> MotionSpecification? {
    var profile = profile
    change(&profile)
    return try MotionExample.plan(inspection, profile)?.specification
  }

  @Test func movie() throws {
    let expected = MotionSpecification(
      profile: "test", format: .mp4, maximumBytes: 3000, size: PixelSize(width: 640, height: 360), maximumFrameRate: 24,
      seconds: 10, keepsAudio: true, background: RGBColor(red: 1, green: 2, blue: 3))
    #expect(try specification(MotionExample.video(1280, 721)) == expected)
  }

  @Test func gif() throws {
    let expected = MotionSpecification(
      profile: "test", format: .gif, maximumBytes: 2000, size: PixelSize(width: 640, height: 361), maximumFrameRate: 24,
      seconds: nil, keepsAudio: false, background: RGBColor(red: 1, green: 2, blue: 3))
    #expect(try specification(MotionExample.animation(.webp, 1280, 721)) == expected)
  }

  @Test func formatsAndSound() throws {
    let (video, animation) = (MotionExample.video(), MotionExample.animation())
    #expect(try specification(video)?.format == .mp4 && specification(animation)?.format == .gif)
    for moving in [video, animation] { #expect(try specification(moving) { $0.motion = .gif }?.format == .gif) }
    #expect(try specification(video) { $0.keepsAudio = false }?.keepsAudio == false)
    #expect(try specification(video) { $0.motion = .gif }?.keepsAudio == false)
    #expect(try specification(MotionExample.video { $0.audio = nil })?.keepsAudio == false)
  }

  @Test(arguments: [(10.1, nil), (10.11, 10.0), (9999, 10), (0, nil)] as [(Double, Double?)])
  func cutsOnlyWhatIsTooLong(_ duration: Double, _ seconds: Double?) throws {
    #expect(try specification(MotionExample.video { $0.duration = duration })?.seconds == seconds)
  }

  /// Delays of 3 hundredths are 33.3 frames a second; none shorter than 2 are believed.
  @Test(
    arguments: [(30, 100.0 / 3), (24, 25), (15, 100.0 / 6), (50, 50), (60, 50), (1000, 50), (0, 1)] as [(Int, Double)])
  func gifsShowWholeHundredths(_ cap: Int, _ most: Double) throws {
    let specification = try #require(try specification(MotionExample.animation()) { $0.maximumFrameRate = cap })
    #expect(specification.allows(frameRate: most))
    #expect(!specification.allows(frameRate: most + 0.1))
  }

  @Test func cameraClocksAreNotExact() throws {
    let specification = try #require(try specification(MotionExample.video()))
    #expect(specification.allows(frameRate: 24.2) && !specification.allows(frameRate: 25))
    #expect(!specification.allows(frameRate: .nan))
  }

  private func isEven(_ size: PixelSize) -> Bool { size.width % 2 == 0 && size.height % 2 == 0 }

  private func lies(_ inner: PixelSize, in outer: PixelSize) -> Bool {
    inner.width <= outer.width && inner.height <= outer.height
  }

  /// Never above the edge, never enlarged, even in movies, and no smaller for a larger edge.
  @Test(arguments: [MotionProfile.Motion.gif, .automatic], [8, 2000, 1 << 40])
  func sizesKeepTheLaws(_ motion: MotionProfile.Motion, _ largestSide: Int) throws {
    var random = SeededGenerator(seed: UInt64(largestSide))
    for _ in 0..<3000 {
      let size = PixelSize(width: random.logarithmic(1...largestSide), height: random.logarithmic(1...largestSide))
      let edge = random.logarithmic(2...4000)
      let inspection = MotionExample.video { $0.size = size }
      func planned(_ edge: Int) throws -> PixelSize {
        try #require(try specification(inspection) { ($0.motion, $0.maximumEdge) = (motion, edge) }).size
      }
      let small = try planned(edge)
      #expect(lies(small, in: PixelSize(width: edge, height: edge)), "\(size) \(edge)")
      #expect(lies(small, in: PixelSize(width: max(2, size.width), height: max(2, size.height))), "\(size) \(edge)")
      #expect(motion == .gif || isEven(small), "\(size) \(edge)")
      #expect(lies(small, in: try planned(edge + random.logarithmic(1...4000))), "\(size) \(edge)")
      #expect(try planned(edge) == small)
    }
  }

  /// Headers may claim anything; nothing may end the program over it.
  @Test(arguments: [Int.max, 1 << 62, 0, -1, .min]) func surviveImpossibleSizes(_ side: Int) throws {
    for size in [(side, side), (side, 1), (1, side)].map({ PixelSize(width: $0.0, height: $0.1) }) {
      let planned = try #require(try specification(MotionExample.video { $0.size = size })).size
      #expect(lies(planned, in: PixelSize(width: 640, height: 640)) && isEven(planned), "\(size)")
    }
  }
}

@Suite struct FrameThinningTests {
  @Test func whatIsSlowEnoughStays() {
    #expect(FrameThinning(delays: [30, 20, 40], meanDelay: 30).delays == [30, 20, 40])
  }

  @Test func neighboursShareTheirTime() {
    #expect(FrameThinning(delays: [20, 20, 20, 20], meanDelay: 30).delays == [40, 0, 40, 0])
    #expect(FrameThinning(delays: [20, 30, 20, 30], meanDelay: 30).delays == [0, 50, 0, 50])
  }

  @Test func whatIsHeldStays() {
    let delays = [Int](repeating: 20, count: 400) + [20, 3000]
    let thinned = FrameThinning(delays: delays, meanDelay: 30)
    #expect(thinned.delays.last == 3020)
    #expect(thinned.keptCount == 201)
  }

  @Test func somethingGoesOnMoving() {
    #expect(FrameThinning(delays: [20, 20], meanDelay: 30).delays == [30, 30])
    #expect(FrameThinning(delays: [20, 20, 20], meanDelay: 30).delays == [30, 0, 30])
    #expect(FrameThinning(delays: [20], meanDelay: 30).delays == [20])
  }

  /// No more frames a second than are allowed, and the whole as long as before.
  @Test(arguments: 0..<200) func theRateIsKept(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let most = [30, 60, 200].randomElement(using: &generator) ?? 30
    let delays = (0..<Int.random(in: 2...60, using: &generator)).map { _ in Int.random(in: 20...most, using: &generator)
    }
    let mean = [20, 30, 40, 100].randomElement(using: &generator) ?? 20
    let thinned = FrameThinning(delays: delays, meanDelay: mean)
    let total = thinned.delays.reduce(0, +)
    #expect(thinned.delays.count == delays.count)
    #expect(total >= thinned.keptCount * mean)
    #expect(thinned.keptCount >= 2)
    #expect(total == max(delays.reduce(0, +), mean * 2))
  }
}
