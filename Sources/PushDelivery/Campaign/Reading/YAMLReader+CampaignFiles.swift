import Findings

/// The files that a message names.
extension YAMLReader {
  enum PosterKey: String, YAMLKey { case at }

  enum PlatformKey: String, YAMLKey { case ios, android, web }

  /// The path of a file of the campaign folder.
  mutating func campaignPath(_ value: YAMLValue?) -> String? {
    guard let value, let text = string(value) else { return nil }
    switch CampaignPath.normalized(text) {
    case .success(let path): return path
    case .failure(let problem):
      report(.campaignPath, value.subject, "\(text.quoted) \(problem.message)", remedy: problem.remedy)
      return nil
    }
  }

  /// One file for all platforms, or files of their own for some.
  mutating func media(_ value: YAMLValue?, on platforms: Set<Platform>) -> CampaignMedia {
    guard let value else { return CampaignMedia() }
    guard case .mapping(let members) = value.content else { return CampaignMedia(campaignPath(value)) }
    guard !members.isEmpty, let section = mapping(value, PlatformKey.self) else {
      reportType(of: value, expected: "a path, or `{ios: …, android: …, web: …}` with paths")
      return CampaignMedia()
    }
    var own: [Platform: String] = [:]
    for platform in Platform.allCases {
      let file = PlatformKey(rawValue: platform.rawValue).flatMap { section[$0] }
      if !platforms.contains(platform) {
        refuse(file, because: "the message is not made for \(platform.rawValue)", use: "it under `platforms` too")
      }
      own[platform] = campaignPath(file)
    }
    return CampaignMedia(own: own)
  }

  /// A moment, `{at: 2.5}`, or the path of a picture.
  mutating func poster(_ value: YAMLValue?, besideMedia hasMedia: Bool) -> PosterChoice? {
    guard let value else { return nil }
    if !hasMedia { refuseWithoutMedia(value) }
    switch value.content {
    case .text(let text, .plain) where PlainText.number(text) != nil:
      reportAmbiguousPoster(text, value.subject)
      return nil
    case .text: return campaignPath(value).map(PosterChoice.file)
    case .mapping:
      guard let section = mapping(value, PosterKey.self) else { return nil }
      return number(required(.at, of: section), in: PosterChoice.momentRange).map(PosterChoice.at)
    default:
      reportType(of: value, expected: "`{at: SECONDS}` or the path of a picture")
      return nil
    }
  }

  private mutating func refuseWithoutMedia(_ poster: YAMLValue) {
    refuse(
      poster, because: "a poster stands for the video or animation that `media` names, and the message names none",
      use: "`media` beside it")
  }

  private mutating func reportAmbiguousPoster(_ text: String, _ subject: Diagnostic.Subject) {
    report(
      .configurationType, subject, "\(text.quoted) stands where `{at: SECONDS}` or the path of a picture belongs",
      remedy: "write `{at: \(text.printable)}` for that moment, or the name in quotes if a file is called so")
  }
}
