public import MediaFacts

/// How the pictures, the sound and the container of a movie share a limit in bytes.
public struct MovieBudget: Hashable, Sendable {
  /// The target in bytes; the movie may be smaller.
  public let limit: Int
  /// How long it plays, in seconds; above 0.
  public let seconds: Double
  /// The seconds that its pictures play: less if sound continues. Above 0.
  public let pictureSeconds: Double
  /// Estimated number of frames.
  public let frameCount: Int
  public let sound: MovieSound

  /// - Parameters:
  ///   - specification: gives the limit, and the part of the source to use.
  ///   - sourceBytes: of the source's file; nil if they say nothing about its contents.
  public init(of specification: MotionSpecification, for video: Video, sourceBytes: Int? = nil) {
    let allowed = max(1, specification.maximumBytes)
    let seconds = video.playedSeconds(under: specification)
    let rate = min(max(video.frameRate, 1), Double(max(1, specification.maximumFrameRate)))
    self.seconds = seconds
    pictureSeconds = video.playedSeconds(under: specification, withSound: false)
    frameCount = Int(pictureSeconds * rate) + 1
    sound = MovieSound(
      of: specification.keepsAudio ? video.audio : nil, totalBitRate: Double(allowed) * 8 * Self.usedShare / seconds)
    limit = min(allowed, sourceBytes.map { video.worthBytes(of: $0, under: specification) } ?? allowed)
  }

  /// The target's share of the limit: rate control misses its target by up to 1.5 %, and an encode over the limit costs another one.
  static let usedShare = 0.978

  /// Bytes of everything except pictures. The index was measured with ffmpeg's muxer: 1500 bytes, 16 for each frame (its size, its place
  /// and its display time) and 6 for each packet of 1024 samples of sound.
  public var restBytes: Int {
    let packets = sound == .none ? 0 : seconds * 48_000 / 1024
    return 1500 + 16 * frameCount + Int(6 * packets + seconds * Double(sound.bitRate) / 8)
  }

  /// Bits of pictures a second that fill the limit, but not less than the encoder needs.
  public var videoBitRate: Int {
    let bytes = Double(limit) * Self.usedShare - Double(restBytes)
    return max(Self.smallestBitRate, Int(bytes * 8 / pictureSeconds))
  }

  static let smallestBitRate = 1000

  /// The rate for another try after one gave `bytes`: the same share of the pictures' bytes. `aim`: the target's share of the limit.
  func bitRate(after bitRate: Int, bytes: Int, aim: Double) -> Int {
    let pictures = Double(max(bytes - restBytes, bytes / 16, 1))
    let wanted = Double(limit) * aim - Double(restBytes)
    let next = Double(bitRate) * max(wanted, 0) / pictures
    return max(Self.smallestBitRate, Int(min(next, 1e9)))
  }
}

extension Video {
  /// The bytes above which a movie cannot be better than the source: codecs newer than H.264 need about a third fewer.
  fileprivate func worthBytes(of sourceBytes: Int, under specification: MotionSpecification) -> Int {
    let gain = ["hevc", "av1", "vp9"].contains(codec) ? 1.5 : 1
    let whole = playedDuration(withSound: specification.keepsAudio)
    let part = whole.isFinite && whole > 0 ? min(1, playedSeconds(under: specification) / whole) : 1
    return max(1, Int(min(Double(max(sourceBytes, 0)) * gain * part, 1e12)))
  }

  /// The seconds of it to use; above 0 and finite, whatever the file claims. `withSound`: whether to count sound that plays on after the
  /// pictures; nil: if it is kept.
  package func playedSeconds(under specification: MotionSpecification, withSound: Bool? = nil) -> Double {
    let duration = playedDuration(withSound: withSound ?? specification.keepsAudio)
    let known = duration.isFinite ? min(max(duration, 0.01), 1e6) : 1e6
    return max(0.01, min(known, specification.seconds ?? .infinity))
  }
}

/// The treatment of a video's sound.
public enum MovieSound: Hashable, Sendable {
  /// It is missing or unwanted.
  case none
  /// Its packets are kept as they are; bits a second.
  case kept(bitRate: Int)
  /// It is encoded again, as low-complexity AAC.
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
  ///   - audio: the source's sound; nil if it is silent or sound is unwanted.
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
      let ladder = Self.ladder(for: audio)
      self = ladder.first { Double($0.bitRate) <= affordable } ?? ladder[ladder.count - 1]
    }
  }

  /// The most of all bits that sound may take: viewers miss pictures first. A fifth is 128 kbit/s with 500 kbit/s of a small clip.
  static let largestShare = 0.2

  /// From good to just intelligible. ffmpeg's AAC encoder needs about 64 kbit/s a channel to be transparent and sounds best at
  /// low rates with fewer samples.
  private static func ladder(for audio: Video.Audio) -> [MovieSound] {
    let sampleRate = min(audio.sampleRate, 48_000)
    let stereo = [128_000, 96_000, 64_000].map {
      MovieSound.encoded(bitRate: $0, channelCount: 2, sampleRate: sampleRate)
    }
    let mono = [64_000, 48_000].map { MovieSound.encoded(bitRate: $0, channelCount: 1, sampleRate: sampleRate) }
    let lowest = MovieSound.encoded(bitRate: 32_000, channelCount: 1, sampleRate: min(audio.sampleRate, 32_000))
    return (audio.channelCount > 1 ? stereo + [mono[1]] : mono) + [lowest]
  }
}

extension Video.Audio {
  /// Its bits a second, if Apple's systems play it in an MP4 and encoding it again would gain nothing.
  fileprivate var keptBitRate: Int? {
    guard codec == "aac", codecProfile ?? "LC" == "LC", channelCount <= 2, sampleRate <= 48_000, !hasHiddenSound else {
      return nil
    }
    return bitRate.flatMap { (1...Self.largestKeptBitRate).contains($0) ? $0 : nil }
  }

  private static var largestKeptBitRate: Int { 160_000 }
}
