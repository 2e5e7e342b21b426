import Findings

/// The frequent words of some languages in a text: they tell which of them it is in.
///
/// Only words in small letters count, and the first: names and titles of works (`The Voice of Germany`) are in texts of any language.
struct FrequentWords: Sendable {
  /// A language of the table, by its place there.
  typealias Language = Int

  private static let table = WordTable("texts/languages.txt")
  /// Some have several codes.
  private static let codes = table.rows("words", most: 2).map { $0[0].split(separator: ",").map(String.init) }
  private static let languages = Dictionary(
    uniqueKeysWithValues: codes.enumerated().flatMap { index, codes in codes.map { ($0, index) } })
  /// The languages of each word, as bits.
  private static let known = table.rows("words").enumerated().reduce(into: [Substring: UInt32]()) { known, row in
    for word in row.element.dropFirst() { known[word[...], default: 0] |= 1 << row.offset }
  }
  /// Languages that share most of their words.
  private static let kin = table.rows("kin").map { Set($0.compactMap { languages[$0] }) }

  /// How many words of another language a text needs for each of its own.
  private static let leastRatio = 6

  private var words: [Substring: UInt32] = [:]

  init(in text: String?) {
    for (index, bytes) in (text ?? "").utf8.split(whereSeparator: { !Self.isLetter($0) }).enumerated() {
      let word = index == 0 ? Substring(bytes).lowercased()[...] : Substring(bytes)
      words[word] = Self.known[word]
    }
  }

  /// Of ASCII or beyond.
  private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20) }

  /// The words of both.
  static func + (one: FrequentWords, other: FrequentWords) -> FrequentWords {
    var both = one
    both.words.merge(other.words) { word, _ in word }
    return both
  }

  /// nil if the table lacks it.
  static func language(of tag: String) -> Language? { languages[String(tag.prefix { $0 != "-" })] }

  static func name(of language: Language) -> String {
    LanguageRegistry.name(of: codes[language][0]) ?? codes[language][0]
  }

  /// Whether a word is of a language.
  func has(_ language: Language) -> Bool { words.values.contains { $0 & 1 << language != 0 } }

  /// Whether the words of a message may be of a language: one is, and no other language seems to be theirs.
  static func mayBe(_ tag: String, _ message: String) -> Bool {
    guard let own = language(of: tag) else { return false }
    let words = FrequentWords(in: message)
    return words.has(own) && words.stranger(to: own) == nil
  }

  /// The language other than its own that a text seems to be in, and how many words say so.
  func stranger(to own: Language) -> (language: Language, count: Int)? {
    Self.codes.indices.compactMap { other -> (language: Language, count: Int)? in
      guard !Self.kin.contains(where: { $0.isSuperset(of: [own, other]) }) else { return nil }
      // Words of both decide nothing.
      let (mine, its): (UInt32, UInt32) = (1 << own, 1 << other)
      let count = words.values.count { $0 & (mine | its) == its }
      let home = words.values.count { $0 & (mine | its) == mine }
      return count > 0 && count >= home * Self.leastRatio ? (other, count) : nil
    }.max { ($0.count, $1.language) < ($1.count, $0.language) }
  }
}
