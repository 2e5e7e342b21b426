import Findings
import MediaFacts

/// Remains of programs in texts: missing values, placeholders and markup. Texts that people may mean are ignored.
enum TextRemains {
  /// No text for people is so long; only the beginning of a longer one is searched.
  private static let longestText = 100_000

  /// A text, or the part of it to search.
  static func beginning(of text: String) -> String {
    text.utf8.count > longestText ? String(decoding: text.utf8.prefix(longestText), as: UTF8.self) : text
  }

  /// A text without the code that it is about: `` `{name}` ``, `f"{name}"`. People are to read this as it is.
  private static func withoutCode(_ text: String) -> String {
    guard text.utf8.count < 4000, text.contains("`") || text.contains("f\"") else { return text }
    return text.replacing(/`[^`\n]{1,200}`|\bf"[^"\n]{1,200}"/, with: " ")
  }
}

// Placeholders.
extension TextRemains {
  /// The first placeholder of a template's language: `{{name}}`, `${name}`, `%%NAME%%`, `*|NAME|*`, `[[name]]`, `<%= name %>`; and column
  /// names in signs without another meaning, such as `{first_name}`.
  static func placeholder(in whole: String) -> String? {
    let signs = TextSigns(in: beginning(of: whole))
    guard !signs.isEmpty else { return nil }
    let text = withoutCode(beginning(of: whole))
    let found = brackets.lazy.filter { signs.mayHave($0.signs) }.compactMap { first($0, in: text) }.first
    guard found == nil, text.utf8.contains(where: "%{_$".utf8.contains) else { return found }
    let words = text.split { $0.isWhitespace || ",!?;.:".contains($0) }
    // Once for all of them.
    lazy var hasBraces = hasEmptyBraces(text)
    lazy var countsFromZero = words.count == 1 || text.contains("{0}") || PersonalName.speaksToPerson(text)
    return words.first { word in
      guard word.first == "{", isToken(word) else { return isToken(word) }
      // Alone, `{1}` may be a set.
      return word == "{}" ? hasBraces : word == "{0}" || countsFromZero
    }.map(String.init)
      ?? text.firstMatch(of: /\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,/).map { String($0.output) }
      ?? gap(in: text)
  }

  /// What a formatting function or a program fills in: `%s`, `$name`; not `$AAPL`.
  private static func isToken(_ word: Substring) -> Bool {
    guard word.first == "$", !tokens.contains(String(word)) else { return tokens.contains(String(word)) }
    let name = word.dropFirst()
    return (name.count > 5 || !name.allSatisfy(\.isUppercase)) && (isField(name) || isValue(name))
  }

  /// Whether a value was to be in its `{}`: `Hi {}`, `Only {} left`; not `Code {} Day` or `{} in CSS`.
  private static func hasEmptyBraces(_ text: String) -> Bool {
    text.utf8.count > 2000 || PersonalName.speaksToPerson(text)
      || text.contains(/(?:^|\s)\p{Ll}\S* [€$£]?\{\}|\S [€$£]?\{\} ?[%€$£\p{Ll}]/)
  }

  /// A gap to be filled in: `Hi ____`, `Only ____ today`; not an ornament, a question or a riddle such as `Mondays are ____`.
  private static func gap(in text: String) -> String? {
    guard text.utf8.contains(UInt8(ascii: "_")) else { return nil }
    return text.split(whereSeparator: \.isNewline).lazy.compactMap { line -> String? in
      guard !line.contains("?"), let gap = line.firstMatch(of: /(?:^|\s)[€$£]?(_{3,80})(?=$|[\s,.!:;%€$£])/) else {
        return nil
      }
      let isInside = [line[..<gap.range.lowerBound], line[gap.range.upperBound...]].allSatisfy {
        $0.contains(where: \.isLetter)
      }
      return isInside || PersonalName.speaksToPerson(String(line)) ? String(gap.1) : nil
    }.first
  }

  private static let tokens = Set(WordTable.leftovers["token"])

  /// Whether a text is only a placeholder.
  static func isPlaceholder(_ text: String) -> Bool {
    guard let first = text.utf8.first, "{$%*[<".utf8.contains(first) else { return false }
    return placeholder(in: text) == text
  }

  private struct Bracket {
    let open: String
    let close: String
    let contents: Contents
    let signs: TextSigns

    /// Its contents: any expression; a name; a name that is not an ornament; only a column name about people; or about things as well.
    enum Contents: String { case any, name, small, field, value }
  }

  private static let brackets = WordTable.leftovers.rows("bracket").compactMap { row in
    Bracket.Contents(rawValue: row[2]).map {
      Bracket(open: row[0], close: row[1], contents: $0, signs: TextSigns(in: row[0] + row[1]))
    }
  }

  private static let longestName = 80

  private static func first(_ bracket: Bracket, in text: String) -> String? {
    var rest = text[...]
    while let start = rest.firstRange(of: bracket.open) {
      rest = rest[start.upperBound...]
      let end = rest.prefix(longestName).firstRange(of: bracket.close)
      if let end, isName(rest[..<end.lowerBound], in: bracket),
        ![.field, .value].contains(bracket.contents) || isAlone(start.lowerBound..<end.upperBound, in: text)
      {
        return String(text[start.lowerBound..<end.upperBound])
      }
    }
    return nil
  }

  private static func isName(_ whole: Substring, in bracket: Bracket) -> Bool {
    guard whole.contains(where: \.isLetter) else { return false }
    let name = withoutDefault(whole)
    switch bracket.contents {
    case .any: return !whole.contains { "{}\n".contains($0) }
    case .field: return isField(name)
    case .value: return isField(name) || isValue(name)
    case .name, .small: break
    }
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || "_.:-".contains($0) }) else { return false }
    // Words in such brackets may be an ornament.
    return bracket.contents != .small || name.first?.isLowercase == true || name.contains("_")
      || PersonalName(name) == .sure
  }

  private static func isField(_ name: Substring) -> Bool {
    name.first?.isLetter == true && name.last?.isWhitespace == false && PersonalName(name) != nil
  }

  private static let things = Set(WordTable.leftovers.rows("thing").joined())

  /// Whether it is the name of a value, as columns and programs have it: `preis`, `product_name`, `orderTotal`.
  private static func isValue(_ name: Substring) -> Bool {
    things.contains(String(name))
      || name.wholeMatch(of: /[a-z]{3,}(?:_[a-z0-9]{2,})+|[a-z]{3,}[A-Z][a-z]{2,}/) != nil
  }

  /// The name in `firstname,fallback=there`, `Name|CapitalizeFirst|friend`, `FIRSTNAME OR "there"` and `order_id!r`.
  private static func withoutDefault(_ name: Substring) -> Substring {
    guard name.contains(where: { ",|!=:\"'".contains($0) }) else { return name }
    return name.firstRange(of: /,\S|\||:?\s?default|:["']|![rs]$|\sOR\s/).map { name[..<$0.lowerBound] } ?? name
  }

  /// Whether no letter or digit is next to it, as in `QR-Code-Scanner`.
  private static func isAlone(_ range: Range<String.Index>, in text: String) -> Bool {
    let beside = [text[..<range.lowerBound].last, text[range.upperBound...].first].compactMap(\.self)
    return !beside.contains { $0.isLetter || $0.isNumber }
  }
}

/// The signs in a text, and those that repeat: most texts lack the signs of a bracket. Some signs share a bit with others.
private struct TextSigns {
  private var once: UInt64 = 0
  private var again: UInt64 = 0

  init(in text: String) {
    for byte in text.utf8 where Self.isSign(byte) {
      let bit: UInt64 = 1 << UInt64(byte & 63)
      again |= once & bit
      once |= bit
    }
  }

  var isEmpty: Bool { once == 0 }

  /// Whether this text may have all signs of a bracket, as often as there.
  func mayHave(_ bracket: TextSigns) -> Bool {
    once & bracket.once == bracket.once && again & bracket.again == bracket.again
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E, 0xC2: true
    default: false
    }
  }
}

// Markup.
extension TextRemains {
  /// The first tag or entity of HTML, or a heading, the first bold words or link of Markdown.
  static func markup(in whole: String) -> String? {
    let text = withoutCode(beginning(of: whole))
    if let found = markdown(in: text) { return found }
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }),
      !isAboutEntities(text)
    else { return nil }
    return text.indices.lazy.compactMap { index in
      switch text[index] {
      case "<": tag(text[index...])
      case "&": entity(text[index...])
      default: nil
      }
    }.first
  }

  /// Whether entities are what a text is about: an invisible one and another are words of their own (`What &nbsp; and &amp; do`).
  private static func isAboutEntities(_ text: String) -> Bool {
    guard text.utf8.count < 4000, text.contains(/\s&(?:nbsp|shy|zwn?j);\s/) else { return false }
    let words = text.split { $0.isWhitespace || ",.!?".contains($0) }
    return Set(words.filter { $0.first == "&" && entity($0)?.count == $0.count }).count > 1
  }

  /// `# Heading`, `**bold**` and `[words](https://…)`; not ornaments such as `*** SALE ***`.
  private static func markdown(in text: String) -> String? {
    guard text.utf8.count < 4000 else { return nil }
    if text.utf8.first == UInt8(ascii: "#"),
      let heading = text.prefixMatch(of: /#{1,6} (?!TODO|FIXME)\p{L}[\p{L}\p{N}]*/)
    {
      return String(heading.output)
    }
    if text.contains("**"), let bold = text.firstMatch(of: /(?:^|[^*\w])(\*\*[^*\s][^*\n]{1,80}\*\*)(?:$|[^*\w])/),
      bold.1.dropLast(2).last?.isWhitespace == false
    {
      return String(bold.1)
    }
    guard text.contains("](http") else { return nil }
    return text.firstMatch(of: /\[[^\]\n]{1,80}\]\(https?:[^)\s]{1,200}\)/).map { String($0.output) }
  }

  private static func tag(_ text: Substring) -> String? {
    guard let end = text.prefix(200).firstIndex(of: ">") else { return nil }
    let inside = text[text.index(after: text.startIndex)..<end]
    if inside.hasPrefix("!--") { return String(text[...end]) }
    let name = (inside.first == "/" ? inside.dropFirst() : inside).prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let rest = inside[name.endIndex...]
    guard tags.contains(name.lowercased()), ["", "/", " /"].contains(rest) || rest.first == " " && rest.contains("=")
    else { return nil }
    return String(text[...end])
  }

  private static func entity(_ text: Substring) -> String? {
    guard let end = text.prefix(10).firstIndex(of: ";") else { return nil }
    let name = text[text.index(after: text.startIndex)..<end]
    let number = name.dropFirst()
    let isNumber =
      name.first == "#" && !number.isEmpty
      && (number.allSatisfy(\.isNumber) || number.first == "x" && number.dropFirst().allSatisfy(\.isHexDigit))
    return isNumber || entities.contains(String(name)) ? String(text[...end]) : nil
  }

  private static let tags = Set(WordTable.leftovers.rows("tag").joined())
  private static let entities = Set(WordTable.leftovers.rows("entity").joined())
}
