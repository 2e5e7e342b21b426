import Findings

/// What a message says by fallback, because it has no text of its own.
struct StandIn: Hashable, Sendable {
  let words: String
  var kind = MessageUses.Kind.fallback
  /// Of what wins over the message; nil for other kinds.
  var place: Diagnostic.Subject?
  /// The language of its texts; nil: it is its own.
  var otherLanguage: String?

  /// A text of `values` for a placeholder whose cell is empty.
  static func value(_ text: String, placeholder name: String) -> StandIn {
    StandIn(words: "with \(text.quoted) for `{{\(name.printable)}}`, whose cell is empty")
  }

  static func texts(of other: String, in locale: String) -> StandIn {
    StandIn(words: "in \(locale.printable) with the texts of \(other.printable)", otherLanguage: other)
  }
}

/// What a message takes from `defaults` although others have it themselves, and what it has itself although `defaults` win.
extension MessageLayer {
  /// - Parameter context: with the defaults that this layer is laid over.
  func standIns(_ context: CampaignContext) -> [StandIn] {
    var found: [StandIn] = []
    for field in PlatformField.all {
      guard let own = self[field.key], own.subject != context.defaults[field.key]?.subject,
        let value = context.defaults[field.section]?[field.way], let text = value.fixedText,
        self[field.section]?[field.way]?.subject == value.subject, field.replaces(own, with: text)
      else { continue }
      let words = "\(field.key.name.quoted), but \(field.clients) \((value.subject.keyPath ?? "").quoted) wins"
      found.append(StandIn(words: words, kind: .replaced, place: value.subject))
    }
    let (standard, other) = (context.defaults[.link], context.pipelineDefaults.link)
    guard standard != nil || other != nil else { return found }
    if let own = self[.link], own.subject != standard?.subject { return found + [StandIn(words: "", kind: .ownLink)] }
    guard let link = standard.map(\.fixedText) ?? other else { return found }
    return found + [StandIn(words: "with the link \(link.quoted) of the defaults", kind: .ofDefaults)]
  }

  /// Reports values that nothing uses and that have the name of a key: it stands one level too low. Others may be for later.
  ///
  /// - Parameter whole: this layer over the defaults.
  func reportIdleKeys(in whole: MessageLayer, _ reader: inout YAMLReader) {
    guard case .mapping(let members)? = self[.values]?.content else { return }
    let keys = members.filter { member in
      member.key.name.map { MessageKey(named: $0) != nil || MessageFieldTable.targets.contains($0) } == true
    }
    let used = keys.isEmpty ? [] : whole.values.filter { $0.key != .values }.values.flatMap(\.placeholderNames)
    for key in keys {
      guard let name = key.key.name, !used.contains(name) else { continue }
      reader.report(
        .campaignUnusedColumn, key.place, "no placeholder of the message refers to the value \(name.quoted)",
        remedy: "write \(name.quoted) next to `values` and not below it, or delete it")
    }
  }
}

/// A field of the API that wins over a key of messages on one platform.
private struct PlatformField: Sendable {
  let section: MessageKey
  let way: [String]
  let key: MessageKey
  let clients: String

  static let all = WordTable.fields.rows("over", most: 3).compactMap { row -> PlatformField? in
    let way = row[1].split(separator: ".").map(String.init)
    guard let key = MessageKey(named: row[0]), let section = MessageKey(named: way[0]) else { return nil }
    return PlatformField(section: section, way: Array(way.dropFirst()), key: key, clients: row[2])
  }

  /// Whether the field says something else than the message.
  func replaces(_ own: YAMLValue, with text: String) -> Bool {
    // A moment for Apple's systems stands beside a duration for the others; 0 is now or never.
    if section == .apns, key == .ttl, text != "0" { return false }
    guard let written = own.fixedText else { return true }
    // APNs has numbers.
    let text = key == .priority ? ["10": "high", "5": "normal"][text] ?? text : text
    guard let seconds = TimeSpan.seconds(written) else { return written.lowercased() != text.lowercased() }
    return seconds != TimeSpan.seconds(text) && seconds != Int(text)
  }
}

extension YAMLValue {
  /// The text of a value that is the same in all messages; nil for any other.
  fileprivate var fixedText: String? {
    if case .text(let text, _) = content, !PlaceholderText.isNeeded(for: text) { text } else { nil }
  }

  /// The value at the end of a way, in both spellings of the API's names.
  fileprivate subscript(way: [String]) -> YAMLValue? {
    func folded(_ name: String) -> String { name.replacing("_", with: "").lowercased() }
    return way.reduce(self) { value, name in
      guard case .mapping(let members)? = value?.content else { return nil }
      // There may be very many.
      return members.first {
        $0.key.name.map { $0 == name || $0.utf8.count < 40 && folded($0) == folded(name) } == true
      }?.value
    }
  }
}

extension MessageUses {
  func reportDefaults(_ reader: inout YAMLReader) {
    for (words, use) in all(.ofDefaults) where use.count < self.use(.ownLink)?.count ?? 0 {
      reader.report(.campaignFallback, use.place, "by fallback: \(Self.messages(use)) \(words)")
    }
    for (words, use) in all(.replaced) {
      reader.report(
        .configurationConflict, use.place, "\(Self.messages(use)) \(use.count == 1 ? "has" : "have") \(words)",
        severity: .warning,
        remedy: "delete it under `defaults`, and write it in the messages that need it")
    }
  }

  static func messages(_ use: Use) -> String { use.count == 1 ? "1 message" : "\(use.count) messages" }
}
