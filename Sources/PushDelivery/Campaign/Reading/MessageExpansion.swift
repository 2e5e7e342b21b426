import Findings

/// One message as it was written becomes one for each variant, language and target.
struct MessageExpansion {
  let context: CampaignContext
  /// The row of the table that the message is, where it is one.
  var row: TableRow?
  /// How many bytes texts have in which placeholders were filled in.
  private(set) var filledByteCount = 0

  /// The most that there may be of them in memory: a few lines can ask for gigabytes.
  static let mostFilledBytes = 256_000_000

  init(context: CampaignContext, row: TableRow? = nil) { (self.context, self.row) = (context, row) }

  /// Whether there are too many bytes to go on.
  var isFull: Bool { filledByteCount > Self.mostFilledBytes }

  /// The messages of a layer that already lies over the defaults; not all where it is full then.
  mutating func messages(of layer: MessageLayer, _ reader: inout YAMLReader) -> [CampaignMessage] {
    var messages: [CampaignMessage] = []
    for variant in variants(of: layer, &reader) {
      let locales = self.locales(of: variant, &reader)
      for locale in locales {
        messages += self.messages(of: variant, in: locale, &reader)
        guard messages.count <= Campaign.maximumMessages, !isFull else { return messages }
      }
    }
    if messages.count > 1 { reportSharedTargets(of: messages, layer, &reader) }
    return messages
  }

  private mutating func messages(
    of layer: MessageLayer, in locale: String?, _ reader: inout YAMLReader
  ) -> [CampaignMessage] {
    let variant = layer[.variant].flatMap { VariantName.read($0, &reader) }
    var values = PlaceholderValues(row: row, layers: [layer[.values]?.membersByName ?? [:], context.values])
    values.message = layer.subject
    values.builtIn["locale"] = locale
    values.builtIn["variant"] = variant
    var flat = MessageLayer(subject: layer.subject)
    // In an order of their own, so that what is wrong is told in the same one each time.
    for key in MessageKey.allCases where key != .values && key != .variants {
      guard let value = layer[key] else { continue }
      let picked = context.locales.localized(value, key.grammar.localization, in: locale, &reader)
      flat[key] = values.fill(picked, context.locales, &reader, countingBytes: &filledByteCount)
    }
    dropIdleDefaults(&flat)
    return FlatMessage.messages(of: flat, in: locale, variant: variant, context, &reader)
  }

  /// A poster or focal point of the defaults is for those messages that show something.
  private func dropIdleDefaults(_ layer: inout MessageLayer) {
    guard layer[.media] == nil else { return }
    for key in [MessageKey.poster, .focalPoint] where layer[key]?.subject == context.defaults[key]?.subject {
      layer[key] = nil
    }
  }
}

/// Variants.
extension MessageExpansion {
  /// The layer with each of its variants laid over it; itself where it has none.
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
    else {
      return nil
    }
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
  /// The languages that a message is made in; nil alone for one without languages.
  private func locales(of layer: MessageLayer, _ reader: inout YAMLReader) -> [String?] {
    if let value = layer[.locale] { return LanguageTag.read(value, &reader).map { [$0] } ?? [] }
    let written = writtenLanguages(of: layer)
    guard let list = context.locales.list else { return written.isEmpty ? [nil] : written }
    reportUnlisted(written, list, layer, &reader)
    return written.isEmpty && !uses("locale", layer) ? [nil] : list
  }

  /// The languages of its keys and of the values that it uses, in the order of the file.
  private func writtenLanguages(of layer: MessageLayer) -> [String] {
    let keys = MessageKey.allCases.flatMap { key in layer[key].map { $0.languages(key.grammar.localization) } ?? [] }
    let values = context.values.merging(layer[.values]?.membersByName ?? [:]) { _, own in own }
    let localizedValues = values.filter { $0.value.translations != nil && row?[$0.key] == nil }
    guard !localizedValues.isEmpty else { return keys.distinct }
    let names = placeholderNames(layer).sorted()
    return (keys + names.flatMap { localizedValues[$0].map { $0.languages(.text) } ?? [] }).distinct
  }

  private func placeholderNames(_ layer: MessageLayer) -> Set<String> {
    Set(layer.values.filter { $0.key != .values && $0.key != .variants }.values.flatMap(\.placeholderNames))
  }

  private func uses(_ name: String, _ layer: MessageLayer) -> Bool { placeholderNames(layer).contains(name) }

  /// A language that is not on the list would never be used: probably a typing error.
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

/// Targets.
extension MessageExpansion {
  /// Whoever is in a target that two of the messages have would get both.
  private func reportSharedTargets(
    of messages: [CampaignMessage], _ layer: MessageLayer, _ reader: inout YAMLReader
  ) {
    var first: [MessageTarget: CampaignMessage] = [:]
    for message in messages {
      guard let other = first[message.target] else {
        first[message.target] = message
        continue
      }
      let subject = layer[.target]?.subject ?? layer.subject.key(MessageKey.target.name)
      reader.report(
        .campaignSharedTarget, subject,
        "\(other.id.quoted) and \(message.id.quoted) would go to the same target, so the same people would get both",
        remedy: remedy(message, other))
    }
  }

  private func remedy(_ message: CampaignMessage, _ other: CampaignMessage) -> String {
    if message.locale != other.locale {
      return "write `{{locale}}` into the target, as in `topic: news-{{locale}}`, or give it one for each language"
    }
    return message.variant == other.variant
      ? "delete one of the two targets"
      : "write `{{variant}}` into the target, as in `topic: test-{{variant}}`, or give each variant its own"
  }
}
