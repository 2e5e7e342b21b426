import Findings

/// A condition over topics: `'A' in topics && ('B' in topics || !('C' in topics))`.
///
/// Operands are topics in single quotes; operators are `&&`, `||`, `!` and parentheses; with at most
/// `ClientLimit.conditionTopics` topics.
/// Source: https://firebase.google.com/docs/cloud-messaging/send-topic-messages
public struct TopicCondition: Hashable, Sendable {
  /// The condition as written.
  public let text: String
  /// The topics in the order in which they are named, at least one.
  public let topics: [TopicName]

  public init(_ text: String) throws(SyntaxError) {
    let topics = try readTopics(text)
    guard topics.count <= ClientLimit.conditionTopics.value else { throw .tooManyTopics(topics.count) }
    self.text = text
    self.topics = topics
  }

  /// What keeps a text from being a condition. Offsets count bytes from 0.
  public enum SyntaxError: Error, Hashable, Sendable {
    /// A topic, `!` or `(` should stand here.
    case operandExpected(offset: Int)
    /// `&&`, `||`, `)` or the end should stand here.
    case operatorExpected(offset: Int)
    /// The topic in the quotes that begin here is none, or its closing quote is missing.
    case topic(offset: Int)
    /// ` in topics` should stand here.
    case membershipExpected(offset: Int)
    /// This many parentheses are not closed.
    case unclosed(Int)
    case tooManyTopics(Int)
  }
}

/// Reads without recursion: only the depth of the parentheses has to be remembered, not what is in them.
private func readTopics(_ text: String) throws(TopicCondition.SyntaxError) -> [TopicName] {
  var scanner = ConditionScanner(text)
  var topics: [TopicName] = []
  var depth = 0
  repeat {
    while scanner.take("!") || scanner.take("(", counting: &depth, by: 1) {}
    topics.append(try scanner.takeMembership())
    while depth > 0, scanner.take(")", counting: &depth, by: -1) {}
  } while scanner.take("&&") || scanner.take("||")
  guard scanner.isAtEnd else { throw .operatorExpected(offset: scanner.offset) }
  guard depth == 0 else { throw .unclosed(depth) }
  return topics
}

private struct ConditionScanner {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    skipSpaces()
  }

  var isAtEnd: Bool { offset == bytes.count }

  /// Takes these characters and the spaces after them when they come next.
  mutating func take(_ token: StaticString) -> Bool {
    guard bytes[offset...].starts(with: token.description.utf8) else { return false }
    offset += token.utf8CodeUnitCount
    skipSpaces()
    return true
  }

  mutating func take(_ token: StaticString, counting depth: inout Int, by step: Int) -> Bool {
    guard take(token) else { return false }
    depth += step
    return true
  }

  /// Takes `'topic' in topics`.
  mutating func takeMembership() throws(TopicCondition.SyntaxError) -> TopicName {
    let start = offset
    guard bytes[offset...].first == quote else { throw .operandExpected(offset: start) }
    let name = bytes[(start + 1)...].prefix { $0 != quote }
    guard name.endIndex < bytes.count, let topic = TopicName(rawValue: String(decoding: name, as: UTF8.self))
    else { throw .topic(offset: start) }
    offset = name.endIndex + 1
    try takeInTopics()
    return topic
  }

  private mutating func takeInTopics() throws(TopicCondition.SyntaxError) {
    let start = offset
    skipSpaces()
    guard offset > start, take("in"), bytes[offset - 1] == space, takeWord("topics") else {
      throw .membershipExpected(offset: start)
    }
  }

  /// Takes a word that no letter follows.
  private mutating func takeWord(_ word: StaticString) -> Bool {
    let end = offset + word.utf8CodeUnitCount
    guard end >= bytes.count || !isUnreserved(bytes[end]) else { return false }
    return take(word)
  }

  private mutating func skipSpaces() {
    while offset < bytes.count, bytes[offset] == space { offset += 1 }
  }
}

private let quote = UInt8(ascii: "'")
private let space = UInt8(ascii: " ")
