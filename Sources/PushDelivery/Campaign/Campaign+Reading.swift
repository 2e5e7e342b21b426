extension Campaign {
  /// Reads the text of campaign.yml. All problems are reported at once.
  ///
  /// - Parameters:
  ///   - file: the file's path, as diagnostics name it.
  ///   - defaults: where the target of a message comes from that names none.
  public static func read(
    _ text: String, file: String = "campaign.yml", defaults: MessageDefaults = .init()
  ) -> Checked<Campaign> {
    YAMLReader.read(text, file: file) { reader, root in reader.campaign(root, defaults: defaults) }
  }
}

extension YAMLReader {
  private enum CampaignKey: String, YAMLKey { case version, messages }

  private enum MessageKey: String, YAMLKey {
    case id, image, poster, title, body, target, link
    case focalPoint = "focal-point"
  }

  private enum PointKey: String, YAMLKey { case x, y }

  fileprivate mutating func campaign(_ root: YAMLValue, defaults: MessageDefaults) -> Campaign? {
    guard let section = mapping(root, CampaignKey.self) else { return nil }
    version(section[.version])
    guard let elements = list(required(.messages, of: section)) else { return nil }
    let messages = elements.compactMap { message($0, defaults: defaults) }
    reportDuplicates(messages)
    return Campaign(messages: messages)
  }

  private mutating func message(_ value: YAMLValue, defaults: MessageDefaults) -> CampaignMessage? {
    guard let section = mapping(value, MessageKey.self) else { return nil }
    let id = identifier(required(.id, of: section))
    let target = section[.target] == nil ? defaults.target : target(section[.target])
    if section[.target] == nil, defaults.target == nil { reportNoTarget(section.subject.key("target")) }
    let image = campaignPath(section[.image])
    let poster = poster(section[.poster], besideImage: section[.image] != nil)
    let title = string(section[.title])
    let body = string(section[.body])
    let link = path(section[.link])
    let focalPoint = focalPoint(section[.focalPoint])
    guard let id, let target else { return nil }
    return CampaignMessage(
      id: id, media: CampaignMedia(image), poster: poster, focalPoint: focalPoint, title: title, body: body,
      target: target,
      link: link, origin: section.subject)
  }

  /// The identifier names a file, so it has only characters that every file system takes.
  private mutating func identifier(_ value: YAMLValue?) -> String? {
    guard let value, let text = string(value) else { return nil }
    if MessageIdentifier(rawValue: text) != nil { return text }
    report(
      "campaign.id", value.subject, "\(text.quoted) cannot name a request file",
      remedy:
        "use at most \(MessageIdentifier.maximumLength) of A-Z, a-z, 0-9, `.`, `_` and `-`, not `.` or `-`"
        + " first, and not `index`; for example \(Slug(text).text.quoted)")
    return nil
  }

  private mutating func reportNoTarget(_ subject: Diagnostic.Subject) {
    report(
      "configuration.missing-key", subject, "the message has no `target`, and there is no default",
      remedy: "add `target: {topic: …}` (or token, fid, condition), or `defaults.target` to pipeline.yml")
  }

  private mutating func focalPoint(_ value: YAMLValue?) -> FocalPoint? {
    guard let section = mapping(value, PointKey.self) else { return nil }
    let x = number(required(.x, of: section), in: 0...1)
    let y = number(required(.y, of: section), in: 0...1)
    guard let x, let y else { return nil }
    return FocalPoint(x: x, y: y)
  }

  /// Identifiers that differ in case alone would meet in one file on some systems.
  private mutating func reportDuplicates(_ messages: [CampaignMessage]) {
    var first: [String: CampaignMessage] = [:]
    for message in messages {
      guard let other = first.updateValue(message, forKey: message.id.lowercased()) else { continue }
      first[message.id.lowercased()] = other
      let lines = [other, message].map { $0.origin.line.map(String.init) ?? "?" }.joined(separator: " and ")
      report(
        "campaign.duplicate-id", message.origin.key("id"),
        "two messages have the id \(message.id.quoted), in lines \(lines), and one request would replace the other",
        remedy: "give one of them another id")
    }
  }
}
