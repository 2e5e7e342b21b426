import MediaFacts
import PushDelivery
import Testing

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

  @Test func soundThatIsRightAndModestIsKept() {
    #expect(sound(aac(128_000), total: 1_000_000) == .kept(bitRate: 128_000))
    #expect(sound(aac(160_000, profile: nil), total: 1_000_000) == .kept(bitRate: 160_000))
    #expect(sound(nil, total: 1_000_000) == .none)
  }

  @Test func otherSoundIsEncoded() {
    let good = MovieSound.encoded(bitRate: 128_000, channelCount: 2, sampleRate: 44_100)
    #expect(sound(aac(255_000), total: 2_000_000) == good)
    #expect(sound(aac(nil), total: 2_000_000) == good)
    #expect(sound(aac(64_000, profile: "HE-AAC"), total: 2_000_000) == good)
    #expect(sound(aac(128_000, channels: 6), total: 2_000_000) == good)
    #expect(
      sound(aac(200_000, channels: 1), total: 2_000_000)
        == .encoded(bitRate: 64_000, channelCount: 1, sampleRate: 44_100))
  }

  /// Packets that are copied would be there with all that was cut off.
  @Test func soundThatWasCutIsEncoded() {
    var cut = aac(128_000)
    cut.hasHiddenSound = true
    #expect(sound(cut, total: 1_000_000) == .encoded(bitRate: 128_000, channelCount: 2, sampleRate: 44_100))
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
