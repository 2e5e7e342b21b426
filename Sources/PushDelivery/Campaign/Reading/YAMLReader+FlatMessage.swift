/// A message in which nothing is left to choose or to fill in.
extension YAMLReader {
  enum PointKey: String, YAMLKey { case x, y }

  /// One message for each of its targets.
  mutating func messages(
    ofFlat layer: MessageLayer, in locale: String?, variant: String?, _ context: CampaignContext
  ) -> [CampaignMessage] {
    let section = YAMLMapping(subject: layer.subject, values: layer.values)
    let id = identifier(required(.id, of: section))
    let platforms = platforms(layer[.platforms])
    let media = media(layer[.media], on: platforms)
    let poster = poster(layer[.poster], besideMedia: layer[.media] != nil)
    let focalPoint = focalPoint(layer[.focalPoint])
    let (title, body, link) = (string(layer[.title]), string(layer[.body]), path(layer[.link]))
    let options = options(of: layer)
    let overrides = overrides(of: layer)
    let targets = targets(of: layer, context)
    return targets.enumerated().compactMap { index, target in
      let number = hasTargetList(layer) ? String(index + 1) : nil
      guard let id = id.flatMap({ whole($0, [locale, variant, number], layer[.id]) }) else { return nil }
      return CampaignMessage(
        id: id, media: media, poster: poster, focalPoint: focalPoint, title: title, body: body, target: target,
        link: link, platforms: platforms, options: options, overrides: overrides, locale: locale, variant: variant,
        origin: layer.subject)
    }
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

  /// The identifier with what tells the messages apart that one became.
  private mutating func whole(_ id: String, _ suffixes: [String?], _ value: YAMLValue?) -> String? {
    let whole = ([id] + suffixes.compactMap(\.self)).joined(separator: ".")
    if MessageIdentifier(rawValue: whole) != nil { return whole }
    report(
      "campaign.id", value?.subject ?? .init(.message, id), "\(whole.quoted) is too long to name a request file",
      remedy:
        "shorten the id: with language, variant and number it may have \(MessageIdentifier.maximumLength) characters")
    return nil
  }

  private mutating func focalPoint(_ value: YAMLValue?) -> FocalPoint? {
    guard let section = mapping(value, PointKey.self) else { return nil }
    let x = number(required(.x, of: section), in: 0...1)
    let y = number(required(.y, of: section), in: 0...1)
    guard let x, let y else { return nil }
    return FocalPoint(x: x, y: y)
  }
}

/// Targets.
extension YAMLReader {
  private func hasTargetList(_ layer: MessageLayer) -> Bool {
    if case .list? = layer[.target]?.content { true } else { false }
  }

  /// The message's own targets; the one of pipeline.yml where it has none.
  private mutating func targets(of layer: MessageLayer, _ context: CampaignContext) -> [MessageTarget] {
    guard let value = layer[.target] else {
      if context.pipelineDefaults.target == nil { reportNoTarget(layer.subject.key("target")) }
      return context.pipelineDefaults.target.map { [$0] } ?? []
    }
    guard case .list(let elements) = value.content else { return target(value).map { [$0] } ?? [] }
    if elements.isEmpty {
      report(
        "configuration.value", value.subject, "the list is empty, so the message would go to nobody",
        remedy: "add a target, as in `- {topic: all}`, or delete the key")
    }
    let targets = elements.map { target($0) }
    // One that cannot be read must not change the numbers of the others.
    return targets.contains(nil) ? [] : targets.compactMap(\.self)
  }

  private mutating func reportNoTarget(_ subject: Diagnostic.Subject) {
    report(
      "configuration.missing-key", subject, "the message has no `target`, and there is no default",
      remedy: "add `target: {topic: …}` (or token, fid, condition), or `defaults.target` to pipeline.yml")
  }
}
