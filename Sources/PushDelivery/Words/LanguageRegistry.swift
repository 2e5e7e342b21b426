import Findings

/// The known languages and countries, and the scripts of languages.
enum LanguageRegistry {
  private static let table = WordTable("texts/languages.txt")
  private static let languages = Dictionary(
    uniqueKeysWithValues: table.rows("language", most: 3).map { ($0[0], (script: $0[1], name: $0[2])) })
  private static let scripts = Dictionary(uniqueKeysWithValues: table.rows("script").map { ($0[0], $0[1]) })
  private static let slips = Dictionary(
    uniqueKeysWithValues: table.rows("slip", most: 3).map { ($0[0], (right: $0[1], name: $0[2])) })
  private static let countries = Set(table.rows("country").joined())

  /// Why a tag of the right form is probably wrong, and what to write; nil for a good one.
  static func doubt(of tag: String) -> (message: String, remedy: String)? {
    let parts = tag.split(separator: "-").map(String.init)
    if let slip = slips[parts[0]] {
      let right = ([slip.right] + parts.dropFirst().filter { !slip.right.hasSuffix($0) }).joined(separator: "-")
      return (
        "\(parts[0].quoted) is no code of that language: \(slip.name) is \(slip.right.quoted)", "write \(right.quoted)"
      )
    }
    if parts[0].count == 2, languages[parts[0]] == nil {
      return ("\(parts[0].quoted) is the code of no language", "write the code of ISO 639-1, as in `en` or `pt-BR`")
    }
    guard let region = parts.dropFirst().first(where: { $0.count == 2 && $0.first?.isUppercase == true }),
      !countries.contains(region)
    else { return nil }
    return (
      "\(region.quoted) in \(tag.quoted) is the code of no country"
        + (region == "UK" ? ": the United Kingdom is \"GB\"" : ""),
      region == "UK" ? "write \((parts[0] + "-GB").quoted)" : "write the code of ISO 3166-1, as in `en-GB`"
    )
  }

  /// The name of a language; nil for one that is not in the table.
  static func name(of tag: String) -> String? { languages[String(tag.prefix { $0 != "-" })]?.name }

  private static let lessons = Set(table.rows("lesson").joined())

  /// Whether texts are about languages, such as a school's: then their link may name the language that people learn.
  static func areAboutLanguages(_ texts: [String?]) -> Bool {
    texts.contains { text in
      text?.lowercased().split { !$0.isLetter }.contains { lessons.contains(String($0)) } == true
    }
  }

  /// Whether a word in a name is a language.
  static func isLanguage(_ word: Substring) -> Bool { languages[String(word)] != nil || slips[String(word)] != nil }
}

/// Numbers.
extension LanguageRegistry {
  private static let commas = Set(table.rows("comma").joined())
  private static let points = Set(table.rows("point").joined())

  /// A number whose two signs are in the order of other languages: `1.299,00` in English; nil if none, or the language has both.
  static func strangeNumber(in text: String, _ tag: String) -> String? {
    guard text.utf8.count < 2000, text.utf8.contains(UInt8(ascii: ",")), text.hasDigits(3...3), text.hasDigits(2...2)
    else { return nil }
    func isOne(of tags: Set<String>) -> Bool {
      tags.contains(String(tag.prefix { $0 != "-" })) && !tags.contains("!" + tag)
    }
    let found =
      isOne(of: points)
      ? text.firstMatch(of: /\b[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]{2}\b/)
      : isOne(of: commas) ? text.firstMatch(of: /\b[0-9]{1,3}(?:,[0-9]{3})+\.[0-9]{2}\b/) : nil
    return found.map { String($0.output) }
  }
}

/// Letters.
extension LanguageRegistry {
  private struct Block {
    let script: String
    let scalars: ClosedRange<UInt32>
  }

  private static let blocks = table.rows("block").compactMap { row -> Block? in
    guard let first = UInt32(row[1], radix: 16), let last = UInt32(row[2], radix: 16) else { return nil }
    return Block(script: row[0], scalars: first...last)
  }

  /// Scripts that use letters of others.
  private static let companions = ["Jpan": ["Hani"], "Kore": ["Hani"]]

  /// The script of a language's texts; nil if there may be several.
  private static func script(of tag: String) -> String? {
    let parts = tag.split(separator: "-").map(String.init)
    if let own = parts.dropFirst().first(where: { $0.count == 4 && $0.first?.isUppercase == true }) {
      return ["Hans", "Hant"].contains(own) ? "Hani" : own
    }
    let known = languages[parts[0]]?.script ?? scripts[parts[0]]
    return known == "Any" ? nil : known
  }

  /// Up to so many Latin letters may be a name in any language, and so many others one in a Latin text.
  private static let longestName = 24

  /// The script of a text that its language does not use; nil if they fit, or it is unknown.
  static func strangeScript(of text: String, in tag: String) -> String? {
    if let signs = strangeSigns(of: text, in: tag) { return signs }
    guard let expected = script(of: tag) else { return nil }
    let own = Set([expected] + (companions[expected] ?? []))
    var (known, others) = (0, [String: Int]())
    for scalar in text.unicodeScalars where !(scalar.isASCII && !scalar.properties.isAlphabetic) {
      guard let block = blocks.first(where: { $0.scalars.contains(scalar.value) }) else { continue }
      if own.contains(block.script) { known += 1 } else { others[block.script, default: 0] += 1 }
    }
    guard let most = others.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
    let isStrange =
      most.key == "Latn" ? known == 0 && most.value > longestName : most.value > 1 && known * 4 < most.value
    return isStrange ? most.key : nil
  }

  private static let simplified = Set(table["simplified"].flatMap(\.unicodeScalars))
  private static let traditional = Set(table["traditional"].flatMap(\.unicodeScalars))

  /// `Hans` or `Hant` for Chinese in the signs of other countries; names may have two of them.
  private static func strangeSigns(of text: String, in tag: String) -> String? {
    let parts = tag.split(separator: "-")
    guard parts[0] == "zh", parts.count > 1 else { return nil }
    let isTraditional = parts.contains("Hant") || !parts.contains("Hans") && ["TW", "HK", "MO"].contains(parts.last)
    let (own, others) = isTraditional ? (traditional, simplified) : (simplified, traditional)
    let strange = text.unicodeScalars.count(where: others.contains)
    guard strange > 2, strange > text.unicodeScalars.count(where: own.contains) else { return nil }
    return isTraditional ? "Hans" : "Hant"
  }

  /// A script in words.
  static func scriptName(_ script: String) -> String { table.pairs("script-name")[script] ?? script }
}
