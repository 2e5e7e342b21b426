import Findings

/// Works out the parts of a message version.
struct VersionDraft {
  /// With all choices made, and only texts to fill in.
  let layer: MessageLayer
  let values: PlaceholderValues
  let context: CampaignContext
  let entry: MessageEntry

  /// The keys that are more than texts.
  func flat(_ reader: inout YAMLReader) -> FlatMessage {
    var flat = FlatMessage()
    refuseIdleKeys(&reader)
    refuseIdleMoment(&reader)
    for key in MessageKey.allCases where !key.grammar.isExpanded && !key.isText {
      if let value = layer[key] { _ = key.grammar.key.take(value, &flat, &reader) }
    }
    return flat
  }

  /// The source of a key's text; nil if it is missing or not a text.
  func slot(_ name: MessageText, _ key: MessageKey, _ reader: inout YAMLReader) -> TextSlot? {
    guard let value = layer[key] else {
      if key.grammar.key.isRequired {
        _ = reader.required(key.name, of: YAMLMapping(subject: layer.subject, values: [:]))
      }
      return nil
    }
    return slot(name, value, &reader)
  }

  private func slot(_ name: MessageText, _ value: YAMLValue, _ reader: inout YAMLReader) -> TextSlot? {
    guard case .text = value.content else {
      reader.reportType(of: filled(value, &reader), expected: "text")
      return nil
    }
    return TextSource(value, values, &reader).map { TextSlot(name: name, source: $0) }
  }

  /// An invalid value with its placeholders, so that their errors are also reported.
  private func filled(_ value: YAMLValue, _ reader: inout YAMLReader) -> YAMLValue {
    var entry = entry
    return values.fill(value, &entry, &reader)
  }

  /// The sources of the texts under the keys of `data`.
  func data(_ reader: inout YAMLReader) -> [String: TextSlot] {
    guard let value = layer[.data] else { return [:] }
    guard case .mapping(let members) = value.content else {
      reader.reportType(of: filled(value, &reader), expected: "a mapping of names and texts")
      return [:]
    }
    var slots: [String: TextSlot] = [:]
    for member in members {
      guard let name = reader.name(of: member) else { continue }
      slots[name] = slot(.data(name), member.value, &reader) ?? slots[name]
    }
    return slots
  }

  private func platforms(_ reader: inout YAMLReader) -> Set<Platform> {
    var message = FlatMessage()
    if let value = layer[.platforms] { _ = MessageKey.platforms.grammar.key.take(value, &message, &reader) }
    return Set(message.platforms)
  }

  /// Only Apple's servers take a moment at which to drop a message; the others take a duration.
  private func refuseIdleMoment(_ reader: inout YAMLReader) {
    guard let value = layer[.expires] else { return }
    let platforms = platforms(&reader)
    guard platforms.contains(.ios) else {
      return reader.refuse(
        value, because: "the message is not made for Apple's systems, which alone take a moment", use: "`ttl` instead")
    }
    guard platforms.count > 1, [.ttl, .android, .webpush].allSatisfy({ layer[$0] == nil }) else { return }
    var found = Diagnostic(
      .configurationConflict, value.subject,
      "it holds on Apple's systems only: without `ttl`, Android and browsers may show the message for four weeks",
      remedy: "write `ttl` too: how long the others keep it, as in `4h`")
    found.severity = .warning
    reader.report(found)
  }

  /// Reports keys without effect next to others.
  private func refuseIdleKeys(_ reader: inout YAMLReader) {
    guard let media = layer[.media] else {
      return reader.refuse(
        layer[.poster],
        because: "a poster stands for the video or animation that `media` names, and the message names none",
        use: "`media` beside it")
    }
    guard case .mapping = media.content, layer[.platforms] != nil else { return }
    let platforms = platforms(&reader)
    for platform in Platform.allCases where !platforms.contains(platform) {
      reader.refuse(
        media.membersByName[platform.rawValue], because: "the message is not made for \(platform.rawValue)",
        use: "it under `platforms` too")
    }
  }
}

/// Targets.
extension VersionDraft {
  /// The message's targets; the one of pipeline.yml if it has none or asks for it.
  func targets(_ reader: inout YAMLReader) -> [MessageVersion.Target] {
    guard let value = layer[.target], !value.isDefaultTarget else { return standardTarget(&reader) }
    guard case .list(let elements) = value.content else {
      return target(value, &reader).map { [$0] } ?? []
    }
    if elements.isEmpty { reader.reportNoTarget(value.subject) }
    let targets = elements.map { target($0, &reader) }
    // If one cannot be read, it must not change the others' numbers.
    return targets.contains { $0 == nil } ? [] : targets.compactMap(\.self)
  }

  private func target(_ value: YAMLValue, _ reader: inout YAMLReader) -> MessageVersion.Target? {
    guard case .mapping(let members) = value.content, members.count == 1,
      let kind = members[0].key.name.flatMap(MessageTarget.Kind.init), case .text = members[0].value.content
    else {
      _ = MessageTarget.read(filled(value, &reader), &reader)
      return nil
    }
    return slot(.target, members[0].value, &reader).map { .written(kind, $0) }
  }

  private func standardTarget(_ reader: inout YAMLReader) -> [MessageVersion.Target] {
    if layer[.target] == nil, context.isTable {
      reportNoTarget(&reader)
      return []
    }
    if let target = context.pipelineDefaults.target { return [.standard(target)] }
    reader.report(
      .configurationMissingKey, layer.subject.key(MessageKey.target.name),
      layer[.target] == nil ? "the message has no `target`, and there is no default" : "there is no default target",
      remedy: "add `target: {topic: …}` (or token, fid, condition), or `defaults.target` to pipeline.yml")
    return []
  }

  /// Reports a table without a target column or a target in campaign.yml: a `topc` must not reach everyone. Reported once, for the first
  /// row.
  private func reportNoTarget(_ reader: inout YAMLReader) {
    reader.report(
      .campaignMissingTarget, layer.subject.moved(line: 1, column: 1).key(MessageKey.target.name),
      "neither the table nor campaign.yml has a target",
      remedy: (values.columns?.names.lazy.compactMap(CampaignTable.remedy(ofTargetCalled:)).first
        ?? "add a column `topic`, `token`, `fid` or `condition`") + "; or, for the target that pipeline.yml has under "
        + "`defaults`, a column `target` with `default` in each row")
  }
}
