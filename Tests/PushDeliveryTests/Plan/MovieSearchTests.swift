import Foundation
import MediaFacts
import PushDelivery
import TestSupport
import Testing

@Suite struct MovieSearchTests {
  static func specification(_ limit: Int, _ width: Int = 1280, _ height: Int = 720) -> MotionSpecification {
    MotionSpecification(
      profile: "test", format: .mp4, maximumBytes: limit, size: PixelSize(width: width, height: height),
      maximumFrameRate: 30)
  }

  static let video = Video(
    format: .mp4, size: PixelSize(width: 1280, height: 720), duration: 10, codec: "h264", frameRate: 30)

  /// An encoder whose files have a given size at the quality that is aimed at, and that misses its rate by a factor.
  struct Encoder {
    var bytesAtQuality: Double
    var fullSize: PixelSize
    var seconds: Double
    var similarity = 0.995
    /// What it makes of a rate: 1 is exact.
    var miss: () -> Double

    func bytes(_ step: MovieSearch.Step) -> (bytes: Int, part: Double) {
      switch step {
      case .quality(let size, let largest):
        let bytes = bytesAtQuality * pow(Double(size.count) / Double(fullSize.count), 0.8)
        return bytes > Double(largest) ? (largest, Double(largest) / bytes) : (Int(bytes), 1)
      case .rate(let size, let bitRate, let largest):
        // Not even the coarsest coding needs less than 1/100 bit a pixel.
        let least = Double(size.count) * 30 / 100
        let bytes = Int(max(Double(bitRate), least) * seconds / 8 * miss()) + 6000
        return bytes > largest ? (largest, Double(largest) / Double(bytes)) : (bytes, 1)
      case .comparison, .survey, .done, .impossible: return (0, 1)
      }
    }
  }

  /// Runs a search to its end.
  private func run(_ encoder: Encoder, limit: Int) -> (end: MovieSearch.Step, fitting: Int?, steps: [MovieSearch.Step])
  {
    let specification = Self.specification(limit, encoder.fullSize.width, encoder.fullSize.height)
    let budget = MovieBudget(of: specification, for: Self.video)
    var search = MovieSearch(budget, limit: limit, size: encoder.fullSize)
    var steps: [MovieSearch.Step] = []
    var fitting: Int?
    while steps.count < 200 {
      let step = search.next
      switch step {
      case .done, .impossible: return (step, fitting, steps)
      case .comparison:
        search.record(similarity: encoder.similarity)
        continue
      case .quality, .rate, .survey: break
      }
      let (bytes, part) = encoder.bytes(step)
      if part >= 1, bytes > 0, bytes <= limit { fitting = bytes }
      steps.append(step)
      search.record(bytes: bytes, part: part)
    }
    return (search.next, fitting, steps)
  }

  /// The law of the search: it ends, and then a fitting encode is there that uses the limit, or none is possible.
  @Test(arguments: 0..<200) func endsWithWhatFits(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let limit = Int(pow(10, Double.random(in: 4...7, using: &generator)))
    let misses = (0..<200).map { _ in Double.random(in: 0.93...1.07, using: &generator) }
    var turn = 0
    let encoder = Encoder(
      bytesAtQuality: Double(limit) * pow(10, Double.random(in: -1...2, using: &generator)),
      fullSize: PixelSize(width: 1280, height: 720), seconds: 10,
      miss: {
        turn += 1
        return misses[turn % misses.count]
      })
    let (end, fitting, steps) = run(encoder, limit: limit)
    switch end {
    case .done:
      #expect(fitting != nil)
      if steps.count > 1 { #expect(Double(fitting ?? 0) > Double(limit) * 0.85) }
    case .impossible(let smallest):
      #expect(fitting == nil)
      #expect(smallest > limit)
    default: Issue.record("it does not end: \(steps.count) steps")
    }
  }

  @Test func qualityThatFitsIsEnough() {
    let encoder = Encoder(
      bytesAtQuality: 400_000, fullSize: PixelSize(width: 640, height: 360), seconds: 10, miss: { 1 })
    let (end, fitting, steps) = run(encoder, limit: 1_000_000)
    #expect(end == .done)
    #expect(fitting == 400_000)
    #expect(steps.count == 1)
  }

  @Test func statisticsServeWhenTheyAreNear() {
    let encoder = Encoder(
      bytesAtQuality: 1_300_000, fullSize: PixelSize(width: 640, height: 360), seconds: 10, miss: { 1 })
    let (end, fitting, steps) = run(encoder, limit: 1_000_000)
    #expect(end == .done)
    #expect(Double(fitting ?? 0) > 920_000)
    #expect(steps.count == 2)
  }

  @Test func framesKeepTheirSizeUntilLittleIsLeft() {
    func sizes(_ bytesAtQuality: Double, similarity: Double = 0.995) -> Set<PixelSize> {
      let encoder = Encoder(
        bytesAtQuality: bytesAtQuality, fullSize: PixelSize(width: 1280, height: 720), seconds: 10,
        similarity: similarity, miss: { 1 })
      return Set(
        run(encoder, limit: 1_000_000).steps.compactMap { step in
          if case .rate(let size, _, _) = step { size } else { nil }
        })
    }
    #expect(sizes(2_500_000) == [PixelSize(width: 1280, height: 720)])
    #expect(sizes(4_000_000, similarity: 0.978) == [PixelSize(width: 1280, height: 720)])
    let small = sizes(40_000_000)
    #expect(small.count == 1)
    #expect(small.allSatisfy { $0.width < 800 && $0.width % 2 == 0 && $0.height % 2 == 0 })
  }

  @Test func nothingRecognisableFitsAFewBytes() {
    let encoder = Encoder(
      bytesAtQuality: 1_000_000, fullSize: PixelSize(width: 1280, height: 720), seconds: 10, miss: { 1 })
    let (end, fitting, _) = run(encoder, limit: 2000)
    guard case .impossible(let smallest) = end else {
      Issue.record("unexpected: \(end)")
      return
    }
    #expect(smallest > 2000)
    #expect(fitting == nil)
  }
}

@Suite struct MovieBudgetTests {
  private func video(_ audio: Video.Audio? = nil, codec: String = "h264", duration: Double = 10) -> Video {
    Video(
      format: .mp4, size: PixelSize(width: 1280, height: 720), duration: duration, codec: codec, frameRate: 30,
      audio: audio)
  }

  private func aac(_ bitRate: Int?, channels: Int = 2, profile: String? = "LC") -> Video.Audio {
    Video.Audio(
      codec: "aac", codecProfile: profile, channelCount: channels, sampleRate: 44_100, bitRate: bitRate, streamIndex: 1)
  }

  private func sound(_ audio: Video.Audio?, total: Double) -> MovieSound { MovieSound(of: audio, totalBitRate: total) }

  /// Packets that are copied would be there with all that was cut off.
  @Test func onlySoundThatIsRightAndModestIsKept() {
    #expect(sound(aac(128_000), total: 1_000_000) == .kept(bitRate: 128_000))
    #expect(sound(aac(160_000, profile: nil), total: 1_000_000) == .kept(bitRate: 160_000))
    #expect(sound(nil, total: 1_000_000) == .none)
    let good = MovieSound.encoded(bitRate: 128_000, channelCount: 2, sampleRate: 44_100)
    var cut = aac(128_000)
    cut.hasHiddenSound = true
    for audio in [aac(255_000), aac(nil), aac(64_000, profile: "HE-AAC"), aac(128_000, channels: 6), cut] {
      #expect(sound(audio, total: 2_000_000) == good)
    }
    #expect(
      sound(aac(200_000, channels: 1), total: 2_000_000)
        == .encoded(bitRate: 64_000, channelCount: 1, sampleRate: 44_100))
  }

  @Test(arguments: [(500_000.0, 96_000), (330_000, 64_000), (250_000, 48_000), (100_000, 32_000), (1000, 32_000)])
  func scarceBitsGoToPictures(_ total: Double, _ expected: Int) {
    #expect(sound(aac(128_000), total: total).bitRate == expected)
  }

  /// Pictures, sound and container together never exceed the limit, unless the limit is absurd.
  @Test(arguments: [50_000, 100_000, 1_000_000, 50_000_000]) func theWholeIsItsParts(_ limit: Int) {
    let specification = MovieSearchTests.specification(limit)
    for audio in [nil, aac(128_000), aac(255_000)] {
      let budget = MovieBudget(of: specification, for: video(audio))
      let total = Double(budget.videoBitRate) * 10 / 8 + Double(budget.restBytes)
      #expect(total <= Double(limit) || budget.videoBitRate == 1000)
      #expect(total >= Double(limit) * 0.97 || budget.videoBitRate == 1000)
    }
  }

  /// Sound that plays on takes bytes for as long as it plays, and the pictures have all others in their own time.
  @Test func soundThatPlaysOn() {
    var long = aac(64_000)
    long.end = 40
    var specification = MovieSearchTests.specification(5_000_000)
    specification.keepsAudio = true
    let budget = MovieBudget(of: specification, for: video(long), sourceBytes: 800_000)
    #expect(budget.seconds == 40 && budget.pictureSeconds == 10 && budget.frameCount == 301)
    #expect(budget.restBytes >= 40 * 64_000 / 8)
    let total = Double(budget.videoBitRate) * 10 / 8 + Double(budget.restBytes)
    #expect((0.97...1).contains(total / 800_000))
    var silent = specification
    silent.keepsAudio = false
    #expect(MovieBudget(of: silent, for: video(long)).seconds == 10)
    var cut = specification
    cut.seconds = 20
    let half = MovieBudget(of: cut, for: video(long), sourceBytes: 800_000)
    #expect(half.seconds == 20 && half.pictureSeconds == 10 && half.limit == 400_000)
  }

  @Test func noMoreThanTheSourceIsWorth() {
    let specification = MovieSearchTests.specification(5_000_000)
    #expect(MovieBudget(of: specification, for: video(), sourceBytes: 800_000).limit == 800_000)
    #expect(MovieBudget(of: specification, for: video(codec: "hevc"), sourceBytes: 800_000).limit == 1_200_000)
    #expect(MovieBudget(of: specification, for: video()).limit == 5_000_000)
    var half = specification
    half.seconds = 5
    #expect(MovieBudget(of: half, for: video(), sourceBytes: 800_000).limit == 400_000)
  }

  /// False claims of files never trap.
  @Test(arguments: [Double.nan, .infinity, -1, 0, 1e300]) func absurdDurations(_ duration: Double) {
    let budget = MovieBudget(
      of: MovieSearchTests.specification(100_000), for: video(duration: duration), sourceBytes: 1)
    #expect(budget.seconds > 0)
    #expect(budget.videoBitRate >= 1000)
    #expect(budget.restBytes > 0)
  }
}
