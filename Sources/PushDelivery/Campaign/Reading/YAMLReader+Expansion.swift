import Findings

/// One message as it was written becomes one for each variant, language and target.
extension YAMLReader {
  /// The messages of a layer that already lies over the defaults.
  ///
  /// - Parameter row: the row of the table that the message is, where it is one.
  mutating func messages(
    of layer: MessageLayer, _ context: CampaignContext, row: TableRow? = nil
  ) -> [CampaignMessage] {
    var messages: [CampaignMessage] = []
    for variant in variants(of: layer) {
      let locales = self.locales(of: variant, context, row)
      for locale in locales {
        messages += self.messages(of: variant, in: locale, context, row)
        guard messages.count <= Campaign.maximumMessages else { return messages }
      }
    }
    if messages.count > 1 { reportSharedTargets(of: messages, layer) }
    return messages
  }

  private mutating func messages(
    of layer: MessageLayer, in locale: String?, _ context: CampaignContext, _ row: TableRow?
  ) -> [CampaignMessage] {
    let variant = layer[.variant].flatMap { variantName($0) }
    var values = PlaceholderValues(row: row, layers: [layer[.values]?.membersByName ?? [:], context.values])
    values.builtIn["locale"] = locale
    values.builtIn["variant"] = variant
    var flat = MessageLayer(subject: layer.subject)
    for (key, value) in layer.values where key != .values && key != .variants {
      let picked = localized(value, key.localization, in: locale, context.locales)
      flat[key] = fill(picked, from: values, context.locales)
    }
    dropIdleDefaults(&flat, context)
    return messages(ofFlat: flat, in: locale, variant: variant, context)
  }

  /// A poster or focal point of the defaults is for those messages that show something.
  private func dropIdleDefaults(_ layer: inout MessageLayer, _ context: CampaignContext) {
    guard layer[.media] == nil else { return }
    for key in [MessageKey.poster, .focalPoint] where layer[key]?.subject == context.defaults[key]?.subject {
      layer[key] = nil
    }
  }
}

/// Variants.
extension YAMLReader {
  /// The layer with each of its variants laid over it; itself where it has none.
  private mutating func variants(of layer: MessageLayer) -> [MessageLayer] {
    guard let value = layer[.variants] else { return [layer] }
    guard case .mapping(let members) = value.content, !members.isEmpty else {
      reportType(of: value, expected: "a mapping of names and what each variant says")
      return []
    }
    refuse(layer[.variant], because: "the message has `variants`", use: "it as one of them")
    return members.compactMap { variant($0, of: layer) }
  }

  private mutating func variant(_ member: YAMLValue.Member, of layer: MessageLayer) -> MessageLayer? {
    guard let name = name(of: member), variantName(YAMLValue(.text(name, .plain), member.place)) != nil,
      let own = self.layer(member.value)
    else {
      return nil
    }
    for key in MessageKey.allCases where MessageKey.notOfVariants.contains(key) {
      refuse(own[key], because: "the variants of a message share it", use: "it in the message")
    }
    var whole = MessageLayer(subject: layer.subject, values: own.values).laid(over: layer)
    whole[.variants] = nil
    whole[.variant] = YAMLValue(.text(name, .plain), member.key.subject)
    return whole
  }

  /// It becomes a part of the message's identifier.
  private mutating func variantName(_ value: YAMLValue) -> String? {
    guard let name = string(value) else { return nil }
    if (1...40).contains(name.utf8.count), name.utf8.allSatisfy(PlaceholderText.isNameByte) { return name }
    report(
      .campaignID, value.subject, "\(name.quoted) cannot name a variant",
      remedy: "use 1 to 40 of A-Z, a-z, 0-9, `_` and `-`, as in `a`")
    return nil
  }
}

/// Languages.
extension YAMLReader {
  /// The languages that a message is made in; nil alone for one without languages.
  private mutating func locales(
    of layer: MessageLayer, _ context: CampaignContext, _ row: TableRow?
  ) -> [String?] {
    if let value = layer[.locale] { return languageTag(value).map { [$0] } ?? [] }
    let written = writtenLanguages(of: layer, context, row)
    guard let list = context.locales.list else { return written.isEmpty ? [nil] : written }
    reportUnlisted(written, list, layer, context)
    return written.isEmpty && !uses("locale", layer) ? [nil] : list
  }

  /// The languages of its keys and of the values that it uses, in the order of the file.
  private func writtenLanguages(
    of layer: MessageLayer, _ context: CampaignContext, _ row: TableRow?
  ) -> [String] {
    let keys = MessageKey.allCases.flatMap { key in layer[key].map { $0.languages(key.localization) } ?? [] }
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
  private mutating func reportUnlisted(
    _ written: [String], _ list: [String], _ layer: MessageLayer, _ context: CampaignContext
  ) {
    let used = Set((list + [context.locales.fallback].compactMap(\.self)).flatMap(LanguageTag.lookup))
    for tag in written where !used.contains(tag) {
      report(
        .campaignLocale, layer.subject, "the message is written in \(tag.quoted) too, which `locales.list` has not",
        remedy: "correct the tag, or add it to the list")
    }
  }
}

/// Targets.
extension YAMLReader {
  /// Whoever is in a target that two of the messages have would get both.
  private mutating func reportSharedTargets(of messages: [CampaignMessage], _ layer: MessageLayer) {
    var first: [MessageTarget: CampaignMessage] = [:]
    for message in messages {
      guard let other = first[message.target] else {
        first[message.target] = message
        continue
      }
      let subject = layer[.target]?.subject ?? layer.subject.key(MessageKey.target.rawValue)
      report(
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
