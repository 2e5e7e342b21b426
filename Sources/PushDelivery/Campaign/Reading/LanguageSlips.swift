import Findings

/// Languages that are probably misspelt. Such a slip is the only error: what follows from it is not reported.
extension LocaleSettings {
  /// The layer with the language that a text lacks in the place of one that no other text has, which is reported.
  func correctingSlips(in layer: MessageLayer, _ reader: inout YAMLReader) -> MessageLayer {
    let texts = MessageKey.allCases.compactMap { tags(of: $0, in: layer) }
    guard layer[.locale] == nil, list != nil && !texts.isEmpty || Set(texts).count > 1 else { return layer }
    var layer = layer
    let used = list.map { Set(($0 + [fallback].compactMap(\.self)).flatMap(LanguageTag.lookup)) }
    // Of two that may be misspelt, the one that is no language at all.
    for mayBeLanguages in [false, true] {
      for key in MessageKey.allCases { correctSlips(of: key, in: &layer, used, mayBeLanguages, &reader) }
    }
    return layer
  }

  /// A text that lacks more has no slip.
  private static let mostLacking = 100

  /// The languages of a text; nil if it is not written in several.
  private func tags(of key: MessageKey, in layer: MessageLayer) -> Set<String>? {
    switch key.grammar.localization {
    case .never, .members: nil
    case .text, .whole, .wholeOrMembers: layer[key]?.translations.map { Set($0.compactMap(\.key.name)) }
    }
  }

  /// `used`: the languages of the list and those that contain them.
  private func correctSlips(
    of key: MessageKey, in layer: inout MessageLayer, _ used: Set<String>?, _ mayBeLanguages: Bool,
    _ reader: inout YAMLReader
  ) {
    guard let value = layer[key], let own = tags(of: key, in: layer), var members = value.translations else { return }
    let others = MessageKey.allCases.filter { $0 != key }.compactMap { tags(of: $0, in: layer) }
    let expected = list ?? others.first?.filter { tag in others.allSatisfy { has(tag, in: $0) } }.sorted() ?? []
    var lacking = expected.filter { !has($0, in: own) }
    guard lacking.count < Self.mostLacking else { return }
    for (index, member) in members.enumerated() {
      guard let tag = member.key.name, used.map({ !$0.contains(tag) }) ?? others.allSatisfy({ !has(tag, in: $0) }),
        let meant = NearestName.find(tag, among: lacking),
        mayBeLanguages || !LanguageRegistry.isLanguage(tag.prefix { $0 != "-" })
      else { continue }
      lacking.removeAll { $0 == meant }
      members[index] = YAMLValue.Member(key: YAMLValue(.text(meant, .plain), member.key.subject), value: member.value)
      reader.report(
        .campaignLocale, member.value.subject,
        (list == nil ? "no other text of the message is in \(tag.quoted)" : "`locales.list` has no \(tag.quoted)")
          + ", and this one has nothing for \(meant.quoted)",
        remedy: "correct the tag if \(meant.quoted) is meant; else add \(meant.quoted) here, and "
          + (list == nil ? "write the other texts in \(tag.quoted) too" : "\(tag.quoted) to the list"))
    }
    layer[key] = YAMLValue(.mapping(members), value.subject)
  }

  /// Whether a text has a language or one that stands in for it.
  private func has(_ tag: String, in tags: Set<String>) -> Bool {
    (LanguageTag.lookup(tag) + (fallback.map(LanguageTag.lookup) ?? [])).contains(where: tags.contains)
  }
}
