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
}

/// Pictures in the folder that no message shows.
extension MessageNames {
  /// A warning for each message whose own picture, by the names, is not shown, while it shows none or another's.
  ///
  /// - Parameters:
  ///   - messages: all of the campaign; empty if they are many.
  ///   - paths: of the files in the campaign folder.
  package static func unusedPictures(of messages: [CampaignMessage], among paths: Set<String>) -> [Diagnostic] {
    // There may be very many files.
    guard !messages.isEmpty else { return [] }
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
        .campaign("ownPicture", message.id.quoted, "\(shown.isEmpty ? "no picture" : shown)", own.quoted),
        message.place(of: .media))
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

/// Pictures, links and texts of other messages: a column moved, two cells changed places, or a row was copied.
extension MessageNames {
  private typealias Field = (kind: String, place: Diagnostic.Subject, words: Set<String>)

  private struct Row {
    let message: CampaignMessage
    /// The words of the identifier, with those of the title, and with those of the body.
    let id, name, all: Set<String>
    let fields: [Field]

    init(_ message: CampaignMessage) {
      self.message = message
      id = words(MessageNames.name(of: message))
      name = id.union(words(message.title))
      all = name.union(words(message.body))
      // The links of messages to devices are often one page.
      let link = message.target.isDevice ? nil : message.link
      let data = zip(message.shape.dataKeys, message.dataValues).filter { $0.1.contains("/") }
      fields =
        [
          ("picture", message.place(of: .media), words(message.media.files().first.map(stem))),
          ("link", message.place(of: .link), words(link.flatMap(end))),
          ("topic", message.place(of: .target), words(message.target.topics.first)),
          ("title", message.place(of: .title), words(message.title)),
        ] + data.map { ("data.\($0.0)", message.origin.key("data.\($0.0)"), words(end(ofLink: $0.1))) }
    }
  }

  /// In letters: numbers of pictures are often not those of messages. More than a title and a short body make no difference.
  private static func words(_ text: String?) -> Set<String> {
    let words = (text ?? "").prefix(400).lowercased().split { !$0.isLetter }.filter { $0.count > 2 }.map(String.init)
    // Other letters than Latin ones would become hyphens.
    return Set(zip(words, words.map(ASCIIFolding.folded)).map { $1.contains("-") ? $0 : $1 })
  }

  /// The last part of a link's path.
  private static func end(ofLink link: String) -> String? {
    let parts = link.prefix { !"?#".contains($0) }.split(separator: "/")
    return parts.count > 2 ? String(parts[parts.count - 1]) : nil
  }

  static func reportStrays(_ messages: [CampaignMessage], _ reader: inout YAMLReader) {
    for group in Dictionary(grouping: messages, by: \.locale).sorted(by: { $0.key ?? "" < $1.key ?? "" }) {
      reportStrays(of: group.value.map(Row.init), &reader)
      reportNumbers(group.value, "link", .link, { $0.link.flatMap(end) }, &reader)
      reportNumbers(group.value, "topic", .target, { $0.target.topics.first }, &reader)
    }
  }

  private static func reportStrays(of rows: [Row], _ reader: inout YAMLReader) {
    let uses = rows.flatMap(\.id).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    // The words of a message that are in no other identifier.
    let homes = rows.map { row in row.all.filter { uses[$0, default: 0] == (row.id.contains($0) ? 1 : 0) } }
    let names = Dictionary(grouping: rows.indices.flatMap { row in rows[row].name.map { ($0, row) } }, by: \.0)
    // Topics also have words for people.
    func words(_ field: Field) -> Set<String> {
      field.kind == "topic" ? field.words.filter { uses[$0] != nil } : field.words
    }
    func isHome(_ field: Field, of row: Int) -> Bool {
      let own = field.kind == "title" ? rows[row].id : rows[row].all
      return !words(field).isDisjoint(with: own.intersection(homes[row])) || words(field).isSubset(of: own)
    }
    for (index, row) in rows.enumerated() {
      let mark = row.id.intersection(homes[index])
      let ownCount = row.fields.count { $0.kind != "title" && !$0.words.isDisjoint(with: mark) }
      for field in row.fields where !isHome(field, of: index) {
        let candidates = words(field).first.flatMap { names[$0] } ?? []
        let owners = candidates.map(\.1).filter { $0 != index && words(field).isSubset(of: rows[$0].name) }
        guard owners.count == 1, let owner = owners.first,
          let its = rows[owner].fields.first(where: { $0.kind == field.kind }), !words(its).isEmpty
        else { continue }
        let isStray =
          switch field.kind {
          case "title": ownCount > 1 && its.words == field.words && isHome(its, of: owner)
          case _ where !isHome(its, of: owner): words(its).isSubset(of: row.name)
          case "topic": false
          default: ownCount > 1 || field.kind == "link" && isOnlyStray(index, like: owner, rows, homes)
          }
        // The languages of a row have one picture.
        guard isStray, !reader.diagnostics.contains(where: { $0.subject == field.place }) else { continue }
        reader.report(
          .campaign("strayField", field.kind, row.message.id.quoted, rows[owner].message.id.quoted, field.kind),
          field.place)
      }
    }
  }

  /// Whether a link is filled in twice, and all others have words of their own message. A reminder also has the other's picture.
  private static func isOnlyStray(_ index: Int, like owner: Int, _ rows: [Row], _ homes: [Set<String>]) -> Bool {
    let (links, others) = (rows.map(\.message.link), rows.indices.filter { $0 != index })
    return links[index] == links[owner] && others.count > 4 && Set(others.map { links[$0] }).count == others.count
      && rows[index].fields[0].words.isDisjoint(with: rows[owner].name)
      && others.allSatisfy { !rows[$0].fields[1].words.isDisjoint(with: homes[$0]) }
  }
}

/// Numbers of titles in links and topics: `Chapter 12` and `/chapter-13`.
extension MessageNames {
  /// The only word with a digit: `12`, `4b`.
  private static func number(in text: String?) -> String? {
    let words = (text ?? "").prefix(400).lowercased().split { !$0.isLetter && !$0.isNumber }
      .filter { $0.contains(where: \.isNumber) }
    return words.count == 1 && words[0].count < 5 ? String(words[0]) : nil
  }

  /// The only message whose title has another number, which is another message's, where many agree.
  private static func reportNumbers(
    _ messages: [CampaignMessage], _ kind: String, _ key: MessageKey, _ text: (CampaignMessage) -> String?,
    _ reader: inout YAMLReader
  ) {
    let pairs = messages.compactMap { message in
      number(in: message.title).flatMap { own in number(in: text(message)).map { (message, own, $0) } }
    }
    let others = pairs.filter { $0.1 != $0.2 }
    let numbers = Set(pairs.filter { $0.1 == $0.2 }.map(\.1))
    guard others.count == 1, let (message, own, other) = others.first, numbers.count > 2, numbers.contains(other),
      !numbers.contains(own)
    else { return }
    reader.report(
      .campaignNearTarget, message.place(of: key),
      "the title of \(message.id.quoted) has the number \(own.quoted), and its \(kind) \(other.quoted), as another message; "
        + "they agree in \(pairs.count - 1) others", remedy: "correct the title or the \(kind)")
  }
}
