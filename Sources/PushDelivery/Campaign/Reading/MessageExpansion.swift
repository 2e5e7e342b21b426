import Findings

/// One message as written, before it is read: a list element in campaign.yml, or a table row.
struct MessageEntry {
  enum Source {
    /// The element's place.
    case element(Diagnostic.Subject)
    case row(TableRow)
  }

  let source: Source
  /// The bytes of all texts with filled placeholders.
  var filledByteCount = 0
  /// Columns that the row's cells use in placeholders.
  var usedColumns: [Int] = []

  /// What the message that is being read says by fallback.
  var standIns: Set<StandIn> = []

  /// The most bytes of filled texts in memory: a few lines can ask for gigabytes.
  static let mostFilledBytes = 256_000_000

  init(_ source: Source) { self.source = source }

  /// Whether it has too many bytes to go on.
  var isFull: Bool { filledByteCount > Self.mostFilledBytes }

  /// nil for an element of campaign.yml.
  var row: TableRow? { if case .row(let row) = source { row } else { nil } }

  /// Its place.
  var subject: Diagnostic.Subject {
    switch source {
    case .element(let subject): subject
    case .row(let row): row.subject
    }
  }
}

/// Expands a message as written into one for each variant, language and target.
struct MessageExpansion {
  let context: CampaignContext
  /// The table's value columns; nil for messages of campaign.yml.
  let columns: TableColumns?

  init(context: CampaignContext, columns: TableColumns? = nil) { (self.context, self.columns) = (context, columns) }

  /// The messages of a layer that includes the defaults; not all if the entry is full.
  func messages(of layer: MessageLayer, _ entry: inout MessageEntry, _ reader: inout YAMLReader) -> [CampaignMessage] {
    var messages: [CampaignMessage] = []
    forEachVersion(of: layer, &entry, &reader) { version, entry, reader in
      version.add(to: &messages, &entry, &reader)
      return messages.count <= Campaign.maximumMessages
    }
    let place = layer[.target]?.subject ?? layer.subject.key(MessageKey.target.name)
    reader.reportSharedTargets(of: messages, place)
    return messages
  }

  /// Goes through the variants and languages of a layer. `body`: returns false to stop.
  func forEachVersion(
    of layer: MessageLayer, _ entry: inout MessageEntry, _ reader: inout YAMLReader,
    _ body: (MessageVersion, inout MessageEntry, inout YAMLReader) -> Bool
  ) {
    for variant in variants(of: layer, &reader) {
      for locale in locales(of: variant, &reader) {
        let version = version(of: variant, in: locale, &entry, &reader)
        guard body(version, &entry, &reader), !entry.isFull else { return }
      }
    }
  }

  private func version(
    of layer: MessageLayer, in locale: String?, _ entry: inout MessageEntry, _ reader: inout YAMLReader
  ) -> MessageVersion {
    let values = PlaceholderValues(
      locale: locale, variant: layer[.variant].flatMap { VariantName.read($0, &reader) }, columns: columns,
      layers: [layer[.values]?.membersByName ?? [:], context.values], locales: context.locales)
    var picked = MessageLayer(subject: layer.subject)
    // In a fixed order, so that errors come in the same order each time.
    for key in MessageKey.allCases where key != .values && key != .variants {
      guard let value = layer[key] else { continue }
      let own = context.locales.localized(value, key.grammar.localization, in: locale, &reader)
      picked[key] = key.isText ? own : values.fill(own, &entry, &reader)
    }
    dropIdleDefaults(&picked)
    let texts = [MessageKey.title, .body].compactMap { layer[$0] }
    return MessageVersion(
      of: picked, values, context, entry, standIn: context.locales.standIn(for: locale, in: texts), &reader)
  }

  /// A poster or focal point of the defaults is only for messages that show something.
  private func dropIdleDefaults(_ layer: inout MessageLayer) {
    guard layer[.media] == nil else { return }
    for key in [MessageKey.poster, .focalPoint] where layer[key]?.subject == context.defaults[key]?.subject {
      layer[key] = nil
    }
  }
}

/// Variants.
extension MessageExpansion {
  /// Each variant laid over the layer; the layer itself if there is none.
  private func variants(of layer: MessageLayer, _ reader: inout YAMLReader) -> [MessageLayer] {
    guard let value = layer[.variants] else { return [layer] }
    guard case .mapping(let members) = value.content, !members.isEmpty else {
      reader.reportType(of: value, expected: "a mapping of names and what each variant says")
      return []
    }
    reader.refuse(layer[.variant], because: "the message has `variants`", use: "it as one of them")
    return members.compactMap { variant($0, of: layer, &reader) }
  }

  private func variant(
    _ member: YAMLValue.Member, of layer: MessageLayer, _ reader: inout YAMLReader
  ) -> MessageLayer? {
    guard let name = reader.name(of: member),
      VariantName.read(YAMLValue(.text(name, .plain), member.place), &reader) != nil,
      let own = MessageLayer.read(member.value, &reader)
    else { return nil }
    for key in MessageKey.allCases where !key.grammar.varies {
      reader.refuse(own[key], because: "the variants of a message share it", use: "it in the message")
    }
    var whole = MessageLayer(subject: layer.subject, values: own.values).laid(over: layer)
    whole[.variants] = nil
    whole[.variant] = YAMLValue(.text(name, .plain), member.key.subject)
    return whole
  }
}

/// Languages.
extension MessageExpansion {
  /// The languages of a message; only nil if it has none.
  private func locales(of layer: MessageLayer, _ reader: inout YAMLReader) -> [String?] {
    if let value = layer[.locale] { return LanguageTag.read(value, &reader).map { [$0] } ?? [] }
    let written = writtenLanguages(of: layer)
    guard let list = context.locales.list else { return written.isEmpty ? [nil] : written }
    reportUnlisted(written, list, layer, &reader)
    return written.isEmpty && !layer.placeholderNames.contains("locale") ? [nil] : list
  }

  /// The languages of its keys and of the values that it uses, in the order of the file.
  private func writtenLanguages(of layer: MessageLayer) -> [String] {
    let keys = MessageKey.allCases.flatMap { key in layer[key].map { $0.languages(key.grammar.localization) } ?? [] }
    let values = context.values.merging(layer[.values]?.membersByName ?? [:]) { _, own in own }
    let localizedValues = values.filter { $0.value.translations != nil && columns?.values[$0.key] == nil }
    guard !localizedValues.isEmpty else { return keys.distinct }
    let names = layer.placeholderNames.sorted()
    return (keys + names.flatMap { localizedValues[$0].map { $0.languages(.text) } ?? [] }).distinct
  }

  /// A language not on the list is never used: it is probably a typing error.
  private func reportUnlisted(
    _ written: [String], _ list: [String], _ layer: MessageLayer, _ reader: inout YAMLReader
  ) {
    let used = Set((list + [context.locales.fallback].compactMap(\.self)).flatMap(LanguageTag.lookup))
    for tag in written where !used.contains(tag) {
      reader.report(
        .campaignLocale, layer.subject, "the message is written in \(tag.quoted) too, which `locales.list` has not",
        remedy: "correct the tag, or add it to the list")
    }
  }
}

extension MessageLayer {
  /// The placeholders of its own keys.
  fileprivate var placeholderNames: Set<String> {
    Set(values.filter { $0.key != .values && $0.key != .variants }.values.flatMap(\.placeholderNames))
  }
}

/// Targets.
extension YAMLReader {
  /// A device in a target of two messages of one entry would get both.
  mutating func reportSharedTargets(of messages: [CampaignMessage], _ place: @autoclosure () -> Diagnostic.Subject) {
    guard messages.count > 1 else { return }
    var first: [MessageTarget: CampaignMessage] = [:]
    for message in messages {
      guard let other = first[message.target] else {
        first[message.target] = message
        continue
      }
      report(
        .campaignSharedTarget, place(),
        "\(other.id.quoted) and \(message.id.quoted) would go to the same target, so the same people would get both",
        remedy: Self.remedy(message, other))
    }
  }

  private static func remedy(_ message: CampaignMessage, _ other: CampaignMessage) -> String {
    if message.locale != other.locale {
      return "write `{{locale}}` into the target, as in `topic: news-{{locale}}`, or give it one for each language"
    }
    return message.variant == other.variant
      ? "delete one of the two targets"
      : "write `{{variant}}` into the target, as in `topic: test-{{variant}}`, or give each variant its own"
  }
}
