import Findings

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
