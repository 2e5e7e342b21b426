/// The names of languages in campaign.yml: tags as of BCP 47, in the spelling that it recommends (`de`, `pt-BR`, `zh-Hant`).
///
/// Source: RFC 5646, sections 2.1 and 2.1.1; RFC 4647, section 3.4.
package enum LanguageTag {
  /// The form of a tag, as a regular expression.
  static let pattern =
    "(?!(ios|web|fid|at)$)[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?(-([a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*"

  /// Whether a text is a tag in the recommended spelling. Words that mean something else in campaign.yml are none.
  package static func isTag(_ text: String) -> Bool {
    !ownWords.contains(text)
      && text.wholeMatch(of: /[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?(-([a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*/)
        != nil
  }

  /// Platforms, kinds of targets, and the moment of a poster.
  private static let ownWords: Set<String> = ["ios", "web", "fid", "at"]

  /// The tag and what it is a part of, the nearest first: `zh-Hant-TW`, `zh-Hant`, `zh`.
  package static func lookup(_ tag: String) -> [String] {
    let parts = tag.split(separator: "-")
    return parts.indices.reversed().map { parts[...$0].joined(separator: "-") }
  }
}

/// The languages of a campaign.
struct LocaleSettings {
  /// Whose words stand in where a language has none of its own.
  var fallback: String?
  /// The languages of every message that is written in several; nil: those in which it is written.
  var list: [String]?

  /// The translation for a language: its own, that of the language it is a part of, or the fallback's.
  func translation(_ translations: [YAMLValue.Member], for locale: String) -> YAMLValue? {
    let candidates = LanguageTag.lookup(locale) + (fallback.map(LanguageTag.lookup) ?? [])
    return candidates.lazy.compactMap { tag in translations.first { $0.key.name == tag }?.value }.first
  }
}

extension YAMLValue {
  /// The members of a mapping whose keys are languages, and nothing else; nil: it is none.
  var translations: [Member]? {
    guard case .mapping(let members) = content, !members.isEmpty,
      members.allSatisfy({ $0.key.name.map(LanguageTag.isTag) ?? false })
    else { return nil }
    return members
  }

  /// Every language in which parts of a value are written, in the order of the file, some several times.
  func languages(_ localization: MessageKey.Localization) -> [String] {
    switch (localization, content) {
    case (.never, _): return []
    case (.members, .mapping(let members)): return members.flatMap { $0.value.languages(.text) }
    case (.wholeOrMembers, .list(let elements)): return elements.flatMap { $0.languages(localization) }
    default: break
    }
    if let translations {
      return translations.flatMap { [$0.key.name].compactMap(\.self) + $0.value.languages(localization) }
    }
    guard case .wholeOrMembers = localization, case .mapping(let members) = content else { return [] }
    return members.flatMap { $0.value.languages(.text) }
  }
}
