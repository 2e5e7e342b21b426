import Findings
import MediaFacts

/// The section `profiles` of pipeline.yml.
extension YAMLReader {
  enum ProfileName: String, YAMLKey {
    case universal
    case motion = "ios-motion"
  }

  enum ProfileKey: String, YAMLKey {
    case maximumBytes = "max-bytes"
    case maximumWidth = "max-width"
    case maximumHeight = "max-height"
    case fit, aspect, crop, transparency, background, effort, quality
  }

  enum QualityKey: String, YAMLKey {
    case target
    case warnBelow = "warn-below"
    case ceiling, floor
  }

  private enum FitName { case inside, cover, pad }
  private enum EffortName { case best, fast }

  mutating func profiles(_ value: YAMLValue?, into configuration: inout PipelineConfiguration) {
    guard let section = mapping(value, ProfileName.self) else { return }
    let still = profile(section[.universal], standard: .universal) ?? .universal
    configuration.profiles = [still]
    configuration.motionProfile = motionProfile(section[.motion], standard: .iOS) ?? .iOS
    configuration.motionProfile.background = still.background
  }

  private mutating func profile(_ value: YAMLValue?, standard: Profile) -> Profile? {
    guard let section = mapping(value, ProfileKey.self) else { return nil }
    var profile = standard
    let bytes = ClientLimit.composerImageBytes
    profile.maximumBytes =
      integer(section[.maximumBytes], in: SettingRange.stillBytes, limit: bytes) ?? standard.maximumBytes
    profile.maximumSize = PixelSize(
      width: side(section[.maximumWidth], limit: .androidVisibleWidth),
      height: side(section[.maximumHeight], limit: .androidVisibleHeight))
    profile.fit = fit(section) ?? standard.fit
    profile.transparency =
      choice(section[.transparency], among: ["keep": .keep, "flatten": .flatten]) ?? standard.transparency
    profile.background = background(section[.background]) ?? standard.background
    effort(section, into: &profile)
    return profile
  }

  private mutating func side(_ value: YAMLValue?, limit: ClientLimit) -> Int {
    integer(value, in: 1...limit.value, limit: limit) ?? limit.value
  }

  /// `fit`, `aspect` and `crop` together: each fit has its own need of the other two.
  private mutating func fit(_ section: YAMLMapping<ProfileKey>) -> Profile.Fit? {
    let names: KeyValuePairs<String, FitName> = ["inside": .inside, "cover": .cover, "pad": .pad]
    let fit = section[.fit] == nil ? .inside : choice(section[.fit], among: names)
    let aspect = aspect(section[.aspect])
    let crop = crop(section[.crop])
    switch fit {
    case .inside:
      refuse(section[.aspect], because: "`fit: inside` keeps a picture's own shape", use: "`fit: cover` or `fit: pad`")
      refuse(section[.crop], because: "`fit: inside` cuts nothing", use: "`fit: cover`")
      return .inside
    case .cover:
      _ = required(.aspect, of: section)
      return aspect.map { .cover($0, crop ?? .attention) }
    case .pad:
      refuse(section[.crop], because: "`fit: pad` cuts nothing", use: "`fit: cover`")
      _ = required(.aspect, of: section)
      return aspect.map(Profile.Fit.pad)
    case nil: return nil
    }
  }

  private mutating func aspect(_ value: YAMLValue?) -> AspectRatio? {
    guard let value, let text = string(value) else { return nil }
    if let aspect = AspectRatio(text) { return aspect }
    report(
      .configurationValue, value.subject, "\(text.quoted) is no ratio of width to height",
      remedy: "write two whole numbers from 1 to 100, as in \"2:1\"")
    return nil
  }

  private mutating func crop(_ value: YAMLValue?) -> CropAnchor? {
    choice(
      value, among: ["attention": .attention, "entropy": .entropy, "centre": .centre, "center": .centre])
  }

  private mutating func background(_ value: YAMLValue?) -> RGBColor? {
    guard let value, let text = string(value) else { return nil }
    if let color = RGBColor(text) { return color }
    report(
      .configurationValue, value.subject, "\(text.quoted) is no colour",
      remedy: "write six hexadecimal digits in quotes, as in \"#ffffff\"")
    return nil
  }

  /// `effort` and `quality` together: each encoder aims at something else.
  private mutating func effort(_ section: YAMLMapping<ProfileKey>, into profile: inout Profile) {
    let names: KeyValuePairs<String, EffortName> = ["best": .best, "fast": .fast]
    let effort = section[.effort] == nil ? .best : choice(section[.effort], among: names)
    let quality = section[.quality].flatMap { mapping($0, QualityKey.self) }
    let target = quality.flatMap { integer($0[.target], in: SettingRange.targetScore) }
    let qualities = quality.flatMap { self.qualities($0) } ?? Effort.standardQualities
    switch effort {
    case .best:
      let reason = "`effort: best` aims at a score and has no JPEG qualities"
      refuse(quality?[.ceiling], because: reason, use: "`target`, or `effort: fast` above")
      refuse(quality?[.floor], because: reason, use: "`effort: fast` above")
      profile.effort = .best(target: target ?? Effort.standardTarget)
    case .fast:
      refuse(quality?[.target], because: "`effort: fast` aims at a JPEG quality", use: "`ceiling`")
      profile.effort = .fast(qualities: qualities)
    case nil: break
    }
    profile.acceptableScore = acceptableScore(quality, target: target)
  }

  private mutating func acceptableScore(_ section: YAMLMapping<QualityKey>?, target: Int?) -> Int {
    let standard = min(Effort.standardAcceptableScore, target ?? .max)
    guard let section, let score = integer(section[.warnBelow], in: SettingRange.acceptableScore) else {
      return standard
    }
    if let target, score > target {
      report(
        .configurationConflict, section.subject, "`warn-below` \(score) lies above the target \(target)",
        remedy: "lower it, or raise the target")
    }
    return score
  }

  private mutating func qualities(_ section: YAMLMapping<QualityKey>) -> ClosedRange<Int>? {
    let standard = Effort.standardQualities
    let ceiling = integer(section[.ceiling], in: SettingRange.quality) ?? standard.upperBound
    let floor = integer(section[.floor], in: SettingRange.quality) ?? min(standard.lowerBound, ceiling)
    if floor <= ceiling { return floor...ceiling }
    report(
      .configurationConflict, section.subject, "the floor \(floor) lies above the ceiling \(ceiling)",
      remedy: "swap them, or lower the floor")
    return nil
  }
}

/// The section `profiles.ios-motion` of pipeline.yml.
extension YAMLReader {
  enum MotionKey: String, YAMLKey {
    case motion
    case maximumMovieBytes = "max-movie-bytes"
    case maximumGIFBytes = "max-gif-bytes"
    case maximumSeconds = "max-seconds"
    case maximumEdge = "max-edge"
    case maximumFrameRate = "max-frame-rate"
    case trim, audio
  }

  /// The background is not read here: it is the still's, so that poster and motion look alike.
  ///
  /// A key for which the chosen `motion` has no use is let be, so that changing that one word is enough.
  mutating func motionProfile(_ value: YAMLValue?, standard: MotionProfile) -> MotionProfile? {
    guard let section = mapping(value, MotionKey.self) else { return nil }
    var profile = standard
    profile.motion = motion(section[.motion]) ?? standard.motion
    let (movie, gif) = (ClientLimit.appleMovieBytes, ClientLimit.appleImageBytes)
    profile.maximumMovieBytes =
      integer(section[.maximumMovieBytes], in: SettingRange.movieBytes, limit: movie) ?? standard.maximumMovieBytes
    profile.maximumGIFBytes =
      integer(section[.maximumGIFBytes], in: SettingRange.gifBytes, limit: gif) ?? standard.maximumGIFBytes
    profile.maximumSeconds =
      integer(section[.maximumSeconds], in: SettingRange.motionSeconds) ?? standard.maximumSeconds
    profile.maximumEdge = integer(section[.maximumEdge], in: SettingRange.motionEdge) ?? standard.maximumEdge
    profile.maximumFrameRate =
      integer(section[.maximumFrameRate], in: SettingRange.frameRate) ?? standard.maximumFrameRate
    profile.trims = bool(section[.trim]) ?? standard.trims
    profile.keepsAudio = choice(section[.audio], among: ["keep": true, "drop": false]) ?? standard.keepsAudio
    return profile
  }

  private mutating func motion(_ value: YAMLValue?) -> MotionProfile.Motion? {
    choice(value, among: ["auto": .automatic, "gif": .gif, "mp4": .mp4, "still": .still])
  }
}
