import Findings

/// Which languages the messages have, and whether their letters, words, pictures and topics match.
struct LanguageUses: Sendable {
  /// Each language's first place.
  private var places: [String: Diagnostic.Subject] = [:]
  /// The script of a language's texts that does not fit it.
  private var scripts: [String: (script: String, place: Diagnostic.Subject)] = [:]
  /// A number of a language's texts with another language's signs.
  private var numbers: [String: (text: String, place: Diagnostic.Subject)] = [:]
  /// Pictures and topics whose names end in another language than the message's.
  private var strays: [Stray: Diagnostic.Subject] = [:]
  /// Pictures that messages in the right language show.
  private var atHome: Set<String> = []
  /// The languages in links' paths, by the message's language, each with its first place.
  private var links: [String: [String: Diagnostic.Subject]] = [:]
  private var last: MessageShape?
  /// Texts in another language of the same letters, with the most words of it in one; and texts in their own.
  private var strangers: [TextPlace: Stranger] = [:]
  private var homes: Set<TextPlace> = []
  /// Hashes of titles and bodies, with the language of their words: those under that language, and those under another one.
  private var originals: [Int: FrequentWords.Language] = [:]
  private var copies: [Int: (locale: String, stranger: Stranger)] = [:]

  /// Columns are swapped one by one.
  private struct TextPlace: Hashable, Sendable {
    let locale: String
    /// nil: both title and body.
    let part: MessageKey?
  }

  private typealias Stranger = (
    own: FrequentWords.Language, other: FrequentWords.Language, count: Int, place: Diagnostic.Subject
  )

  private struct Stray: Hashable, Sendable {
    let locale: String
    let word: String
    let name: String
    let isFile: Bool
  }

  private static let most = 1000

  mutating func add(_ message: CampaignMessage) {
    guard let locale = message.locale else { return }
    if places[locale] == nil { places[locale] = message.origin }
    // Those of another language may be taken by fallback.
    if !message.standIns.contains(where: { if case .texts = $0 { true } else { false } }) {
      addScript(of: message, locale)
      if let own = FrequentWords.language(of: locale) { addWords(of: message, locale, own) }
    }
    if let word = message.link.flatMap(Self.language(ofLink:)), links.count < Self.most,
      links[locale.primary]?[word] == nil
    {
      links[locale.primary, default: [:]][word] = message.place(of: .link)
    }
    for name in message.target.topics { note(name, isFile: false, locale, message.place(of: .target)) }
    guard last !== message.shape else { return }
    last = message.shape
    for file in message.media.files(on: message.platforms) {
      note(file, isFile: true, locale, message.place(of: .media))
    }
  }

  private mutating func addScript(of message: CampaignMessage, _ locale: String) {
    let body = message.body ?? ""
    let words = (message.title ?? "") + " " + body
    if numbers[locale] == nil, let number = LanguageRegistry.strangeNumber(in: words, locale) {
      numbers[locale] = (number, message.origin)
    }
    guard scripts[locale] == nil else { return }
    // A title or a short text may be a name.
    let ofBody = body.utf8.count > 20 ? LanguageRegistry.strangeScript(of: body, in: locale) : nil
    // Names in Latin letters alone may be a body.
    let script =
      LanguageRegistry.strangeScript(of: words, in: locale)
      ?? ofBody.flatMap { $0 == "Latn" && !Self.isSentence(body) ? nil : $0 }
    if let script { scripts[locale] = (script, message.origin) }
  }

  private mutating func addWords(of message: CampaignMessage, _ locale: String, _ own: FrequentWords.Language) {
    let (title, body) = (FrequentWords(in: message.title), FrequentWords(in: message.body))
    for (part, words): (MessageKey?, FrequentWords) in [(nil, title + body), (.title, title), (.body, body)] {
      let text = TextPlace(locale: locale, part: part)
      let found = words.stranger(to: own)
      if let part, let whole = part == .title ? message.title : message.body, originals.count + copies.count < Self.most
      {
        let hash = whole.hashValue
        // One word may be part of a name, and a title a work's, with capital letters.
        if let found, found.count > 1, part == .body || Self.isSentence(whole), copies[hash] == nil {
          copies[hash] = (locale, (own, found.language, found.count, message.place(of: part)))
        }
        if found == nil, words.has(own) { originals[hash] = own }
      }
      if let found {
        guard found.count > strangers[text]?.count ?? 0 else { continue }
        strangers[text] = (own, found.language, found.count, message.place(of: part ?? .title))
      } else if words.has(own) {
        homes.insert(text)
      }
    }
  }

  /// Whether most of its long words are in small letters.
  private static func isSentence(_ text: String) -> Bool {
    let words = text.split(separator: " ").filter { $0.count > 3 }
    return words.count { $0.first?.isLowercase == true } * 2 >= words.count
  }

  private mutating func note(
    _ name: String, isFile: Bool, _ locale: String, _ place: @autoclosure () -> Diagnostic.Subject
  ) {
    guard let word = Self.language(in: name, isFile: isFile) else { return }
    if word == locale.primary {
      if isFile { atHome.insert(name) }
    } else if strays.count < Self.most {
      let stray = Stray(locale: locale, word: word, name: name, isFile: isFile)
      if strays[stray] == nil { strays[stray] = place() }
    }
  }

  /// The first part of a link's path, if it names a language: `https://shop.example/de/rye`.
  private static func language(ofLink link: String) -> String? {
    let parts = link.split(separator: "/", maxSplits: 3)
    guard parts.count > 3, let word = parts.dropFirst(2).first?.lowercased(), (2...5).contains(word.utf8.count) else {
      return nil
    }
    let language = word.prefix { $0 != "-" && $0 != "_" }
    return language.count == 2 && LanguageRegistry.isLanguage(language) ? String(language) : nil
  }

  /// The language at the end of a name, or of a folder in its path.
  private static func language(in name: String, isFile: Bool) -> String? {
    var path = name.lowercased().split(separator: "/")
    guard let last = path.popLast() else { return nil }
    let stem = isFile ? last.prefix(upTo: last.lastIndex(of: ".") ?? last.endIndex) : last
    let words = (stem.split { "-_. ".contains($0) }).suffix(3)
    // The country after a language, as in `banner-pt-br`.
    if words.count > 2, words.last?.count == 2, let word = words.dropLast().last, LanguageRegistry.isLanguage(word) {
      return String(word)
    }
    if words.count > 1, let word = words.last, LanguageRegistry.isLanguage(word) { return String(word) }
    return path.last(where: LanguageRegistry.isLanguage).map(String.init)
  }

  mutating func add(_ other: LanguageUses) {
    places.merge(other.places) { first, _ in first }
    scripts.merge(other.scripts) { first, _ in first }
    numbers.merge(other.numbers) { first, _ in first }
    strangers.merge(other.strangers) { $0.count < $1.count ? $1 : $0 }
    homes.formUnion(other.homes)
    originals.merge(other.originals) { first, _ in first }
    copies.merge(other.copies) { first, _ in first }
    strays.merge(other.strays) { first, _ in first }
    atHome.formUnion(other.atHome)
    links.merge(other.links) { $0.merging($1) { first, _ in first } }
  }

  /// Links to pages in the language of other messages, where a language has links of its own as well.
  private func reportLinks(_ reader: inout YAMLReader) {
    for (own, words) in links.sorted(by: { $0.key < $1.key }) where words[own] != nil {
      for (word, place) in words.sorted(by: { $0.key < $1.key }) where word != own && links[word]?[word] != nil {
        reader.report(
          .campaignLanguage, place,
          "the link under \(own.quoted) leads to /\(word)/, and others of it to /\(own)/")
      }
    }
  }

  func report(_ reader: inout YAMLReader) {
    for (tag, place) in places.sorted(by: { $0.key < $1.key }) {
      guard let doubt = LanguageRegistry.doubt(of: tag) else { continue }
      reader.report(.campaignLanguage, place, doubt.message, remedy: doubt.remedy)
    }
    for (tag, found) in scripts.sorted(by: { $0.key < $1.key }) {
      reader.report(
        .campaignLanguage, found.place,
        "the text under \(tag.quoted) is in \(LanguageRegistry.scriptName(found.script)) letters, and "
          + "\(LanguageRegistry.name(of: tag) ?? tag) is not written in them")
    }
    for (tag, found) in numbers.sorted(by: { $0.key < $1.key }) {
      reader.report(
        .campaignLanguage, found.place,
        "the text under \(tag.quoted) has the number \(found.text.quoted), with the signs of another language")
    }
    reportWords(&reader)
    reportLinks(&reader)
    let languages = Set(places.keys.map(\.primary))
    for (stray, place) in strays.sorted(by: { ($0.key.name, $0.key.locale) < ($1.key.name, $1.key.locale) })
    where languages.contains(stray.word) && !(stray.isFile && atHome.contains(stray.name)) {
      reader.report(
        .campaignLanguage, place,
        "\(stray.name.quoted) stands under \(stray.locale.quoted), and its name says \(stray.word.quoted)")
    }
  }
}

/// Texts in another language of the same letters.
extension LanguageUses {
  /// So many words are a proof.
  private static let proof = 3

  private func reportWords(_ reader: inout YAMLReader) {
    var told: Set<String> = []
    let sorted = copies.sorted {
      let (left, right) = ($0.value, $1.value)
      return (left.locale, left.stranger.place.line ?? 0, left.stranger.place.keyPath ?? "")
        < (right.locale, right.stranger.place.line ?? 0, right.stranger.place.keyPath ?? "")
    }
    for (text, copy) in sorted
    where originals[text] == copy.stranger.other && told.insert(copy.locale).inserted {
      reader.report(
        .campaignLanguage, copy.stranger.place,
        "the text under \(copy.locale.quoted) is the \(FrequentWords.name(of: copy.stranger.other)) one, not translated"
      )
    }
    for (text, found) in strangers.sorted(by: {
      ($0.key.locale, $0.key.part?.rawValue ?? -1) < ($1.key.locale, $1.key.part?.rawValue ?? -1)
    }) where isSure(text, found) && told.insert(text.locale).inserted {
      reader.report(
        .campaignLanguage, found.place,
        "the text under \(text.locale.quoted) is in \(FrequentWords.name(of: found.other)) by its words, and not in "
          + FrequentWords.name(of: found.own))
    }
  }

  /// Many words, or fewer where two languages have changed places: in a message, or in a whole column.
  private func isSure(_ text: TextPlace, _ found: Stranger) -> Bool {
    if text.part == nil, found.count >= Self.proof { return true }
    return strangers.contains { place, other in
      guard place.part == text.part, found.own == other.other, found.other == other.own else { return false }
      return text.part == nil && min(found.count, other.count) >= Self.proof - 1
        || found.count + other.count >= Self.proof && homes.isDisjoint(with: [text, place])
    }
  }
}

extension String {
  /// The language of a tag, without country and script.
  fileprivate var primary: String { String(prefix { $0 != "-" }) }
}
