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
    let isMissing = texts.contains { text in text.translations?.contains { own.contains($0.key.name ?? "") } == false }
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
  /// The value with one language chosen for each translation. `locale`: nil for a message without languages, which needs no choice.
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
    if let found = translation(translations, for: locale) { return localized(found, localization, in: locale, &reader) }
    let standIn = fallback.map { "nor for the fallback \($0.quoted)" } ?? "and the campaign names no fallback"
    reader.report(
      .campaignLocale, value.subject, "there is nothing for \(locale.quoted) here, \(standIn)",
      remedy: (value.subject.sibling(locale).map { "fill in a column \($0.quoted)" } ?? "add \(locale.quoted) here")
        + ", or name a language that is written everywhere: `locales: {fallback: …}`")
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

/// The names of languages in campaign.yml: tags as of BCP 47, in the spelling that it recommends (`de`, `pt-BR`, `zh-Hant`).
///
/// Source: RFC 5646, sections 2.1 and 2.1.1; RFC 4647, section 3.4.
package enum LanguageTag {
  /// The form of a tag, as a regular expression.
  static let pattern =
    "(?!(ios|web|fid|at)$)[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?(-([a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*"

  /// Whether a text is a tag in the recommended spelling, and not a keyword of campaign.yml. Checked for every mapping of every message, so
  /// it does without a regular expression.
  package static func isTag(_ text: String) -> Bool {
    var parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)[...]
    guard let language = parts.popFirst(), (2...3).contains(language.count), language.allSatisfy(isSmall),
      !ownWords.contains(text)
    else { return false }
    if let script = parts.first, script.count == 4, script.first.map(isCapital) == true,
      script.dropFirst().allSatisfy(isSmall)
    {
      parts.removeFirst()
    }
    if let region = parts.first, isRegion(region) { parts.removeFirst() }
    return parts.allSatisfy(isVariant)
  }

  /// The tag in the recommended spelling that a text in another probably means, as `pt-BR` for `PT_br`; nil for anything else.
  static func meant(by text: some StringProtocol) -> String? {
    let parts = text.split { "-_".contains($0) }.enumerated().map { number, part in
      switch (number, part.count) {
      case (0, _): part.lowercased()
      case (_, 2): part.uppercased()
      case (_, 4) where part.allSatisfy(\.isLetter): part.prefix(1).uppercased() + part.dropFirst().lowercased()
      default: part.lowercased()
      }
    }
    let tag = parts.joined(separator: "-")
    return isTag(tag) ? tag : nil
  }

  private static func isRegion(_ part: Substring.UTF8View) -> Bool {
    part.count == 2 && part.allSatisfy(isCapital) || part.count == 3 && part.allSatisfy(isDigit)
  }

  private static func isVariant(_ part: Substring.UTF8View) -> Bool {
    let isLong = (5...8).contains(part.count) || part.count == 4 && part.first.map(isDigit) == true
    return isLong && part.allSatisfy { isSmall($0) || isDigit($0) }
  }

  private static func isSmall(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

  private static func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

  /// One tag of a language.
  static func read(_ value: YAMLValue, _ reader: inout YAMLReader) -> String? {
    guard let text = reader.string(value) else { return nil }
    if isTag(text) { return text }
    reportNone(text, value.subject, &reader)
    return nil
  }

  static func reportNone(_ text: String, _ subject: Diagnostic.Subject, _ reader: inout YAMLReader) {
    reader.report(
      .campaignLocale, subject, "\(text.quoted) is no tag of a language",
      remedy: "write it as in `en`, `pt-BR` or `zh-Hant`: the language in small letters, a country in capital ones")
  }

  /// Platforms, kinds of targets, and the moment of a poster.
  private static let ownWords: Set<String> = ["ios", "web", "fid", "at"]

  /// The tag and the tags containing it, the nearest first: `zh-Hant-TW`, `zh-Hant`, `zh`.
  package static func lookup(_ tag: String) -> [String] {
    let parts = tag.split(separator: "-")
    return parts.indices.reversed().map { parts[...$0].joined(separator: "-") }
  }
}

extension Diagnostic.Subject {
  /// The column for another language than that of this one; nil for anything else.
  fileprivate func sibling(_ language: String) -> String? {
    guard name == Campaign.tableName, let keyPath, let end = keyPath.lastIndex(of: ".") else { return nil }
    return keyPath[...end] + language
  }
}

extension YAMLValue {
  /// The members of a mapping whose keys are all languages; nil if it is not one.
  var translations: [Member]? {
    guard case .mapping(let members) = content, !members.isEmpty,
      members.allSatisfy({ $0.key.name.map(LanguageTag.isTag) ?? false })
    else { return nil }
    return members
  }

  /// Every language in which parts of a value are written, in the order of the file, some several times.
  func languages(_ localization: MessageKeyGrammar.Localization) -> [String] {
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
