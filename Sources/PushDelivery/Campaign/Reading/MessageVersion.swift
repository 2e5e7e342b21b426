import Findings

/// One variant of a message in one language: all of it except its texts, and the sources of those. It holds for every table row of one
/// kind.
final class MessageVersion: Sendable {
  private let shape: MessageShape
  private let values: PlaceholderValues
  private let id: TextSource?
  private let title: TextSource?
  private let body: TextSource?
  private let link: TextSource?
  /// In the order of the shape's keys.
  private let data: [TextSource]
  private let targets: [Target]
  /// Whether the targets are numbered.
  private let hasTargetList: Bool
  /// The part of the identifier after the message's.
  private let suffix: String
  /// The places of the keys; for a table row, only the columns count.
  private let places: MessagePlaces
  /// Which of its texts are not its own, and which are not used.
  private let standIns: Set<StandIn>
  /// The columns with names of people.
  private let people: [Int]

  fileprivate enum Target: Sendable {
    case standard(MessageTarget)
    case written(MessageTarget.Kind, TextSource)
  }

  /// `layer`: with all choices made, and only texts to fill in.
  init(
    of layer: MessageLayer, _ values: PlaceholderValues, _ context: CampaignContext, _ entry: MessageEntry,
    standIns: [StandIn], _ reader: inout YAMLReader
  ) {
    let draft = VersionDraft(layer: layer, values: values, context: context, entry: entry)
    var contents = draft.contents(&reader)
    id = draft.text(.id, &reader)
    title = draft.text(.title, &reader)
    body = draft.text(.body, &reader)
    link = draft.text(.link, &reader)
    let data = draft.data(&reader)
    contents.options.data = data.mapValues { _ in "" }
    shape = MessageShape(contents)
    self.data = shape.dataKeys.compactMap { data[$0] }
    targets = draft.targets(&reader)
    if case .list? = layer[.target]?.content { hasTargetList = true } else { hasTargetList = false }
    suffix = [values.locale, values.variant].compactMap(\.self).map { "." + $0 }.joined()
    places = MessagePlaces(of: layer)
    (self.values, self.standIns) = (values, Set(standIns))
    people = values.columns.map(RowPerson.columns) ?? []
  }

  private var texts: [TextSource] { [id, title, body, link].compactMap(\.self) + data }

  /// Reads the texts of an entry, and adds its messages: one for each target.
  func add(to messages: inout [CampaignMessage], _ entry: inout MessageEntry, _ reader: inout YAMLReader) {
    entry.standIns = standIns
    let own = id?.read(values, &entry, &reader)
    let title = title?.read(values, &entry, &reader)
    let body = body?.read(values, &entry, &reader)
    let link = link?.read(values, &entry, &reader)
    let data = data.map { $0.read(values, &entry, &reader) ?? "" }
    let targets = readTargets(&entry, &reader)
    let isWhole = own != nil && !targets.isEmpty
    let person = entry.row.flatMap { RowPerson($0, people, texts) }
    for (index, target) in (targets.isEmpty ? [Self.standIn] : targets).enumerated() {
      // No identifier looks like a place.
      let whole = (own ?? entry.subject.lineName) + suffix + (hasTargetList ? ".\(index + 1)" : "")
      // It may be too long with its suffixes.
      let id =
        whole == own || own == nil
        ? whole : reader.messageIdentifier(whole, at: self.id?.place(values, entry) ?? entry.subject)
      guard let id else { continue }
      var message = CampaignMessage(
        shape, id: id, title: title, body: body, target: target, link: link, dataValues: data, origin: entry.subject)
      message.isPersonal = !target.isDevice && texts.contains { $0.key != .id && $0.isPersonal(entry) }
      (message.standIns, message.person, message.isWhole) = (entry.standIns, person, isWhole)
      if entry.row == nil { message.places = places(of: entry) } else { message.columns = places }
      messages.append(message)
    }
  }

  /// For a target that cannot be read.
  private static let standIn = MessageTarget.topic("")

  /// Empty if one cannot be read: it must not change the others' numbers.
  private func readTargets(_ entry: inout MessageEntry, _ reader: inout YAMLReader) -> [MessageTarget] {
    var found: [MessageTarget] = []
    for target in targets {
      switch target {
      case .standard(let target): found.append(target)
      case .written(let kind, let source):
        if let text = source.read(values, &entry, &reader) { found.append(MessageTarget(kind, text)) }
      }
    }
    return found.count == targets.count ? found : []
  }

  /// The places of keys, with those of the filled texts.
  private func places(of entry: MessageEntry) -> MessagePlaces {
    var places = places
    for text in texts { places.set(text.place(values, entry), at: text.path, in: entry.subject) }
    if !hasTargetList, case .written(let kind, let text)? = targets.first {
      places.set(text.place(values, entry), at: text.path + "." + kind.rawValue, in: entry.subject)
    }
    return places
  }
}

/// Works out the parts of a message version.
private struct VersionDraft {
  let layer: MessageLayer
  let values: PlaceholderValues
  let context: CampaignContext
  let entry: MessageEntry

  /// The keys that are more than texts.
  func contents(_ reader: inout YAMLReader) -> MessageShape.Contents {
    var contents = MessageShape.Contents(locale: values.locale, variant: values.variant)
    for key in MessageKey.allCases where !key.grammar.isExpanded && !key.isText {
      if let value = layer[key] { _ = key.grammar.key.take(value, &contents, &reader) }
    }
    refuseIdleMedia(contents.platforms, &reader)
    refuseIdleMoment(contents.platforms, &reader)
    return contents
  }

  /// The source of a key's text; nil if it is missing or not a text.
  func text(_ key: MessageKey, _ reader: inout YAMLReader) -> TextSource? {
    if let value = layer[key] { return text(key, key.name, value, &reader) }
    if key.grammar.key.isRequired {
      _ = reader.required(key.name, of: YAMLMapping(subject: layer.subject, values: [:]))
    }
    return nil
  }

  private func text(
    _ key: MessageKey, _ path: String, _ value: YAMLValue, _ reader: inout YAMLReader
  ) -> TextSource? {
    guard case .text = value.content else { return reader.fail(filled(value, &reader), expected: "text") }
    return TextSource(value, key, path, values, &reader)
  }

  /// An invalid value with its placeholders, so that their errors are also reported.
  private func filled(_ value: YAMLValue, _ reader: inout YAMLReader) -> YAMLValue {
    var entry = entry
    return values.fill(value, &entry, &reader)
  }

  /// The sources of the texts under the keys of `data`.
  func data(_ reader: inout YAMLReader) -> [String: TextSource] {
    guard let value = layer[.data] else { return [:] }
    guard case .mapping(let members) = value.content else {
      reader.reportType(of: filled(value, &reader), expected: "a mapping of names and texts")
      return [:]
    }
    var texts: [String: TextSource] = [:]
    for member in members {
      guard let name = reader.name(of: member) else { continue }
      texts[name] = text(.data, "data.\(name)", member.value, &reader) ?? texts[name]
    }
    return texts
  }

  /// Only Apple's servers take a moment at which to drop a message; the others take a duration.
  private func refuseIdleMoment(_ platforms: Set<Platform>, _ reader: inout YAMLReader) {
    guard let value = layer[.expires] else { return }
    guard platforms.contains(.ios) else {
      return reader.refuse(
        value, because: "the message is not made for Apple's systems, which alone take a moment", use: "`ttl` instead")
    }
    guard platforms.count > 1, [.ttl, .android, .webpush].allSatisfy({ layer[$0] == nil }) else { return }
    reader.report(.campaign("expiresOnApple"), value.subject, severity: .warning)
  }

  /// Reports a poster and files without effect.
  private func refuseIdleMedia(_ platforms: Set<Platform>, _ reader: inout YAMLReader) {
    guard let media = layer[.media] else {
      return reader.refuse(
        layer[.poster],
        because: "a poster stands for the video or animation that `media` names, and the message names none",
        use: "`media` beside it")
    }
    guard case .mapping = media.content else { return }
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
    guard case .list(let elements) = value.content else { return target(value, &reader).map { [$0] } ?? [] }
    if elements.isEmpty { reader.report(.campaign("noTargets"), value.subject) }
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
    return text(.target, MessageKey.target.name, members[0].value, &reader).map { .written(kind, $0) }
  }

  private func standardTarget(_ reader: inout YAMLReader) -> [MessageVersion.Target] {
    if layer[.target] == nil, context.isTable {
      // A `topc` must not reach everyone. Reported once, for the first row.
      return reader.fail(.campaign("tableTarget"), layer.subject.moved(line: 1, column: 1).key(MessageKey.target.name))
        ?? []
    }
    if let target = context.pipelineDefaults.target { return [.standard(target)] }
    let name = layer[.target] == nil ? "noTarget" : "noDefaultTarget"
    return reader.fail(.campaign(name), layer.subject.key(MessageKey.target.name)) ?? []
  }
}
