import Findings

// What programs write where a value is missing.
extension TextRemains {
  /// The text that a program writes for a missing value.
  struct NoValue: Hashable {
    let excerpt: String
    /// Its origin, as the end of a sentence.
    let origin: String
    let isWhole: Bool
    /// Whether it is certainly a mistake.
    let isSure: Bool
  }

  /// The name after a greeting at the beginning: `Hi Anna, …`.
  static func greetedName(in text: String) -> Substring? {
    let clause = text.prefix { !",!\n".contains($0) }
    let words = clause.utf8.count < 60 ? clause.split(separator: " ") : []
    let name = words.drop { MissingName.greetings.contains($0.lowercased()) }
    // In a sentence a greeting may be a word: `Beste Brood in Gent`.
    let isName = name.count < min(words.count, 4) && name.allSatisfy { $0.first?.isUppercase == true }
    return isName ? name.first.map { clause[$0.startIndex...] } : nil
  }

  private static let ownThings = Set(WordTable.leftovers["own"])
  private static let ownLinks = Set(WordTable.leftovers["own-link"].map { $0[...] })

  /// The number of something that one person has: `Your order 20481 is ready`.
  static func ownNumber(in text: String) -> String? {
    guard text.utf8.count < 2000, text.hasDigits(4...20) else { return nil }
    let words = text.lowercased().split { $0.isWhitespace || ".,:;#!?()".contains($0) }
    return words.indices.lazy.compactMap { index -> String? in
      // A year is no number of one's own.
      guard words[index].utf8.last.map(isDigit) == true,
        words[index].wholeMatch(of: /[a-z]{0,3}-?[0-9]{4,20}(?:-[0-9]+)*/) != nil,
        words[index].wholeMatch(of: /(?:19|20)[0-9]{2}/) == nil
      else { return nil }
      let before = words[..<index].suffix(5).filter { !ownLinks.contains($0) }
      let thing = (1...3).map { before.suffix($0).joined(separator: " ") }.first(where: ownThings.contains)
      return thing.map { $0 + " " + words[index] }
    }.first
  }

  /// Names of mail addresses that are not one person's.
  private static let offices = Set(WordTable.leftovers["office"])

  /// The mail address of one person that a link has: `?email=anna%40example.com`.
  static func ownAddress(inLink link: String) -> String? {
    guard let query = link.split(separator: "?", maxSplits: 1).dropFirst().first else { return nil }
    return query.split { "&#".contains($0) }.lazy.compactMap { pair -> String? in
      let parts = pair.split(separator: "=", maxSplits: 1).map {
        String(decoding: percentDecoded($0.utf8), as: UTF8.self)
      }
      guard parts.count == 2, parts[0].lowercased().filter(\.isLetter).hasSuffix("mail"),
        !offices.contains(parts[1].prefix { $0 != "@" }.lowercased()),
        parts[1].wholeMatch(of: /[^@\s]+@[^@\s]+\.[A-Za-z]+/) != nil
      else { return nil }
      return parts[1]
    }.first
  }

  /// What only one person may have of a link: a mail address, or a token by which a page knows the person; as the end of a sentence.
  static func ownAccess(inLink link: String) -> String? {
    if let address = ownAddress(inLink: link) { return "\(address.quoted), one person's mail address" }
    guard link.utf8.count < 8000, link.contains("eyJ") else { return nil }
    let claims = link.split { "=/&?#".contains($0) }.lazy.compactMap { SignatureExpiry.claims(ofToken: $0) }
    return claims.contains { $0["email"]?.text?.contains("@") == true } ? "a token that lets one person in" : nil
  }

  private static let ownData = Set(WordTable.leftovers.rows("own-data").joined())

  /// Whether a value of data is the number of something that one person has.
  static func isOwn(_ value: String, under key: String) -> Bool {
    value.utf8.count < 40 && value.utf8.count(where: isDigit) > 4 && !value.utf8.contains(UInt8(ascii: "/"))
      && ownData.contains(key.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  static func noValue(in whole: String) -> NoValue? {
    let text = beginning(of: whole)
    if text.utf8.count <= longestValue + 4, let whole = wholeValue(text.trimmed) { return whole }
    if let found = SpreadsheetRemains.first(in: text) {
      return NoValue(excerpt: found.excerpt, origin: found.origin, isWhole: false, isSure: true)
    }
    return partValue(text).map { NoValue(excerpt: $0.excerpt, origin: $0.origin, isWhole: false, isSure: false) }
  }

  private static func partValue(_ text: String) -> (excerpt: String, origin: String)? {
    if let mark = SpreadsheetRemains.textMark(in: text) { return (mark, SpreadsheetRemains.markOrigin) }
    // Words such as `unbekannt` may be a title.
    if FilledValue.isNothing(text), text.contains(where: { !$0.isLetter && $0 != " " }) { return (text, scripts) }
    if object.word.isIn(text) { return (object.text, scripts) }
    if let moment = moments.first(where: { $0.word.isIn(text) }) {
      return (moment.text, "what programs write where a date is missing")
    }
    if names.contains(where: { $0.isIn(text) }),
      let amount = text.firstMatch(of: /[€$£]\s?(?:NaN|undefined|null)\b|\b(?:NaN|undefined)\s?[%€$£]/)
    {
      return (String(amount.output), scripts)
    }
    return addressesNobody(text) ? (undefined.text, scripts) : MissingName.first(in: text)
  }

  private static func wholeValue(_ text: String) -> NoValue? {
    guard let isSure = values[text] else { return nil }
    return NoValue(excerpt: text, origin: "what programs write where a value is missing", isWhole: true, isSure: isSure)
  }

  /// Whether they are certainly mistakes, by the texts.
  private static let values = ["whole": true, "perhaps": false].reduce(into: [String: Bool]()) { values, kind in
    for text in WordTable.leftovers[kind.key] { values[text] = kind.value }
  }
  private static let longestValue = object.text.utf8.count
  private static let object = (text: "[object Object]", word: ASCIIWord("[object Object]"))
  private static let undefined = (text: "undefined", word: ASCIIWord("undefined"))
  private static let names = ["NaN", "undefined", "null"].map { ASCIIWord($0) }
  private static let moments = WordTable.leftovers["moment"].map { (text: $0, word: ASCIIWord($0)) }
  fileprivate static let scripts = "what scripts write where a value is missing"

  /// Whether `undefined` replaces a name: after one or two words, at their end (`Hello undefined!`). After others it may be a word of a
  /// sentence (`The result is undefined.`).
  private static func addressesNobody(_ text: String) -> Bool {
    guard undefined.word.isIn(text) else { return false }
    return text.ranges(of: undefined.text).contains { range in
      guard let words = MissingName.words(before: range, in: text) else { return false }
      guard let last = words.last else { return text[range.upperBound...].first.map { ",!".contains($0) } ?? false }
      return words.count <= 2 && last.allSatisfy(\.isLetter) && !copulas.contains(last.lowercased())
    }
  }

  /// Words after which `undefined` is a normal word.
  private static let copulas = Set(WordTable.leftovers.rows("copula").joined())
}

/// A greeting without a name: `Hello null,` and `Hello ,`.
private enum MissingName {
  private static let names = WordTable.leftovers["missing"].map { (text: $0, word: ASCIIWord($0)) }
  static let greetings = Set(WordTable.leftovers["greeting"])
  private static let gap = (text: " ,", word: ASCIIWord(" ,"))

  /// The first, and its origin, as the end of a sentence.
  static func first(in text: String) -> (excerpt: String, origin: String)? {
    let name = names.first { name in
      name.word.isIn(text) && text.ranges(of: name.text).contains { greets($0, in: text) }
    }
    if let name { return (name.text, TextRemains.scripts) }
    guard gap.word.isIn(text), let comma = text.firstRange(of: gap.text), greets(comma, in: text) else { return nil }
    return (String(text[..<comma.upperBound]), "a greeting without a name")
  }

  private static func greets(_ range: Range<String.Index>, in text: String) -> Bool {
    guard let words = words(before: range, in: text), words.count <= 3, let last = words.last else { return false }
    return greetings.contains(last.lowercased())
  }

  /// The words of its sentence before a part that ends there, or at a comma; nil for a part within other words.
  static func words(before range: Range<String.Index>, in text: String) -> [Substring]? {
    let (before, after) = (text[..<range.lowerBound], text[range.upperBound...])
    // First, so that a long text is not read back from each of its words.
    guard text[range].last == "," || (after.first.map { ",!?.;\n".contains($0) } ?? true) else { return nil }
    let sentence = before.lastIndex { ",!?.;\n".contains($0) }.map { before[before.index(after: $0)...] } ?? before
    guard sentence.isEmpty || sentence.last?.isWhitespace == true || text[range].first == " " else { return nil }
    return sentence.split(whereSeparator: \.isWhitespace)
  }
}

/// Signs that spreadsheets show instead of values, formulas, and numbers as computers write them.
enum SpreadsheetRemains {
  private static let errors = Set(WordTable.leftovers["error"])
  /// By the letter after the number sign.
  private static let numberSigns = Dictionary(grouping: errors.filter { $0.hasPrefix("#") }) { $0.dropFirst().first }

  /// The first in a text, and its origin, as the end of a sentence.
  static func first(in text: String) -> (excerpt: String, origin: String)? {
    guard mayHold(text) else { return nil }
    if isFormula(text) { return (text, "a spreadsheet's formula, and not its result") }
    if let found = error(in: text) { return (found, failed) }
    for word in text.split(whereSeparator: { $0.isWhitespace || ";()\"".contains($0) }) {
      if let found = remain(word) { return found }
    }
    return nil
  }

  private static let failed = "what spreadsheets write where a formula fails"
  static let markOrigin = "how people make spreadsheets take a number as text"

  /// The apostrophe before a number, and its beginning: `'20 % off`; not `'90s party`, and no quote.
  static func textMark(in text: String) -> String? {
    guard text.utf8.first == UInt8(ascii: "'"), !text.utf8.dropFirst().contains(UInt8(ascii: "'")) else { return nil }
    let form = /'(?:[=+@\-][\p{L}\p{N}]|[0-9]{3,}|[0-9]{1,2}(?:[.,:][0-9]|\s?[%€$£])|[0-9](?=\s)|[0-9]+$)/
    return text.prefixMatch(of: form).map { String($0.output) }
  }

  private static func remain(_ word: Substring) -> (excerpt: String, origin: String)? {
    if word.hasPrefix("####"), word.allSatisfy({ "#,.!?:".contains($0) }) {
      return (String(word.prefix { $0 == "#" }), "what spreadsheets show where a column is too narrow")
    }
    guard let start = word.firstIndex(where: isLetterOrDigit), let end = word.lastIndex(where: isLetterOrDigit) else {
      return nil
    }
    let bare = word[start...end]
    if bare.first == "E", errors.contains(String(bare)) { return (String(bare), failed) }
    guard bare.first?.isASCII == true, bare.first?.isNumber == true else { return nil }
    if isExponent(bare) { return (String(bare), "a long number as spreadsheets shorten it") }
    guard bare.wholeMatch(of: /[0-9]+[.,][0-9]{13,}/) != nil else { return nil }
    return (String(bare), "a number as computers calculate it, not rounded")
  }

  private static func isLetterOrDigit(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  /// Most texts have none of their signs, as one look at each byte shows.
  private static func mayHold(_ text: String) -> Bool {
    var last: UInt8 = 0
    var digits = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "=") && last == 0 { return true }
      if byte == UInt8(ascii: "E"), digits > 0 { return true }
      if byte == UInt8(ascii: ":"), last == UInt8(ascii: "r") { return true }
      digits = isDigit(byte) ? digits + 1 : 0
      if digits == 13 { return true }
      last = byte
    }
    return false
  }

  /// An error that begins with a number sign, also between letters of scripts without spaces.
  private static func error(in text: String) -> String? {
    var rest = text[...]
    while let start = rest.firstIndex(of: "#") {
      let (before, tail) = (text[..<start].last, rest[start...])
      rest = tail.dropFirst()
      let found = (numberSigns[rest.first] ?? []).filter { error in
        // A hashtag may begin with the letters of an error.
        tail.hasPrefix(error)
          && (error.hasSuffix("!") || error.hasSuffix("?") || !isJoined(tail.dropFirst(error.count).first))
      }
      if let longest = found.max(by: { $0.count < $1.count }), !isJoined(before) { return longest }
    }
    return nil
  }

  /// Whether a character next to an error makes it a part of a word.
  private static func isJoined(_ character: Character?) -> Bool {
    guard let character, let scalar = character.unicodeScalars.first else { return false }
    return isLetterOrDigit(character) && scalar.value < 0x2E80
  }

  /// `1.23457E+14`, with digits after a point or with a sign, unlike product names.
  private static func isExponent(_ word: Substring) -> Bool {
    word.wholeMatch(of: /[0-9](?:[.,][0-9]+E[+-]?|E\+)[0-9]{2,3}/) != nil
  }

  /// `=A2&B2`, `=sum(A1:A9)`, `="Hello "&A2`; not `=) Happy Friday`.
  private static func isFormula(_ text: String) -> Bool {
    guard text.first == "=" else { return false }
    return text.firstMatch(
      of: /^=\s*(?:[+\-]?(?:\$?[A-Z]{1,3}\$?[0-9]+|\p{L}[\p{L}0-9_.]+\()|"|\[@|'[^']+'!|[\p{L}0-9_]+!\$?[A-Z])/) != nil
  }
}
