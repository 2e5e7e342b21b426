import Findings
import MediaFacts

// Values of other columns, and drafts.
extension TextRemains {
  /// A text from another column.
  struct Misplaced: Hashable {
    /// In words: `an address`.
    let kind: String
    /// Whether people may write it below a title.
    var isGoodBody = false
    /// Whether it is certainly a mistake.
    var isSure = true
  }

  /// nil for words.
  static func misplaced(_ whole: String) -> Misplaced? {
    let text = whole.trimmed
    if ["{\"", "[{\""].contains(where: text.hasPrefix), "}]".contains(text.last ?? " ") {
      return Misplaced(kind: "JSON")
    }
    guard !text.contains(where: \.isWhitespace) else { return nil }
    let lowercased = text.lowercased()
    if ["https://", "http://"].contains(where: lowercased.hasPrefix) {
      return Misplaced(kind: "an address", isGoodBody: true)
    }
    if FilledValue.isMailAddress(text) { return Misplaced(kind: "a mail address", isGoodBody: true) }
    if text.contains("."), MediaFormat.isMediaName(text) || lowercased.hasSuffix(".csv") {
      return Misplaced(kind: "the name of a file")
    }
    let isToken =
      text.utf8.count >= 100 && text.contains(":")
      && text.utf8.allSatisfy { isUnreserved($0) || $0 == UInt8(ascii: ":") }
    return isToken ? Misplaced(kind: "a device's token") : ofPrograms(text)
  }

  /// Values as programs and databases write them.
  private static func ofPrograms(_ text: String) -> Misplaced? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }), text.contains(where: { $0.isNumber || "-_".contains($0) }) else {
      return nil
    }
    if isIdentifier(text) { return Misplaced(kind: "an identifier, as databases have it") }
    // Below a title these may be meant: a code, a day.
    return titles.first { text.wholeMatch(of: $0.form) != nil }.map {
      Misplaced(kind: $0.kind, isGoodBody: true, isSure: false)
    }
  }

  /// Whether it is a UUID, or so many hexadecimal digits that they have no other meaning.
  static func isIdentifier(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9a-fA-F]{32,128}/) != nil
  }

  private nonisolated(unsafe) static let titles: [(form: Regex<Substring>, kind: String)] = [
    (/(?![0-9]*000$)[0-9]{6,}/, "a number"),
    (/[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9:.+Z\-]+)?/, "a date, as programs write it"),
    (/[a-z]{2}[\-_][A-Z]{2}/, "the code of a language"),
    (/[A-Za-z0-9\-]+(?:_[A-Za-z0-9\-]+)+/, "a name, as files and columns have it"),
  ]

  private static let drafts = Set(WordTable.leftovers["draft"])
  /// By their first bytes.
  private static let marks = Dictionary(grouping: WordTable.leftovers["mark"]) { $0.utf8.first }
  private static let parts = WordTable.leftovers["part"]
  private static let gaps = [ASCIIWord("xx", ignoresCase: true), ASCIIWord("TBD"), ASCIIWord("TBC")]
  private static let amounts = Set(WordTable.leftovers.rows("amount").joined())
  private static let todo = ASCIIWord("todo", ignoresCase: true)

  /// Whether a text is unfinished: `Title here`, `DRAFT: …`, `Only XX,XX €`, `Lorem ipsum dolor …`.
  ///
  /// - Parameters:
  ///   - field: the field's name; the label of a brief names it: `Title: …`.
  ///   - message: all texts of the message: in Spanish and Portuguese, `todo` means all.
  static func isDraft(_ whole: String, as field: String, of message: @autoclosure () -> String) -> Bool {
    var text = whole.trimmed
    // Longer ones are not sent, and searching them takes seconds.
    let isShort = text.utf8.count < 2000
    if isShort, todo.isIn(text),
      ["es", "pt"].contains(where: { FrequentWords.mayBe($0, withoutTodo(String(message().prefix(2000)))) })
    {
      text = withoutTodo(text)
    }
    let beginning = (text.utf8.count > 40 ? String(text.prefix(40)) : text).lowercased()
    if [beginning, text].contains(where: { start in marks[start.utf8.first]?.contains(where: start.hasPrefix) == true })
    {
      return true
    }
    if text.utf8.count < 40, drafts.contains(beginning.split { !$0.isLetter }.joined(separator: " ")) { return true }
    if text.utf8.contains(where: "([（".utf8.contains) {
      let small = self.beginning(of: text).lowercased()
      if parts.contains(where: small.contains) { return true }
    }
    return isLabelled(beginning, as: field) || hasCount(text)
      || isShort && (gaps.contains { $0.isIn(text) } && lacksAmount(text) || hasNote(text))
  }

  private static func withoutTodo(_ text: String) -> String { text.replacing(/(?i)todo/, with: "") }

  /// Whether straight quotes are around the whole: `"Warm from eight"`.
  static func isQuoted(_ text: String) -> Bool {
    text.utf8.count > 2 && text.utf8.first == UInt8(ascii: "\"") && text.utf8.last == UInt8(ascii: "\"")
      && text.utf8.count { $0 == UInt8(ascii: "\"") } == 2
  }

  private static let twice = Set(WordTable.leftovers.rows("twice").joined())

  /// The first small word that follows itself: `the the`.
  static func twiceWritten(in text: String) -> String? {
    guard text.utf8.count < 2000 else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace)
    return zip(words, words.dropFirst()).first { $0 == $1 && twice.contains(String($0)) }.map { String($0.0) }
  }

  /// Whether all of several words are in capital letters, as with the key for them held down.
  static func isInCapitals(_ text: String) -> Bool {
    !text.contains(where: \.isLowercase)
      && text.split { !$0.isLetter }.count { $0.utf8.count > 2 && $0.allSatisfy(\.isUppercase) } > 5
  }

  private static let labels = Dictionary(grouping: WordTable.leftovers.rows("label", most: 2)) { $0[0] }
    .mapValues { Set($0.map { $0[1] }) }

  /// Whether the label of its own field comes first: `Body: Warm from eight`.
  private static func isLabelled(_ beginning: String, as field: String) -> Bool {
    guard let colon = beginning.firstIndex(of: ":") else { return false }
    return labels[field]?.contains(String(beginning[..<colon]).trimmed) == true
  }

  /// Whether the count of its letters is at its end: `Cardamom buns (13/40)`.
  private static func hasCount(_ text: String) -> Bool {
    guard text.last == ")" || text.last == "]", let start = text.lastIndex(where: { "([".contains($0) }) else {
      return false
    }
    let numbers = text[start...].dropFirst().dropLast().split(separator: "/", maxSplits: 1)
    guard let count = numbers.first.flatMap({ Int(String($0).trimmed) }), count > 3 else { return false }
    return count == String(text[..<start]).trimmed.count
  }

  private static let asks = WordTable.leftovers["ask"]
  private static let noteMarks = [" // ", " -> ", " >> "].map { (text: $0, word: ASCIIWord($0)) }
  private static let mailWords = WordTable.leftovers["mail"].map { ASCIIWord($0, ignoresCase: true) }

  /// What mails, text messages and pages say, by a word that it has.
  private static let channels = Dictionary(grouping: WordTable.leftovers.rows("channel", most: 2)) { $0[0] }
    .map { (word: ASCIIWord($0.key, ignoresCase: true), texts: $0.value.map { $0[1] }) }

  /// Whether it is of another channel: `Reply STOP to opt out`; not `Link in Biology`.
  private static func isOfOtherChannel(_ text: String) -> Bool {
    channels.contains { channel in
      channel.word.isIn(text)
        && channel.texts.contains { [text = text.lowercased()] phrase in
          text.firstRange(of: phrase).map { text[$0.upperBound...].first?.isLetter != true } ?? false
        }
    }
  }

  /// `[27.11.26, 14:33] Petra: …`, as copied from a chat. Nothing changes it.
  private nonisolated(unsafe) static let chat = /^\[[0-9]{1,2}[.\/][0-9]{1,2}[.\/][0-9]{2,4},? [0-9]{1,2}:[0-9]{2}/

  /// Whether a note to a colleague follows (`… // please check`, `(@Anna: …)`), a chat's name and time come first, or a mail's words are in it: `see attached`.
  private static func hasNote(_ text: String) -> Bool {
    if mailWords.contains(where: { $0.isIn(text) }) || isOfOtherChannel(text)
      || "[(".contains(text.first ?? " ") && text.contains(chat)
      || text.contains("(@") && text.contains(/\(@\p{L}[\p{L} ]{0,20}:/)
    {
      return true
    }
    guard let mark = noteMarks.first(where: { $0.word.isIn(text) }) else { return false }
    let note = text.firstRange(of: mark.text).map { text[$0.upperBound...].lowercased() } ?? ""
    return asks.contains(where: note.contains)
  }

  /// Whether a price, a day or a time is left open: `XX,XX €`, `$XX`, `xx%`, `xx.xx.`, `only XX left`, `Price: TBD`; not `XXL` or `Volume XX`.
  private static func lacksAmount(_ text: String) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.contains { word in
      word.firstMatch(
        of: /(^|[^\p{L}\p{N}])([€$£](?:XXX?|xxx?)|X{1,3}[.,:]XX|x{1,3}[.,:]xx|(?:XX|xx)[%€£])($|[^\p{L}\p{N}])/) != nil
    }
      || text.firstMatch(
        of:
          /(^|\s)[\-–+]?(?:XXX?|xxx?|TBD|TBC) (?:[%€£](?![0-9])|(?:kr|SEK|NOK|DKK|EUR|USD|GBP|CHF|PLN|CZK|zł|Kč|Ft|lei|TL)(?:$|[^\p{L}]))/
      ) != nil
      || zip(words, words.dropFirst()).contains { before, gap in
        ["XX", "XXX", "TBD", "TBC"].contains(gap.filter(\.isLetter))
          && amounts.contains(before.lowercased().filter(\.isLetter))
      }
  }
}
