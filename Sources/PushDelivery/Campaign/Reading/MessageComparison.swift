import Findings

/// Finds problems that show only across all messages of a campaign.
///
/// It keeps a hash or two for each message, and the few languages, topics and hosts: memory does not grow with texts.
package struct MessageComparison: Sendable {
  /// Hashes of words and targets.
  private var sayings: [Int] = []
  /// Hashes of targets and replacement keys, for messages that have such a key.
  private var replacements: [Int] = []
  private var names = NameUses()
  private var languages = LanguageUses()
  private var tokens = CountedTokens()
  private var greetings = GreetingUses()
  private var standIns = StandInUses()
  private var links = LinkUses()
  /// Messages with values of single people, by their topic or condition.
  private var personal: [String: Personal] = [:]

  private struct Personal: Sendable {
    let hash: Int
    let place: Diagnostic.Subject
    var count: Int
    /// Whether they name different people.
    var differ: Bool
  }

  /// Stops here: each person may have a topic.
  private static let mostPersonal = 10_000

  init() {}

  init(_ messages: [CampaignMessage]) {
    for message in messages { add(message) }
  }

  /// Reserves memory for so many messages.
  mutating func expect(_ count: Int) { sayings.reserveCapacity(count) }

  mutating func add(_ message: CampaignMessage) {
    sayings += message.sayings
    for key in message.replacementKeys { replacements.append(message.hash(replacedBy: key)) }
    names.add(message)
    languages.add(message)
    tokens.add(message)
    greetings.add(message)
    standIns.add(message)
    links.add(message)
    guard message.isPersonal, !message.target.isDevice else { return }
    let (target, hash) = (message.target.text, message.wordsHash)
    guard personal[target] != nil || personal.count < Self.mostPersonal else { return }
    add(Personal(hash: hash, place: message.place(of: .target), count: 1, differ: false), to: target)
  }

  private mutating func add(_ other: Personal, to target: String) {
    guard var known = personal[target] else {
      personal[target] = other
      return
    }
    known.count += other.count
    known.differ = known.differ || other.differ || known.hash != other.hash
    personal[target] = known
  }

  /// Adds another comparison of the messages that follow.
  mutating func add(_ other: MessageComparison) {
    sayings += other.sayings
    replacements += other.replacements
    names.add(other.names)
    languages.add(other.languages)
    tokens.add(other.tokens)
    greetings.add(other.greetings)
    standIns.add(other.standIns)
    links.add(other.links)
    for (target, found) in other.personal { add(found, to: target) }
  }
}

/// Messages that replace or repeat another one.
extension MessageComparison {
  /// Hashes that several messages share. Only the messages give the details.
  package struct Repeated: Sendable {
    fileprivate let hashes: Set<Int>

    package var isEmpty: Bool { hashes.isEmpty }

    /// The messages that may be affected.
    package func candidates(among messages: [CampaignMessage]) -> [CampaignMessage] {
      messages.filter { message in
        message.sayings.contains(where: hashes.contains)
          || message.replacementKeys.contains { hashes.contains(message.hash(replacedBy: $0)) }
      }
    }
  }

  /// - Returns: the shared hashes; they are removed here, because there may be many.
  mutating func takeRepeated() -> Repeated {
    defer { (sayings, replacements) = ([], []) }
    return Repeated(hashes: Self.doubled(&sayings).union(Self.doubled(&replacements)))
  }

  /// Those that occur several times. Sorts in place, to avoid a second copy.
  static func doubled(_ hashes: inout [Int]) -> Set<Int> {
    hashes.sort()
    return Set(zip(hashes, hashes.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
  }

  /// More messages with the same words to one topic are not kept.
  private static let mostHeard = 16

  /// - Parameter candidates: all possible ones, in their order.
  static func report(_ candidates: [CampaignMessage], _ reader: inout YAMLReader) {
    var sayings: [Int: CampaignMessage] = [:]
    var heard: [Int: [CampaignMessage]] = [:]
    var replaced: [Int: CampaignMessage] = [:]
    for message in candidates {
      if let saying = message.saying, let other = sayings.updateIfMissing(saying, message) {
        reader.report(.repeated(message, other))
        continue
      }
      if let arm = message.arm, let other = sayings.updateIfMissing(arm, message) {
        reader.report(.arms(message, other))
        continue
      }
      let others = message.sayings.flatMap { heard[$0] ?? [] }
      if let other = others.first(where: message.target.overlaps) { reader.report(.overlapping(message, other)) }
      for saying in message.sayings where !message.target.isDevice && heard[saying, default: []].count < mostHeard {
        heard[saying, default: []].append(message)
      }
      for key in message.replacementKeys {
        guard let other = replaced.updateIfMissing(message.hash(replacedBy: key), message) else { continue }
        reader.report(.replaced(message, other, key))
        break
      }
    }
  }

  /// Reports by counts and names.
  func report(_ reader: inout YAMLReader) {
    for (target, found) in personal.sorted(by: { $0.key < $1.key }) where found.differ {
      reader.report(.personal(target, found.count, found.place))
    }
    names.report(&reader)
    languages.report(&reader)
    tokens.report(&reader)
    greetings.report(&reader)
    standIns.report(&reader)
    links.report(&reader)
  }
}

extension Dictionary {
  /// - Returns: the existing value; nil if this one was stored.
  fileprivate mutating func updateIfMissing(_ key: Key, _ value: Value) -> Value? {
    if let known = self[key] { return known }
    self[key] = value
    return nil
  }
}

extension MessageTarget {
  /// The topics that it names.
  var topics: [String] {
    switch self {
    case .topic(let name): [name]
    case .condition(let text): (try? TopicCondition(text))?.topics.map(\.rawValue) ?? []
    case .token, .fid: []
    }
  }

  /// Whether some device gets both, as far as the topics show. Equal targets do not count here.
  fileprivate func overlaps(_ other: CampaignMessage) -> Bool {
    guard self != other.target, let own = condition, let others = other.target.condition else { return false }
    return own.overlaps(others)
  }

  private var condition: TopicCondition? {
    switch self {
    case .topic(let name): try? TopicCondition("'\(name)' in topics")
    case .condition(let text): try? TopicCondition(text)
    case .token, .fid: nil
    }
  }
}

extension CampaignMessage {
  /// Of its words, and of a tap's action.
  fileprivate var wordsHash: Int {
    var hasher = Hasher()
    hasher.combine(title)
    hasher.combine(body)
    hasher.combine(link)
    hasher.combine(dataValues)
    return hasher.finalize()
  }

  /// Equal for messages that look the same to the same people; nil for one without words. One device may get equal words about several
  /// things; readers of a topic cannot tell them apart.
  fileprivate var saying: Int? { saying(to: target) }

  /// The same for its target, and for each topic of its condition: a message to that topic also has it.
  fileprivate var sayings: [Int] {
    guard case .condition = target else { return [saying, arm].compactMap(\.self) }
    return ([target] + Set(target.topics).sorted().map(MessageTarget.topic)).compactMap(saying)
  }

  /// Equal for the arms of a test (`sale-a`, `sale-b`) with one picture and link that go to the same people; nil for other messages.
  fileprivate var arm: Int? {
    guard !target.isDevice, variant == nil, let last = id.utf8.last.map({ $0 | 0x20 }),
      last == UInt8(ascii: "a") || last == UInt8(ascii: "b"), let sign = id.utf8.dropLast().last,
      sign == UInt8(ascii: "-") || sign == UInt8(ascii: "_"), link != nil || !media.isEmpty
    else { return nil }
    var hasher = Hasher()
    hasher.combine("arm")
    hasher.combine(id.dropLast())
    hasher.combine(target)
    hasher.combine(link)
    hasher.combine(media)
    return hasher.finalize()
  }

  private func saying(to target: MessageTarget) -> Int? {
    guard (title ?? "").utf8.count + (body ?? "").utf8.count > Self.wordlessBytes else { return nil }
    var hasher = Hasher()
    hasher.combine(target)
    hasher.combine(Self.folded(title))
    hasher.combine(Self.folded(body))
    hasher.combine(media)
    hasher.combine(platforms)
    if target.isDevice {
      hasher.combine(link)
      hasher.combine(dataValues)
    }
    return hasher.finalize()
  }

  /// Without white space and most capitals, which make no difference to people.
  private static func folded(_ text: String?) -> [UInt8] {
    (text ?? "").utf8.filter { $0 > UInt8(ascii: " ") }.map { $0 | 0x20 }
  }

  /// A text of so few bytes has no words that could repeat.
  private static let wordlessBytes = 3

  /// The keys that make it replace an earlier message: a collapse key or a tag, each with its field.
  fileprivate var replacementKeys: [String] { shape.replacementKeys }

  fileprivate func hash(replacedBy key: String) -> Int {
    var hasher = Hasher()
    hasher.combine(target)
    hasher.combine(key)
    return hasher.finalize()
  }
}

extension Diagnostic {
  fileprivate static func lines(_ messages: CampaignMessage...) -> String {
    let lines = messages.compactMap(\.origin.line)
    return lines.count == messages.count ? " (lines \(lines.map(String.init).joined(separator: " and ")))" : ""
  }

  fileprivate static func repeated(_ message: CampaignMessage, _ other: CampaignMessage) -> Diagnostic {
    Diagnostic(
      .campaignRepeatedMessage, message.place(of: .id),
      "\(other.id.quoted) and \(message.id.quoted)\(lines(other, message)) say the same to the same "
        + "\(message.target.isDevice ? "device" : message.target.kind.rawValue)")
  }

  fileprivate static func arms(_ message: CampaignMessage, _ other: CampaignMessage) -> Diagnostic {
    Diagnostic(
      .campaignSharedTarget, message.place(of: .id),
      "\(other.id.quoted) and \(message.id.quoted)\(lines(other, message)) look like the two arms of a test, and both go to "
        + "\(message.target.text.quoted)", severity: .warning,
      remedy: "send each to people of its own, or only one of them")
  }

  fileprivate static func overlapping(_ message: CampaignMessage, _ other: CampaignMessage) -> Diagnostic {
    Diagnostic(
      .campaignRepeatedMessage, message.place(of: .target),
      "\(other.id.quoted) and \(message.id.quoted)\(lines(other, message)) say the same to \(other.target.text.quoted) and to "
        + "\(message.target.text.quoted): devices that are in both get it twice",
      remedy:
        "send it to one of them, or exclude one topic in the condition, as in `!('\(message.target.topics.first ?? "")' in topics)`"
    )
  }

  fileprivate static func replaced(_ message: CampaignMessage, _ other: CampaignMessage, _ key: String) -> Diagnostic {
    Diagnostic(
      .campaignReplacedMessage, message.place(of: .id),
      "\(other.id.quoted) and \(message.id.quoted)\(lines(other, message)) go to the same "
        + "\(message.target.isDevice ? "device" : message.target.kind.rawValue) with the same \(key)")
  }

  fileprivate static func personal(_ target: String, _ count: Int, _ place: Subject) -> Diagnostic {
    // It concerns all rows, so it has no row.
    Diagnostic(
      .campaignPersonalTopic, Subject(place.kind, place.name, keyPath: "target"),
      "\(count) messages that are filled in for single people go to \(target.quoted): each of its subscribers would get all "
        + "\(count), first that of line \(place.line ?? 1)")
  }
}
