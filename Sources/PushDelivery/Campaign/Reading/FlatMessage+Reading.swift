import Findings

extension FlatMessage {
  /// One message for each target of a layer in which nothing is left to choose or to fill in.
  static func messages(
    of layer: MessageLayer, in locale: String?, variant: String?, _ context: CampaignContext, _ reader: inout YAMLReader
  ) -> [CampaignMessage] {
    let flat = FlatMessage(layer, &reader)
    let hasTargetList = if case .list? = layer[.target]?.content { true } else { false }
    return flat.targets(of: layer, context, &reader).enumerated().compactMap { index, target -> CampaignMessage? in
      let number = hasTargetList ? String(index + 1) : nil
      guard let id = flat.id.flatMap({ whole($0, [locale, variant, number], layer[.id], &reader) }) else { return nil }
      var message = CampaignMessage(
        id: id, media: flat.media, poster: flat.poster, focalPoint: flat.focalPoint, title: flat.title, body: flat.body,
        target: target, link: flat.link, platforms: flat.platforms, options: flat.options, overrides: flat.overrides,
        locale: locale, variant: variant, origin: layer.subject)
      // A row of a table is one line.
      if !context.isTable { message.places = MessagePlaces(of: layer) }
      return message
    }
  }

  private init(_ layer: MessageLayer, _ reader: inout YAMLReader) {
    self.init()
    refuseIdleKeys(of: layer, &reader)
    for key in MessageKey.allCases where !key.grammar.isExpanded {
      if let value = layer[key] {
        _ = key.grammar.key.take(value, &self, &reader)
      } else if key.grammar.key.isRequired {
        _ = reader.required(key.name, of: YAMLMapping(subject: layer.subject, values: [:]))
      }
    }
  }

  /// Reports what would do nothing beside its neighbours.
  private func refuseIdleKeys(of layer: MessageLayer, _ reader: inout YAMLReader) {
    guard let media = layer[.media] else {
      return reader.refuse(
        layer[.poster],
        because: "a poster stands for the video or animation that `media` names, and the message names none",
        use: "`media` beside it")
    }
    guard case .mapping = media.content, let value = layer[.platforms] else { return }
    var message = self
    _ = MessageKey.platforms.grammar.key.take(value, &message, &reader)
    for platform in Platform.allCases where !message.platforms.contains(platform) {
      reader.refuse(
        media.membersByName[platform.rawValue], because: "the message is not made for \(platform.rawValue)",
        use: "it under `platforms` too")
    }
  }

  /// The message's own targets; the one of pipeline.yml where it has none or asks for that.
  private func targets(
    of layer: MessageLayer, _ context: CampaignContext, _ reader: inout YAMLReader
  ) -> [MessageTarget] {
    let value = layer[.target]
    if let value, !value.isDefaultTarget { return targets ?? [] }
    if value == nil, context.isTable { return Self.reportNoTarget(layer, &reader) }
    if let target = context.pipelineDefaults.target { return [target] }
    reader.report(
      .configurationMissingKey, layer.subject.key(MessageKey.target.name),
      value == nil ? "the message has no `target`, and there is no default" : "there is no default target",
      remedy: "add `target: {topic: …}` (or token, fid, condition), or `defaults.target` to pipeline.yml")
    return []
  }

  /// Of a table without a column for it, and with no word of it in campaign.yml: a `topc` must not go to everybody. It is said of
  /// the first row, and once.
  private static func reportNoTarget(_ layer: MessageLayer, _ reader: inout YAMLReader) -> [MessageTarget] {
    reader.report(
      .campaignMissingTarget, layer.subject.moved(line: 1, column: 1).key(MessageKey.target.name),
      "neither the table nor campaign.yml says whom its rows go to",
      remedy: "add a column `topic`, `token`, `fid` or `condition`; or, for the target that pipeline.yml has under "
        + "`defaults`, a column `target` with `default` in each row")
    return []
  }

  /// The identifier with what tells the messages apart that one became.
  private static func whole(
    _ id: String, _ suffixes: [String?], _ value: YAMLValue?, _ reader: inout YAMLReader
  ) -> String? {
    let whole = ([id] + suffixes.compactMap(\.self)).joined(separator: ".")
    if MessageIdentifier(rawValue: whole) != nil { return whole }
    reader.report(
      .campaignID, value?.subject ?? .init(.message, id), "\(whole.quoted) is too long to name a request file",
      remedy:
        "shorten the id: with language, variant and number it may have \(MessageIdentifier.maximumLength) characters")
    return nil
  }
}
