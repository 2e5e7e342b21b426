import Findings

/// Names and numbers of people that were written out in messages to all (`Hi Anna, your order is ready`, with another name in each; `Your order
/// 20481`), or in messages to one device.
struct GreetingUses: Sendable {
  private struct Use: Sendable {
    var names: Set<Int>
    let place: Diagnostic.Subject
    let isForDevice: Bool
  }

  /// Hashes of names, by all that such messages share: the target, and the words without name and digits.
  private var uses: [Int: Use] = [:]
  /// The previous message to a device: cells that were filled down follow each other.
  private var last: CampaignMessage?
  /// The first message to all with one person's number.
  private var number: (text: String, place: Diagnostic.Subject)?
  private static let most = 10_000
  /// So many names are no chance.
  private static let least = 3

  mutating func add(_ message: CampaignMessage) {
    guard message.target.isDevice else { return addToAll(message) }
    defer { last = message }
    guard let last, last.target == message.target else { return }
    for message in [last, message] { greet(message) }
  }

  private mutating func addToAll(_ message: CampaignMessage) {
    if number == nil, !message.isPersonal,
      let found = [message.title, message.body].lazy.compactMap({ $0.flatMap(TextRemains.ownNumber) }).first
    {
      number = (found, message.origin)
    }
    greet(message)
  }

  private mutating func greet(_ message: CampaignMessage) {
    guard uses.count < Self.most else { return }
    let texts = [message.title, message.body].compactMap(\.self)
    guard let name = texts.lazy.compactMap(TextRemains.greetedName).first else { return }
    var hasher = Hasher()
    hasher.combine(message.target)
    for text in texts { hasher.combine(text.replacing(name, with: "").filter { !$0.isNumber }) }
    note(
      Use(names: [name.hashValue], place: message.origin, isForDevice: message.target.isDevice), in: hasher.finalize())
  }

  private mutating func note(_ use: Use, in key: Int) {
    guard uses[key]?.names.count ?? 0 < Self.least else { return }
    uses[key, default: use].names.formUnion(use.names)
  }

  mutating func add(_ other: GreetingUses) {
    for (key, use) in other.uses { note(use, in: key) }
    number = number ?? other.number
    last = other.last ?? last
  }

  func report(_ reader: inout YAMLReader) {
    let found = uses.values.filter { $0.names.count >= Self.least }
    if let place = Self.first(found.filter { !$0.isForDevice }) {
      reader.report(
        .campaignPersonalTopic, place,
        "from here on, messages differ only in the name that they greet, and go to the same people: each would get all of them",
        severity: .warning)
    }
    if let place = Self.first(found.filter(\.isForDevice)) {
      reader.report(
        .campaignNearTarget, place,
        "from here on, messages greet several people and go to one device, as cells that were filled down: its owner would "
          + "read what is for the others", remedy: "export the tokens again")
    }
    if let number {
      reader.report(
        .campaignPersonalTopic, number.place,
        "the text has \(number.text.quoted), one person's number, and goes to all", severity: .warning)
    }
  }

  private static func first(_ uses: [Use]) -> Diagnostic.Subject? {
    uses.map(\.place).min { $0.line ?? 0 < $1.line ?? 0 }
  }
}
