import Findings

/// The languages of a campaign.
struct LocaleSettings: Sendable {
  /// The language used for missing translations.
  var fallback: String?
  /// The languages of every message with translations; nil: those of each message.
  var list: [String]?

  /// The translation for a language: its own, that of a language containing it, or the fallback's.
  func translation(_ translations: [YAMLValue.Member], for locale: String) -> YAMLValue? {
    let candidates = LanguageTag.lookup(locale) + (fallback.map(LanguageTag.lookup) ?? [])
    return candidates.lazy.compactMap { tag in translations.first { $0.key.name == tag }?.value }.first
  }
}

extension LocaleSettings {
  /// Whether a language's texts are those of the fallback.
  func standIn(for locale: String?, in texts: [YAMLValue]) -> StandIn? {
    guard let locale, let fallback else { return nil }
    let own = LanguageTag.lookup(locale)
    let isMissing = texts.contains { text in
      text.translations?.contains { own.contains($0.key.name ?? "") } == false
    }
    return isMissing ? .texts(of: fallback, in: locale) : nil
  }

  /// The section `locales` of campaign.yml.
  static let section = Section(LocaleSettings(), at: .campaign("locales")) {
    Key("fallback", \.fallback, .languageTag)
    Key("list", \.list, .languageTags)
  }
}

extension YAMLType<[String]> {
  fileprivate static var languageTags: YAMLType {
    let tags = YAMLType.list(of: YAMLType<String>.languageTag, atLeast: 1)
    return YAMLType(tags.schema) { value, reader in
      let list = tags.read(value, &reader)
      if case .list(let elements) = value.content, elements.isEmpty {
        reader.report(
          .configurationValue, value.subject, "the list is empty, so messages would be made in no language",
          remedy: "add a language, as in `[en, de]`, or delete the key")
      }
      return list.map(\.distinct)
    }
  }
}

extension LocaleSettings {
  /// The value with one language chosen for each translation.
  ///
  /// - Parameter locale: nil for a message without languages, which needs no choice.
  func localized(
    _ value: YAMLValue, _ localization: MessageKeyGrammar.Localization, in locale: String?, _ reader: inout YAMLReader
  ) -> YAMLValue {
    switch (localization, value.content) {
    case (.never, _), (_, .text): return value
    case (.members, .mapping(let members)):
      return YAMLValue(.mapping(members.map { localized($0, in: locale, &reader) }), value.subject)
    case (.wholeOrMembers, .list(let elements)):
      return YAMLValue(.list(elements.map { localized($0, localization, in: locale, &reader) }), value.subject)
    case (_, .mapping(let members)):
      guard value.translations == nil else { return picked(members, of: value, localization, in: locale, &reader) }
      if case .text = localization { return Self.withoutWrongTags(value, members, &reader) }
      guard case .wholeOrMembers = localization else { return value }
      return YAMLValue(.mapping(members.map { localized($0, in: locale, &reader) }), value.subject)
    default: return value
    }
  }

  private func localized(
    _ member: YAMLValue.Member, in locale: String?, _ reader: inout YAMLReader
  ) -> YAMLValue.Member {
    YAMLValue.Member(key: member.key, value: localized(member.value, .text, in: locale, &reader))
  }

  private func picked(
    _ translations: [YAMLValue.Member], of value: YAMLValue, _ localization: MessageKeyGrammar.Localization,
    in locale: String?, _ reader: inout YAMLReader
  ) -> YAMLValue {
    guard let locale else { return value }
    if let found = translation(translations, for: locale) {
      return localized(found, localization, in: locale, &reader)
    }
    let standIn = fallback.map { "nor for the fallback \($0.quoted)" } ?? "and the campaign names no fallback"
    reader.report(
      .campaignLocale, value.subject, "there is nothing for \(locale.quoted) here, \(standIn)",
      remedy: "add \(locale.quoted) here, or name a language that is written everywhere: `locales: {fallback: …}`")
    return YAMLValue(.unusable, value.subject)
  }

  /// In place of a text, a mapping can only mean languages.
  private static func withoutWrongTags(
    _ value: YAMLValue, _ members: [YAMLValue.Member], _ reader: inout YAMLReader
  ) -> YAMLValue {
    guard !members.isEmpty else { return value }
    for member in members {
      guard let name = reader.name(of: member), !LanguageTag.isTag(name) else { continue }
      LanguageTag.reportNone(name, member.place, &reader)
    }
    return YAMLValue(.unusable, value.subject)
  }
}

extension Array where Element: Hashable {
  /// Each element once, at its first place.
  var distinct: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
