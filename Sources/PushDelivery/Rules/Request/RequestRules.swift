public import Findings

/// The rules about a send request, one message at a time.
public enum RequestRules {
  public static let all: [Rule<RequestDocument>] = fields + targets + content + apple + android + web

  /// The same for a trial, which is never sent and may have names of templates and samples.
  private static let forTrials = all.filter { $0.description.id != placeholder.description.id }

  /// Those to check on composing.
  ///
  /// - Parameter isTrial: whether the requests are never sent.
  static func ofComposing(isTrial: Bool) -> [Rule<RequestDocument>] { isTrial ? forTrials : all }

  private static let fields = [unknownField, adminName, legacyField, duplicateField, fieldType, androidGenerations]
  private static let targets = [
    endpoint, validateOnly, oneTarget, deprecatedToken, topic, condition, token, installation, placeholder,
  ]
  private static let content = [
    dataKey, dataImage, timeToLive, expired, analyticsLabel, payloadSize, longTitle, longText,
    noValue, leftover, markup, brokenLetters, misplaced, draft, linkToPicture, unopenedLink,
  ]
  private static let apple = [
    mutableContent, mutableContentPlace, appleImagePlace, appleImageTwice, alertText, backgroundPriority, aps, apsKey,
    pushType,
    appleHeader, serviceExtension,
  ]
  private static let android = [iconColor, smallIcon, foreground, longBody]
  private static let web = [webImagePlace, webImageHeader, webHeader, webOptions, webLink, webCoverage]
}

/// Whether FCM can use a message's target.
enum TargetRules {
  /// The findings of the request rules for a campaign's target.
  static func diagnostics(of target: MessageTarget, subject: Diagnostic.Subject) -> [Diagnostic] {
    let (rule, finding) =
      switch target {
      case .topic(let name): (RequestRules.topic, check(topic: name))
      case .token(let token): (RequestRules.token, check(device: token, named: "registration token"))
      case .fid(let identifier):
        (RequestRules.installation, check(device: identifier, named: "installation identifier"))
      case .condition(let text): (RequestRules.condition, check(condition: text))
      }
    return finding.map { [$0.diagnostic(of: rule.description, about: subject)] } ?? []
  }

  static func check(topic name: String) -> Finding? {
    guard TopicName(rawValue: name) == nil else { return nil }
    return Finding(
      "the topic \(name.quoted) is not 1 to \(ClientLimit.topicNameCharacters.value) letters, digits and -_.~%, so FCM refuses the "
        + "message",
      remedy: name.hasPrefix("/topics/") ? "write the topic without /topics/" : nil)
  }

  static func check(device text: String, named what: String) -> Finding? {
    // Known without Unicode's tables, as for most.
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    let isOneWord =
      isPlain || text.isVisible && !text.unicodeScalars.contains { $0.properties.isWhitespace || $0.value < 32 }
    guard isOneWord else {
      return Finding("the \(what) is empty or has white space in it, so it names no device and FCM refuses the message")
    }
    if !isPlain, let scalar = text.unicodeScalars.first(where: { !$0.isASCII }) {
      return Finding(
        "the \(what) has \(scalar.codePoint) in it, which no token has, so it names no device and FCM refuses the message",
        remedy: "delete the character, which may not be visible, or copy the whole token again")
    }
    return StrangeToken(text).map { token in
      Finding("the \(what) is \(token.kind), so it names no device and FCM refuses the message", remedy: token.remedy)
    }
  }

  static func check(condition text: String) -> Finding? {
    do {
      switch try TopicCondition(text).reach {
      case .subscribers: return nil
      case .nobody: return Finding("no device can meet the condition, so the message reaches nobody")
      case .strangers:
        return Finding(
          "devices meet the condition that have subscribed to none of its topics, so the message reaches everybody but some",
          severity: .warning,
          remedy: "name a topic that people have subscribed to, as in `'news' in topics && !('beta' in topics)`")
      }
    } catch {
      return Finding("the condition \(explanation(of: error)), so FCM refuses the message")
    }
  }

  private static func explanation(of error: TopicCondition.SyntaxError) -> String {
    switch error {
    case .operandExpected(let offset): "needs a topic in single quotes at offset \(offset)"
    case .operatorExpected(let offset): "goes on without && or || at offset \(offset)"
    case .topic(let offset): "has no topic's name between single quotes at offset \(offset)"
    case .membershipExpected(let offset): "needs \"in topics\" at offset \(offset)"
    case .unclosed(let count): "lacks \(count) closing parentheses"
    case .tooManyTopics(let count): "names \(count) topics"
    }
  }
}
