import Findings

/// Languages, and values that are written in several of them.
extension YAMLReader {
  enum LocalesKey: String, YAMLKey { case fallback, list }

  mutating func localeSettings(_ value: YAMLValue?) -> LocaleSettings? {
    guard let section = mapping(value, LocalesKey.self) else { return nil }
    let fallback = languageTag(section[.fallback])
    let list = list(section[.list])?.compactMap { languageTag($0) }
    if let value = section[.list], case .list(let elements) = value.content, elements.isEmpty {
      report(
        .configurationValue, value.subject, "the list is empty, so messages would be made in no language",
        remedy: "add a language, as in `[en, de]`, or delete the key")
    }
    return LocaleSettings(fallback: fallback, list: list.map(\.distinct))
  }

  /// One tag of a language.
  mutating func languageTag(_ value: YAMLValue?) -> String? {
    guard let value, let text = string(value) else { return nil }
    if LanguageTag.isTag(text) { return text }
    reportNoTag(text, value.subject)
    return nil
  }

  /// The value with one language picked wherever it is written in several.
  ///
  /// - Parameter locale: nil for a message without languages, in which there is nothing to pick.
  mutating func localized(
    _ value: YAMLValue, _ localization: MessageKey.Localization, in locale: String?, _ locales: LocaleSettings
  ) -> YAMLValue {
    switch (localization, value.content) {
    case (.never, _), (_, .text): return value
    case (.members, .mapping(let members)):
      return YAMLValue(.mapping(members.map { localized($0, in: locale, locales) }), value.subject)
    case (.wholeOrMembers, .list(let elements)):
      return YAMLValue(.list(elements.map { localized($0, localization, in: locale, locales) }), value.subject)
    case (_, .mapping(let members)):
      guard value.translations == nil else { return picked(members, of: value, localization, in: locale, locales) }
      if case .text = localization { return withoutWrongTags(value, members) }
      guard case .wholeOrMembers = localization else { return value }
      return YAMLValue(.mapping(members.map { localized($0, in: locale, locales) }), value.subject)
    default: return value
    }
  }

  private mutating func localized(
    _ member: YAMLValue.Member, in locale: String?, _ locales: LocaleSettings
  ) -> YAMLValue.Member {
    YAMLValue.Member(key: member.key, value: localized(member.value, .text, in: locale, locales))
  }

  private mutating func picked(
    _ translations: [YAMLValue.Member], of value: YAMLValue, _ localization: MessageKey.Localization,
    in locale: String?, _ locales: LocaleSettings
  ) -> YAMLValue {
    guard let locale else { return value }
    if let found = locales.translation(translations, for: locale) {
      return localized(found, localization, in: locale, locales)
    }
    let fallback = locales.fallback.map { "nor for the fallback \($0.quoted)" } ?? "and the campaign names no fallback"
    report(
      .campaignLocale, value.subject, "there is nothing for \(locale.quoted) here, \(fallback)",
      remedy: "add \(locale.quoted) here, or name a language that is written everywhere: `locales: {fallback: …}`")
    return YAMLValue(.unusable, value.subject)
  }

  /// Where a text belongs, a mapping can only be meant as languages.
  private mutating func withoutWrongTags(_ value: YAMLValue, _ members: [YAMLValue.Member]) -> YAMLValue {
    guard !members.isEmpty else { return value }
    for member in members {
      guard let name = name(of: member), !LanguageTag.isTag(name) else { continue }
      reportNoTag(name, member.place)
    }
    return YAMLValue(.unusable, value.subject)
  }

  private mutating func reportNoTag(_ text: String, _ subject: Diagnostic.Subject) {
    report(
      .campaignLocale, subject, "\(text.quoted) is no tag of a language",
      remedy: "write it as in `en`, `pt-BR` or `zh-Hant`: the language in small letters, a country in capital ones")
  }
}

extension Array where Element: Hashable {
  /// Each element once, where it stands first.
  var distinct: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
