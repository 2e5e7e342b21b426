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
  private let tokens: [Token]

  public init(_ text: String) throws(SyntaxError) {
    let tokens = try readTokens(text)
    let topics = tokens.compactMap { if case .topic(let name) = $0 { name } else { nil } }
    guard topics.count <= ClientLimit.conditionTopics.value else { throw .tooManyTopics(topics.count) }
    (self.text, self.topics, self.tokens) = (text, topics, tokens)
  }

  fileprivate enum Token: Hashable, Sendable {
    case topic(TopicName)
    case not, and, or, open, close
  }

  /// Whom it reaches.
  package enum Reach: Hashable, Sendable {
    /// No device can meet it.
    case nobody
    /// Devices without a subscription to its topics meet it.
    case strangers
    case subscribers
  }

  package var reach: Reach {
    let isMet = answers(ofDevicesWith: topics.distinct)
    return isMet[0] ? .strangers : isMet.contains(true) ? .subscribers : .nobody
  }

  /// Whether each possible device meets it. Bit `n` of a device's number says whether it has subscribed to `topics[n]`.
  private func answers(ofDevicesWith topics: [TopicName]) -> [Bool] {
    (0..<1 << topics.count).map { device in
      meets { topic in topics.firstIndex(of: topic).map { device >> $0 & 1 == 1 } ?? false }
    }
  }

  /// Whether the same devices meet both: all that meet one, or those that have subscribed only to topics in both.
  package func overlaps(_ other: TopicCondition) -> Bool {
    let shared = topics.distinct.filter(other.topics.contains)
    guard !shared.isEmpty else { return false }
    // The devices without subscriptions to other topics come first.
    let all = (shared + topics + other.topics).distinct
    let isMet = Array(zip(answers(ofDevicesWith: all), other.answers(ofDevicesWith: all)))
    return isMet.contains { $0 && $1 }
      && (!isMet.contains { $0 && !$1 } || !isMet.contains { !$0 && $1 }
        || isMet.prefix(1 << shared.count).contains { $0 && $1 })
  }

  /// Operators of one rank count from left to right, parentheses first (see the source above).
  private func meets(_ isSubscribed: (TopicName) -> Bool) -> Bool {
    var (values, operators): ([Bool], [Token]) = ([], [])
    for token in tokens {
      switch token {
      case .topic(let name): values.append(isSubscribed(name))
      case .close: operators.removeLast()
      case .not, .and, .or, .open:
        operators.append(token)
        continue
      }
      while let last = operators.last, last != .open, let right = values.popLast() {
        operators.removeLast()
        if last == .not {
          values.append(!right)
        } else if let left = values.popLast() {
          values.append(last == .and ? left && right : left || right)
        }
      }
    }
    return values.last ?? false
  }

  /// The error in a condition. Offsets count bytes from 0.
  public enum SyntaxError: Error, Hashable, Sendable {
    /// A topic, `!` or `(` is expected here.
    case operandExpected(offset: Int)
    /// `&&`, `||`, `)` or the end is expected here.
    case operatorExpected(offset: Int)
    /// The quotes that begin here do not hold a topic, or are not closed.
    case topic(offset: Int)
    /// ` in topics` is expected here.
    case membershipExpected(offset: Int)
    /// This many parentheses are not closed.
    case unclosed(Int)
    case tooManyTopics(Int)
  }
}

/// Reads without recursion: it keeps only the depth of the parentheses, not their contents.
private func readTokens(_ text: String) throws(TopicCondition.SyntaxError) -> [TopicCondition.Token] {
  // Its indices are the offsets.
  var rest = Array(text.utf8).drop { $0 == space }
  var (tokens, depth): ([TopicCondition.Token], Int) = ([], 0)
  while true {
    while let token: TopicCondition.Token = take("!", from: &rest) ? .not : take("(", from: &rest) ? .open : nil {
      tokens.append(token)
      if token == .open { depth += 1 }
    }
    tokens.append(.topic(try takeMembership(from: &rest)))
    while depth > 0, take(")", from: &rest) {
      tokens.append(.close)
      depth -= 1
    }
    guard let token: TopicCondition.Token = take("&&", from: &rest) ? .and : take("||", from: &rest) ? .or : nil else {
      break
    }
    tokens.append(token)
  }
  guard rest.isEmpty else { throw .operatorExpected(offset: rest.startIndex) }
  guard depth == 0 else { throw .unclosed(depth) }
  return tokens
}

/// Takes these characters and the spaces after them, if they come next.
private func take(_ token: StaticString, from rest: inout ArraySlice<UInt8>) -> Bool {
  guard rest.starts(with: token.description.utf8) else { return false }
  rest = rest.dropFirst(token.utf8CodeUnitCount).drop { $0 == space }
  return true
}

/// Takes `'topic' in topics`.
private func takeMembership(from rest: inout ArraySlice<UInt8>) throws(TopicCondition.SyntaxError) -> TopicName {
  guard rest.first == quote else { throw .operandExpected(offset: rest.startIndex) }
  let name = rest.dropFirst().prefix { $0 != quote }
  guard name.endIndex < rest.endIndex, let topic = TopicName(rawValue: String(decoding: name, as: UTF8.self)) else {
    throw .topic(offset: rest.startIndex)
  }
  rest = rest[(name.endIndex + 1)...]
  let words = rest.prefix { $0 == space || isUnreserved($0) }.split(separator: space, maxSplits: 2)
  guard rest.first == space, words.count > 1, words[0].elementsEqual("in".utf8), words[1].elementsEqual("topics".utf8)
  else { throw .membershipExpected(offset: rest.startIndex) }
  rest = rest[words[1].endIndex...].drop { $0 == space }
  return topic
}

private let quote = UInt8(ascii: "'")
private let space = UInt8(ascii: " ")
