import Findings

/// Which languages the messages have, and whether their letters, words, pictures, topics and links match.
extension MessageUses {
  mutating func addLanguage(of message: CampaignMessage, _ locale: String, isNewShape: Bool) {
    note(.language, locale, at: message.origin)
    notePercent(of: message, locale)
    // Those of another language may be taken by fallback.
    if !message.standIns.contains(where: { $0.otherLanguage != nil }) {
      addLetters(of: message, locale)
      if let own = FrequentWords.language(of: locale) { addWords(of: message, locale, own) }
    }
    if let word = message.link.flatMap(Self.language(ofLink:)),
      word == locale.primary || !LanguageRegistry.areAboutLanguages([message.title, message.body])
    {
      note(.linkLanguage, locale.primary + " " + word, [locale.primary, word], at: message.place(of: .link))
    }
    for name in message.target.topics { addName(name, isFile: false, locale, message.place(of: .target)) }
    guard isNewShape else { return }
    for file in message.media.files(on: message.platforms) {
      addName(file, isFile: true, locale, message.place(of: .media))
    }
  }

  /// Notes the only percentage of a message beside those of its other languages.
  private mutating func notePercent(of message: CampaignMessage, _ locale: String) {
    let text = (message.title ?? "") + "\n" + (message.body ?? "")
    guard text.utf8.contains(UInt8(ascii: "%")), text.utf8.count < 2000 else { return }
    let found = Set(text.matches(of: /[0-9]+(?:[.,][0-9]+)?\s?%|%[0-9]+/).map { $0.output.filter(\.isNumber) })
    guard found.count == 1, let percent = found.first else { return }
    let name = message.id.replacing("." + locale, with: "")
    note(.languagePercent, name + " " + percent, [name, percent, locale], at: message.place(of: .title))
  }

  private mutating func addLetters(of message: CampaignMessage, _ locale: String) {
    let body = message.body ?? ""
    let words = (message.title ?? "") + " " + body
    if use(.number, locale) == nil, let number = LanguageRegistry.strangeNumber(in: words, locale) {
      note(.number, locale, [number], at: message.origin)
    }
    guard use(.script, locale) == nil else { return }
    // A title or a short text may be a name.
    let ofBody = body.utf8.count > 20 ? LanguageRegistry.strangeScript(of: body, in: locale) : nil
    // Names in Latin letters alone may be a body.
    let script =
      LanguageRegistry.strangeScript(of: words, in: locale)
      ?? ofBody.flatMap { $0 == "Latn" && !Self.isSentence(body) ? nil : $0 }
    if let script { note(.script, locale, [script], at: message.origin) }
  }

  /// Columns are swapped one by one, so that title and body are also counted alone.
  private mutating func addWords(of message: CampaignMessage, _ locale: String, _ own: FrequentWords.Language) {
    let (title, body) = (FrequentWords(in: message.title), FrequentWords(in: message.body))
    let texts = [(title + body, nil), (title, message.title), (body, message.body)]
    for (number, (words, text)) in texts.enumerated() {
      let found = words.stranger(to: own)
      let key = "\(locale) \(number)"
      func facts() -> [String] { [locale, "\(number)", "\(own)", "\(found?.language ?? own)"] }
      func place() -> Diagnostic.Subject { message.place(of: number == 2 ? .body : .title) }
      // One word may be part of a name, and a title a work's, with capital letters.
      if let text, let found, found.count > 1, number == 2 || Self.isSentence(text) {
        note(.copy, "\(text.hashValue)", facts(), at: place())
      } else if let text, found == nil, words.has(own) {
        note(.original, "\(text.hashValue)", facts(), at: place())
      }
      if let found {
        note(.stranger, key, count: found.count, facts(), at: place())
      } else if words.has(own) {
        note(.homeWords, key, at: place())
      }
    }
  }

  /// Whether most of its long words are in small letters.
  private static func isSentence(_ text: String) -> Bool {
    let words = text.split(separator: " ").filter { $0.count > 3 }
    return words.count { $0.first?.isLowercase == true } * 2 >= words.count
  }

  /// A picture or a topic.
  private mutating func addName(
    _ name: String, isFile: Bool, _ locale: String, _ place: @autoclosure () -> Diagnostic.Subject
  ) {
    guard let word = Self.language(in: name, isFile: isFile) else { return }
    if word != locale.primary {
      note(.stray, "\(name) \(locale) \(isFile)", [name, locale, word, isFile ? name : ""], at: place())
    } else if isFile {
      note(.atHome, name, at: place())
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
}

/// What is reported.
extension MessageUses {
  func reportLanguages(_ reader: inout YAMLReader) {
    for (tag, use) in all(.language) {
      guard let doubt = LanguageRegistry.doubt(of: tag) else { continue }
      reader.report(.campaignLanguage, use.place, doubt.message, remedy: doubt.remedy)
    }
    for (tag, use) in all(.script) {
      let isOfCountry = ["Hans", "Hant"].contains(use.facts[0])
      reader.report(
        .campaign(
          "script", tag.quoted, LanguageRegistry.scriptName(use.facts[0]),
          isOfCountry ? tag.quoted : LanguageRegistry.name(of: tag) ?? tag),
        use.place)
    }
    for (tag, use) in all(.number) { reader.report(.campaign("number", tag.quoted, use.facts[0].quoted), use.place) }
    reportWords(&reader)
    let percents = Dictionary(grouping: all(.languagePercent).map(\.value)) { $0.facts[0] }
    for pair in percents.values where pair.count == 2 {
      let (odd, other) = pair[0].count < pair[1].count ? (pair[0], pair[1]) : (pair[1], pair[0])
      guard odd.count == 1, other.count > 1 else { continue }
      reader.report(.campaign("percents", odd.facts[2].quoted, odd.facts[1], other.facts[1]), odd.place)
    }
    // Links to pages in the language of other messages, where a language has links of its own as well, or two have exchanged them.
    for (_, use) in all(.linkLanguage) {
      let (own, word) = (use.facts[0], use.facts[1])
      guard word != own else { continue }
      let isSwapped = self.use(.linkLanguage, word + " " + own) != nil
      guard isSwapped || [own, word].allSatisfy({ self.use(.linkLanguage, $0 + " " + $0) != nil }) else { continue }
      let others = isSwapped ? "the one under \(word.quoted)" : "others of it"
      reader.report(.campaign("linkLanguage", own.quoted, word, others, own), use.place)
    }
    let languages = Set(all(.language).map(\.key.primary))
    for (_, stray) in all(.stray) where languages.contains(stray.facts[2]) && use(.atHome, stray.facts[3]) == nil {
      reader.report(
        .campaign("strayFile", stray.facts[0].quoted, stray.facts[1].quoted, stray.facts[2].quoted), stray.place)
    }
  }

  /// Texts in another language of the same letters, each language once.
  private func reportWords(_ reader: inout YAMLReader) {
    var told: Set<String> = []
    let copies = all(.copy).filter { use(.original, $0.key)?.facts[2] == $0.value.facts[3] }.map(\.value)
    let order = { (text: Use) in (text.place.line ?? 0, text.place.keyPath ?? "") }
    for text in copies.sorted(by: { order($0) < order($1) })
    where told.insert(text.facts[0]).inserted {
      reader.report(.campaign("notTranslated", text.facts[0].quoted, Self.language(text.facts[3])), text.place)
    }
    for (_, text) in all(.stranger) where isSure(text) && told.insert(text.facts[0]).inserted {
      reader.report(
        .campaign("otherLanguage", text.facts[0].quoted, Self.language(text.facts[3]), Self.language(text.facts[2])),
        text.place)
    }
  }

  private static func language(_ number: String) -> String { FrequentWords.name(of: Int(number) ?? 0) }

  /// So many words are a proof.
  private static let proof = 3

  /// Many words, or fewer where two languages have changed places: in a message, or in a whole column.
  private func isSure(_ text: Use) -> Bool {
    let isWhole = text.facts[1] == "0"
    if isWhole, text.count >= Self.proof { return true }
    return all(.stranger).contains { _, other in
      guard other.facts[1] == text.facts[1], text.facts[2] == other.facts[3], text.facts[3] == other.facts[2] else {
        return false
      }
      let hasHome = [text, other].contains { use(.homeWords, "\($0.facts[0]) \($0.facts[1])") != nil }
      return isWhole && min(text.count, other.count) >= Self.proof - 1
        || text.count + other.count >= Self.proof && !hasHome
    }
  }
}

extension String {
  /// The language of a tag, without country and script.
  fileprivate var primary: String { String(prefix { $0 != "-" }) }
}
