import Findings

/// One variant of a message in one language: all of it except its texts, and the sources of those. It holds for every table row of one
/// kind.
final class MessageVersion: Sendable {
  private let shape: MessageShape
  private let values: PlaceholderValues
  private let id: TextSlot?
  private let title: TextSlot?
  private let body: TextSlot?
  private let link: TextSlot?
  /// In the order of the shape's keys.
  private let data: [TextSlot]
  private let targets: [Target]
  /// Whether the targets are numbered.
  private let hasTargetList: Bool
  /// The part of the identifier after the message's.
  private let suffix: String
  /// The places of the keys; nil for a table row, which is one line.
  private let places: MessagePlaces?
  /// Whether its texts are those of another language.
  private let standIn: StandIn?

  /// A message's target.
  enum Target: Sendable {
    case standard(MessageTarget)
    case written(TargetKeys, TextSlot)
  }

  /// - Parameters:
  ///   - layer: with all choices made, and only texts to fill in.
  ///   - standIn: whether its texts are those of another language.
  init(
    of layer: MessageLayer, _ values: PlaceholderValues, _ context: CampaignContext, _ entry: MessageEntry,
    standIn: StandIn?, _ reader: inout YAMLReader
  ) {
    let draft = VersionDraft(layer: layer, values: values, context: context, entry: entry)
    let flat = draft.flat(&reader)
    id = draft.slot(.id, .id, &reader)
    title = draft.slot(.title, .title, &reader)
    body = draft.slot(.body, .body, &reader)
    link = draft.slot(.link, .link, &reader)
    let data = draft.data(&reader)
    var options = flat.options
    options.data = data.mapValues { _ in "" }
    shape = MessageShape(
      MessageShape.Contents(
        media: flat.media, poster: flat.poster, focalPoint: flat.focalPoint, platforms: flat.platforms,
        options: options, overrides: flat.overrides, locale: values.locale, variant: values.variant))
    self.data = shape.dataKeys.compactMap { data[$0] }
    targets = draft.targets(&reader)
    if case .list? = layer[.target]?.content { hasTargetList = true } else { hasTargetList = false }
    suffix = [values.locale, values.variant].compactMap(\.self).map { "." + $0 }.joined()
    places = context.isTable ? nil : MessagePlaces(of: layer)
    self.values = values
    self.standIn = standIn
  }

  /// Reads the texts of an entry, and adds its messages: one for each target.
  func add(to messages: inout [CampaignMessage], _ entry: inout MessageEntry, _ reader: inout YAMLReader) {
    entry.standIns = Set([standIn].compactMap(\.self))
    let own = id?.read(values, &entry, &reader)
    let title = title?.read(values, &entry, &reader)
    let body = body?.read(values, &entry, &reader)
    let link = link?.read(values, &entry, &reader)
    let data = data.map { $0.read(values, &entry, &reader) ?? "" }
    let targets = readTargets(&entry, &reader)
    guard let own else { return }
    let origin = entry.subject
    for (index, target) in targets.enumerated() {
      let id = own + suffix + (hasTargetList ? ".\(index + 1)" : "")
      guard isShortEnough(id, besides: own, entry, &reader) else { continue }
      var message = CampaignMessage(
        shape, id: id, title: title, body: body, target: target, link: link, dataValues: data, origin: origin)
      message.isPersonal = target.isForMany && isPersonal(entry)
      message.standIns = entry.standIns
      if let places { message.places = self.places(places, of: entry) }
      messages.append(message)
    }
  }

  private func isPersonal(_ entry: MessageEntry) -> Bool {
    ([title, body, link].compactMap(\.self) + data).contains { $0.source.isPersonal(values, entry) }
  }

  /// Empty if one cannot be read: it must not change the others' numbers.
  private func readTargets(_ entry: inout MessageEntry, _ reader: inout YAMLReader) -> [MessageTarget] {
    var found: [MessageTarget] = []
    for target in targets {
      switch target {
      case .standard(let target): found.append(target)
      case .written(let kind, let slot):
        if let text = slot.read(values, &entry, &reader) { found.append(kind.target(text)) }
      }
    }
    return found.count == targets.count ? found : []
  }

  /// Whether the identifier is short enough to name a file with all suffixes.
  private func isShortEnough(
    _ id: String, besides own: String, _ entry: MessageEntry, _ reader: inout YAMLReader
  ) -> Bool {
    if id.utf8.count == own.utf8.count || MessageIdentifier(rawValue: id) != nil { return true }
    reader.report(
      .campaignID, self.id?.source.place(values, entry) ?? .init(.message, own),
      "\(id.quoted) is too long to name a request file",
      remedy:
        "shorten the id: with language, variant and number it may have \(MessageIdentifier.maximumLength) characters")
    return false
  }

  /// The places of keys, with those of the filled texts.
  private func places(_ places: MessagePlaces, of entry: MessageEntry) -> MessagePlaces {
    var places = places
    for slot in [id, title, body, link].compactMap(\.self) + data {
      places.set(slot.source.place(values, entry), at: slot.path, in: entry.subject)
    }
    if !hasTargetList, case .written(let kind, let slot)? = targets.first {
      places.set(slot.source.place(values, entry), at: slot.path + "." + kind.rawValue, in: entry.subject)
    }
    return places
  }
}
