import Findings

/// Names of people that were written out in messages to all: `Hi Anna, your order is ready`, with another name in each.
struct GreetingUses: Sendable {
  /// Hashes of names, by all that such messages share: the target, and the words without name and digits.
  private var uses: [Int: (names: Set<Int>, place: Diagnostic.Subject)] = [:]
  private static let most = 10_000
  /// So many names are no chance.
  private static let least = 3

  mutating func add(_ message: CampaignMessage) {
    guard !message.target.isDevice, uses.count < Self.most else { return }
    let texts = [message.title, message.body].compactMap(\.self)
    guard let name = texts.lazy.compactMap(TextRemains.greetedName).first else { return }
    var hasher = Hasher()
    hasher.combine(message.target)
    for text in texts { hasher.combine(text.replacing(name, with: "").filter { !$0.isNumber }) }
    note([name.hashValue], in: hasher.finalize(), message.origin)
  }

  private mutating func note(_ names: Set<Int>, in key: Int, _ place: Diagnostic.Subject) {
    guard uses[key]?.names.count ?? 0 < Self.least else { return }
    uses[key, default: ([], place)].names.formUnion(names)
  }

  mutating func add(_ other: GreetingUses) {
    for (key, use) in other.uses { note(use.names, in: key, use.place) }
  }

  func report(_ reader: inout YAMLReader) {
    let found = uses.values.filter { $0.names.count >= Self.least }.map(\.place)
    guard let place = found.min(by: { $0.line ?? 0 < $1.line ?? 0 }) else { return }
    var diagnostic = Diagnostic(
      .campaignPersonalTopic, place,
      "from here on, messages differ only in the name that they greet, and go to the same people: each would get all of them"
    )
    diagnostic.severity = .warning
    reader.report(diagnostic)
  }
}
