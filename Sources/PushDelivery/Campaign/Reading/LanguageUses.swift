import Findings

/// Which languages the messages have, and whether their scripts, pictures and topics match.
struct LanguageUses: Sendable {
  /// Each language's first place.
  private var places: [String: Diagnostic.Subject] = [:]
  /// The script of a language's texts that does not fit it.
  private var scripts: [String: (script: String, place: Diagnostic.Subject)] = [:]
  /// Pictures and topics whose names end in another language than the message's.
  private var strays: [Stray: Diagnostic.Subject] = [:]
  /// Pictures that messages in the right language show.
  private var atHome: Set<String> = []
  private var last: MessageShape?

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
    addScript(of: message, locale)
    for name in message.target.topics { note(name, isFile: false, locale, message.place(of: .target)) }
    guard last !== message.shape else { return }
    last = message.shape
    for file in message.media.files(on: message.platforms) {
      note(file, isFile: true, locale, message.place(of: .media))
    }
  }

  private mutating func addScript(of message: CampaignMessage, _ locale: String) {
    guard scripts[locale] == nil else { return }
    let words = [message.title, message.body].compactMap(\.self).joined(separator: " ")
    if let script = LanguageRegistry.strangeScript(of: words, in: locale) { scripts[locale] = (script, message.origin) }
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
    strays.merge(other.strays) { first, _ in first }
    atHome.formUnion(other.atHome)
  }

  func report(_ reader: inout YAMLReader) {
    for (tag, place) in places.sorted(by: { $0.key < $1.key }) {
      guard let doubt = LanguageRegistry.doubt(of: tag) else { continue }
      reader.report(Diagnostic(.campaignLanguage, place, doubt.message, remedy: doubt.remedy))
    }
    for (tag, found) in scripts.sorted(by: { $0.key < $1.key }) {
      reader.report(
        Diagnostic(
          .campaignLanguage, found.place,
          "the text under \(tag.quoted) is in \(LanguageRegistry.scriptName(found.script)) letters, and "
            + "\(LanguageRegistry.name(of: tag) ?? tag) is not written in them"))
    }
    let languages = Set(places.keys.map(\.primary))
    for (stray, place) in strays.sorted(by: { ($0.key.name, $0.key.locale) < ($1.key.name, $1.key.locale) })
    where languages.contains(stray.word) && !(stray.isFile && atHome.contains(stray.name)) {
      reader.report(
        Diagnostic(
          .campaignLanguage, place,
          "\(stray.name.quoted) stands under \(stray.locale.quoted), and its name says \(stray.word.quoted)"))
    }
  }
}

extension String {
  /// The language of a tag, without country and script.
  fileprivate var primary: String { String(prefix { $0 != "-" }) }
}
