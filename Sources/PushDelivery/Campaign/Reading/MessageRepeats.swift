import Findings

/// Messages that share an identifier, repeat or replace another one, found by hashes: memory does not grow with texts.
package struct MessageRepeats: Sendable {
  /// Of identifiers, words and targets, and of targets and replacement keys.
  private var hashes: [Int] = []

  /// Reserves memory for so many messages. A growing array takes up to three times its size.
  mutating func expect(_ count: Int) { hashes.reserveCapacity(count * 2) }

  mutating func add(_ message: CampaignMessage) { hashes += message.repeatHashes }

  mutating func add(identifierOf message: CampaignMessage) { hashes.append(message.identifierHash) }

  /// Adds those of the messages that follow.
  mutating func add(_ other: MessageRepeats) { hashes += other.hashes }

  /// Hashes that several messages share. Only the messages give the details.
  package struct Shared: Sendable {
    fileprivate let hashes: Set<Int>

    package var isEmpty: Bool { hashes.isEmpty }

    /// The messages that may be affected, each with the others of its row.
    package func candidates(among messages: [CampaignMessage]) -> [CampaignMessage] {
      let lines = Set(
        messages.lazy.filter { $0.repeatHashes.contains(where: hashes.contains) }.map { $0.origin.line ?? 0 })
      return lines.isEmpty ? [] : messages.filter { lines.contains($0.origin.line ?? 0) }
    }
  }

  /// The shared hashes; all are removed here, because there may be many. Sorts in place, to avoid a second copy.
  mutating func takeShared() -> Shared {
    defer { hashes = [] }
    hashes.sort()
    return Shared(hashes: Set(zip(hashes, hashes.dropFirst()).lazy.filter { $0 == $1 }.map(\.0)))
  }

  /// More messages with the same words to one topic are not kept.
  private static let mostHeard = 16

  /// Reports messages that repeat or replace others. `candidates`: all possible ones, in their order.
  static func report(_ candidates: [CampaignMessage], _ reader: inout YAMLReader) {
    var sayings: [Int: CampaignMessage] = [:]
    var heard: [Int: [CampaignMessage]] = [:]
    var replaced: [Int: CampaignMessage] = [:]
    for message in candidates {
      let audience = message.target.isDevice ? "device" : message.target.kind.rawValue
      if let saying = message.saying(to: message.target), let other = sayings.updateIfMissing(saying, message) {
        reader.report(.campaign("repeated", names(other, message), audience), message.place(of: .id))
        continue
      }
      if let arm = message.arm, let other = sayings.updateIfMissing(arm, message) {
        reader.report(
          .campaign("arms", names(other, message), message.target.text.quoted), message.place(of: .id),
          severity: .warning)
        continue
      }
      let others = message.sayings.flatMap { heard[$0] ?? [] }
      if let other = others.first(where: message.target.overlaps) {
        reader.report(
          .campaign(
            "overlap", names(other, message), other.target.text.quoted, message.target.text.quoted,
            "\(message.target.topics.first ?? "")"), message.place(of: .target))
      }
      for saying in message.sayings where !message.target.isDevice && heard[saying, default: []].count < mostHeard {
        heard[saying, default: []].append(message)
      }
      for key in message.shape.replacementKeys {
        guard let other = replaced.updateIfMissing(message.hash(replacedBy: key), message) else { continue }
        reader.report(.campaign("replaced", names(other, message), audience, key), message.place(of: .id))
        break
      }
    }
  }

  /// `a` and `b` (lines 2 and 3).
  private static func names(_ other: CampaignMessage, _ message: CampaignMessage) -> String {
    let lines = [other, message].compactMap(\.origin.line).map(String.init)
    return "\(other.id.quoted) and \(message.id.quoted)"
      + (lines.count == 2 ? " (lines \(lines[0]) and \(lines[1]))" : "")
  }
}

extension Dictionary {
  /// - Returns: the existing value; nil if this one was stored.
  mutating func updateIfMissing(_ key: Key, _ value: Value) -> Value? {
    if let known = self[key] { return known }
    self[key] = value
    return nil
  }
}

extension MessageTarget {
  /// The topics that it names.
  var topics: [String] {
    switch kind {
    case .topic: [text]
    case .condition: (try? TopicCondition(text))?.topics.map(\.rawValue) ?? []
    case .token, .fid: []
    }
  }

  /// Whether some device gets both, as far as the topics show. Equal targets do not count here.
  fileprivate func overlaps(_ other: CampaignMessage) -> Bool {
    guard self != other.target, let own = condition, let others = other.target.condition else { return false }
    return own.overlaps(others)
  }

  private var condition: TopicCondition? {
    switch kind {
    case .topic: try? TopicCondition("'\(text)' in topics")
    case .condition: try? TopicCondition(text)
    case .token, .fid: nil
    }
  }
}

/// Hashes by which messages are compared.
extension CampaignMessage {
  fileprivate var repeatHashes: [Int] {
    [identifierHash] + sayings + shape.replacementKeys.map { hash(replacedBy: $0) }
  }

  /// Equal for identifiers that differ only in case.
  fileprivate var identifierHash: Int { id.lowercased().hashValue }

  private static func hash(_ combine: (inout Hasher) -> Void) -> Int {
    var hasher = Hasher()
    combine(&hasher)
    return hasher.finalize()
  }

  /// Of its words, and of a tap's action.
  var wordsHash: Int {
    Self.hash { hasher in
      hasher.combine([title, body, link])
      hasher.combine(dataValues)
    }
  }

  /// Of what looks the same to the same people: for its target, and for each topic of its condition, because a message to that topic also has
  /// it.
  fileprivate var sayings: [Int] {
    guard target.kind == .condition else { return [saying(to: target), arm].compactMap(\.self) }
    return ([target] + Set(target.topics).sorted().map(MessageTarget.topic)).compactMap(saying)
  }

  /// A text of so few bytes has no words that could repeat.
  private static let wordlessBytes = 3

  /// nil without words. One device may get equal words about several things; readers of a topic cannot tell them apart.
  fileprivate func saying(to target: MessageTarget) -> Int? {
    guard (title ?? "").utf8.count + (body ?? "").utf8.count > Self.wordlessBytes else { return nil }
    return Self.hash { hasher in
      hasher.combine(target)
      // White space and most capitals make no difference to people.
      for text in [title, body] {
        hasher.combine((text ?? "").utf8.filter { $0 > UInt8(ascii: " ") }.map { $0 | 0x20 })
      }
      hasher.combine(media)
      hasher.combine(platforms)
      if target.isDevice {
        hasher.combine(link)
        hasher.combine(dataValues)
      }
    }
  }

  /// Equal for the arms of a test (`sale-a`, `sale-b`) with one picture and link that go to the same people; nil for other messages.
  fileprivate var arm: Int? {
    guard !target.isDevice, variant == nil, let last = id.utf8.last.map({ $0 | 0x20 }),
      last == UInt8(ascii: "a") || last == UInt8(ascii: "b"), let sign = id.utf8.dropLast().last,
      sign == UInt8(ascii: "-") || sign == UInt8(ascii: "_"), link != nil || !media.isEmpty
    else { return nil }
    return Self.hash { hasher in
      hasher.combine("arm")
      hasher.combine(id.dropLast())
      hasher.combine(target)
      hasher.combine(link)
      hasher.combine(media)
    }
  }

  fileprivate func hash(replacedBy key: String) -> Int {
    Self.hash { hasher in
      hasher.combine(target)
      hasher.combine(key)
    }
  }
}
