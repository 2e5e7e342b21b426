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
    case fit, aspect, crop, transparency, background, quality
  }

  enum QualityKey: String, YAMLKey { case ceiling, floor }

  private enum FitName { case inside, cover, pad }

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
    profile.quality = quality(section[.quality], standard: standard.quality) ?? standard.quality
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
      "configuration.value", value.subject, "\(text.quoted) is no ratio of width to height",
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
      "configuration.value", value.subject, "\(text.quoted) is no colour",
      remedy: "write six hexadecimal digits in quotes, as in \"#ffffff\"")
    return nil
  }

  private mutating func quality(_ value: YAMLValue?, standard: ClosedRange<Int>) -> ClosedRange<Int>? {
    guard let section = mapping(value, QualityKey.self) else { return nil }
    let ceiling = integer(section[.ceiling], in: Profile.qualityRange) ?? standard.upperBound
    let floor = integer(section[.floor], in: Profile.qualityRange) ?? min(standard.lowerBound, ceiling)
    if floor <= ceiling { return floor...ceiling }
    report(
      "configuration.conflict", section.subject, "the floor \(floor) lies above the ceiling \(ceiling)",
      remedy: "swap them, or lower the floor")
    return nil
  }
}

extension Profile {
  /// JPEG qualities that configuration may ask for; above 95 a file only grows.
  static let qualityRange = 1...95
}
