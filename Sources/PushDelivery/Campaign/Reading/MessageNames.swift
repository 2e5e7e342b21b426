package import Findings
import MediaFacts

/// The names of few messages in their pictures, links and topics, and in the campaign folder.
package enum MessageNames {
  /// The name of a file without its folder and extension.
  private static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return MessageUses.folded(String(name.prefix(upTo: name.lastIndex(of: ".") ?? name.endIndex)))
  }

  /// The identifier of a message, which its languages and variants share.
  private static func name(of message: CampaignMessage) -> String {
    let suffix = [message.locale, message.variant].compactMap(\.self).map { "." + $0 }.joined()
    return MessageUses.folded(message.id.hasSuffix(suffix) ? String(message.id.dropLast(suffix.count)) : message.id)
  }

  /// Two messages that show each other's pictures, as the names say: `rye` shows oat.jpg, and `oat` shows rye.jpg.
  static func reportSwappedPictures(_ messages: [CampaignMessage], _ reader: inout YAMLReader) {
    var shown: [String: String] = [:]
    for message in messages {
      let (id, files) = (name(of: message), message.media.files(on: message.platforms))
      // Other languages of a message have the same name.
      guard shown[id] == nil, files.count == 1 else { continue }
      let picture = stem(files[0])
      shown[id] = picture
      guard shown[picture] == id, areWords(id, picture) else { continue }
      reader.report(
        .campaignNearTarget, message.place(of: .media),
        "\(message.id.quoted) shows \(files[0].quoted), and \(picture.quoted) shows the picture with the name of \(message.id.quoted)",
        remedy: "give each message its own picture")
    }
  }

  /// Whether two names differ in their letters: numbers of pictures are often not those of messages.
  private static func areWords(_ name: String, _ other: String) -> Bool {
    let letters = [name, other].map { $0.filter(\.isLetter) }
    return letters[0] != letters[1] && letters.allSatisfy { $0.count > 2 }
  }
}

/// Pictures in the folder that no message shows.
extension MessageNames {
  /// A warning for each message whose own picture, by the names, is not shown, while it shows none or another's.
  ///
  /// - Parameters:
  ///   - messages: all of the campaign, if they are few.
  ///   - paths: of the files in the campaign folder.
  package static func unusedPictures(of messages: [CampaignMessage], among paths: Set<String>) -> [Diagnostic] {
    guard messages.count <= MessageUses.mostFew else { return [] }
    let used = Set(messages.flatMap { $0.media.files() + ($0.poster?.file.map { [$0] } ?? []) })
    let files = paths.subtracting(used).filter(MediaFormat.isMediaName).sorted().map { (stem($0), $0) }
    let unused = Dictionary(files) { first, _ in first }
    guard !unused.isEmpty else { return [] }
    let names = Set(messages.map(name))
    var told: Set<String> = []
    return messages.compactMap { message in
      guard let own = ownPicture(of: message, unused, names), told.insert(own).inserted else { return nil }
      let shown = message.media.files().map(\.quoted).joined(separator: " and ")
      return Diagnostic(
        .campaignNearTarget, message.place(of: .media),
        "\(message.id.quoted) shows \(shown.isEmpty ? "no picture" : shown), and no message shows \(own.quoted), which has its name",
        remedy: "write it as `media` of this message, or move it out of the campaign folder")
    }
  }

  private static func ownPicture(
    of message: CampaignMessage, _ unused: [String: String], _ names: Set<String>
  ) -> String? {
    let (name, shown) = (name(of: message), message.media.files().map(stem))
    // Short names are numbers.
    if name.count > 2, let own = unused[name], shown.allSatisfy({ $0 != name && names.contains($0) }) { return own }
    guard let language = message.locale.map({ $0.prefix { $0 != "-" } }) else { return nil }
    // `sale-de` under `fr`, where `sale-fr` is not used.
    return shown.lazy.compactMap { picture -> String? in
      guard let dash = picture.lastIndex(of: "-"), LanguageRegistry.isLanguage(picture[dash...].dropFirst()) else {
        return nil
      }
      return unused[String(picture[...dash]) + language]
    }.first
  }
}

/// Rows that were copied from another one.
extension MessageNames {
  private struct Field {
    let kind: String
    let place: Diagnostic.Subject
    let words: Set<String>

    init(_ kind: String, _ place: Diagnostic.Subject, _ text: String?) {
      (self.kind, self.place, words) = (kind, place, MessageNames.words(text ?? ""))
    }
  }

  /// Reports a picture, link, topic or text with another message's name where other fields have the message's own.
  static func reportCopies(_ messages: [CampaignMessage], _ reader: inout YAMLReader) {
    let first = Dictionary(messages.map { (name(of: $0), $0) }) { first, _ in first }
    let uses = first.keys.flatMap(words).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    // The words that only one message's name has.
    let own = Dictionary(uniqueKeysWithValues: first.keys.map { ($0, words($0).filter { uses[$0] == 1 }) })
    let owners = Dictionary(own.flatMap { name, words in words.map { ($0, name) } }) { first, _ in first }
    let fields = first.mapValues(fields)
    for (name, message) in first.sorted(by: { $0.value.origin.line ?? 0 < $1.value.origin.line ?? 0 }) {
      guard let mine = own[name], let all = fields[name] else { continue }
      let isOwn = all.map { !$0.words.isDisjoint(with: mine) }
      guard isOwn.count(where: { $0 }) > 1 else { continue }
      for (field, _) in zip(all, isOwn).filter({ !$1 }) {
        let others = Set(field.words.compactMap { owners[$0] })
        guard others.count == 1, let other = others.first, other != name,
          let its = fields[other]?.first(where: { $0.kind == field.kind }), let theirs = own[other],
          !its.words.isDisjoint(with: theirs), field.kind != "text" || its.words == field.words,
          !reader.diagnostics.contains(where: { $0.subject == field.place })
        else { continue }
        reader.report(
          .campaignNearTarget, field.place,
          "the \(field.kind) of \(message.id.quoted) has the name of \(other.quoted) in it, and its own name is in its other fields",
          remedy: "see whether it was copied from there")
      }
    }
  }

  fileprivate static func words(_ text: String) -> Set<String> {
    Set(text.split { !$0.isLetter }.filter { $0.count > 2 }.map { ASCIIFolding.folded(String($0)) })
  }

  private static func fields(of message: CampaignMessage) -> [Field] {
    let data = zip(message.shape.dataKeys, message.dataValues).filter { $0.1.contains("/") }.map {
      Field("data.\($0.0)", message.origin.key("data.\($0.0)"), end(ofLink: $0.1))
    }
    return [
      Field("picture", message.place(of: .media), message.media.files().first.map(stem)),
      Field("link", message.place(of: .link), message.link.flatMap(end)),
      Field("topic", message.place(of: .target), message.target.topics.first),
      Field(
        "text", message.place(of: .title), [message.title, message.body].compactMap(\.self).joined(separator: " ")),
    ] + data
  }

  /// The last part of a link's path.
  private static func end(ofLink link: String) -> String? {
    link.prefix { !"?#".contains($0) }.split(separator: "/").last.map(String.init)
  }
}
