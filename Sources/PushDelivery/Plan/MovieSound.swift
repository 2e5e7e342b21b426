/// What becomes of a video's sound.
public enum MovieSound: Hashable, Sendable {
  /// There is none, or none is wanted.
  case none
  /// Its packets are kept as they are; bits a second.
  case kept(bitRate: Int)
  /// It is encoded again, as AAC of the low-complexity profile.
  case encoded(bitRate: Int, channelCount: Int, sampleRate: Int)

  /// Bits a second.
  public var bitRate: Int {
    switch self {
    case .none: 0
    case .kept(let bitRate), .encoded(let bitRate, _, _): bitRate
    }
  }

  /// The best sound that leaves the pictures most of the bits.
  ///
  /// - Parameters:
  ///   - audio: the source's sound; nil when it is silent or nobody wants it.
  ///   - totalBitRate: bits a second for sound and pictures together.
  public init(of audio: Video.Audio?, totalBitRate: Double) {
    guard let audio else {
      self = .none
      return
    }
    let affordable = totalBitRate * Self.largestShare
    if let kept = audio.keptBitRate, Double(kept) <= affordable {
      self = .kept(bitRate: kept)
    } else {
      self = Self.ladder(for: audio).first { Double($0.bitRate) <= affordable } ?? Self.lowest(for: audio)
    }
  }

  /// The share of all bits that sound may take: viewers miss pictures first, and a fifth is what 128 kbit/s are beside the
  /// 500 kbit/s of a small clip.
  static let largestShare = 0.2

  /// From good to just intelligible. ffmpeg's AAC encoder needs about 64 kbit/s a channel to be transparent and sounds best at
  /// low rates with fewer samples.
  private static func ladder(for audio: Video.Audio) -> [MovieSound] {
    let sampleRate = min(audio.sampleRate, 48_000)
    let stereo = [128_000, 96_000, 64_000].map {
      MovieSound.encoded(bitRate: $0, channelCount: 2, sampleRate: sampleRate)
    }
    let mono = [64_000, 48_000].map { MovieSound.encoded(bitRate: $0, channelCount: 1, sampleRate: sampleRate) }
    return audio.channelCount > 1 ? stereo + [mono[1]] : mono
  }

  private static func lowest(for audio: Video.Audio) -> MovieSound {
    .encoded(bitRate: 32_000, channelCount: 1, sampleRate: min(audio.sampleRate, 32_000))
  }
}

extension Video.Audio {
  /// Its bits a second where it is what an MP4 may hold for Apple's systems and encoding it again would gain nothing.
  fileprivate var keptBitRate: Int? {
    guard codec == "aac", codecProfile ?? "LC" == "LC", channelCount <= 2, sampleRate <= 48_000 else { return nil }
    return bitRate.flatMap { (1...Self.largestKeptBitRate).contains($0) ? $0 : nil }
  }

  private static var largestKeptBitRate: Int { 160_000 }
}
