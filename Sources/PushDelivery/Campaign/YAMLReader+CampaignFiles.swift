/// The files that a message names.
extension YAMLReader {
  private enum PosterKey: String, YAMLKey { case at }

  /// The path of a file of the campaign folder.
  mutating func campaignPath(_ value: YAMLValue?) -> String? {
    guard let value, let text = string(value) else { return nil }
    switch CampaignPath.normalized(text) {
    case .success(let path): return path
    case .failure(let problem):
      report("campaign.path", value.subject, "\(text.quoted) \(problem.message)", remedy: problem.remedy)
      return nil
    }
  }

  /// A moment, `{at: 2.5}`, or the path of a picture.
  mutating func poster(_ value: YAMLValue?, besideImage hasImage: Bool) -> PosterChoice? {
    guard let value else { return nil }
    if !hasImage { refuseWithoutImage(value) }
    switch value.content {
    case .text(let text, isQuoted: false) where PlainText.number(text) != nil:
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

  private mutating func refuseWithoutImage(_ poster: YAMLValue) {
    refuse(
      poster, because: "a poster stands for the video or animation that `image` names, and the message names none",
      use: "`image` beside it")
  }

  private mutating func reportAmbiguousPoster(_ text: String, _ subject: Diagnostic.Subject) {
    report(
      "configuration.type", subject, "\(text.quoted) stands where `{at: SECONDS}` or the path of a picture belongs",
      remedy: "write `{at: \(text.printable)}` for that moment, or the name in quotes if a file is called so")
  }
}
