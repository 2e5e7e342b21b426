/// Whether FCM can make anything of a message's target.
enum TargetRules {
  /// What is wrong with a campaign's target, by the rules about requests.
  static func problems(of target: MessageTarget, subject: Diagnostic.Subject) -> [Diagnostic] {
    let (rule, finding) =
      switch target {
      case .topic(let name): (RequestRules.topic, problem(ofTopic: name))
      case .token(let token): (RequestRules.token, problem(ofDevice: token, named: "registration token"))
      case .fid(let identifier):
        (RequestRules.installation, problem(ofDevice: identifier, named: "installation identifier"))
      case .condition(let text): (RequestRules.condition, problem(ofCondition: text))
      }
    return finding.map { [$0.diagnostic(of: rule.description, about: subject)] } ?? []
  }

  static func problem(ofTopic name: String) -> Finding? {
    guard TopicName(rawValue: name) == nil else { return nil }
    return Finding(
      "the topic is not 1 to \(ClientLimit.topicNameCharacters.value) letters, digits and -_.~%, so FCM refuses the "
        + "message",
      remedy: name.hasPrefix("/topics/") ? "write the topic without /topics/" : nil)
  }

  static func problem(ofDevice text: String, named what: String) -> Finding? {
    let isOneWord = text.isVisible && !text.unicodeScalars.contains { $0.properties.isWhitespace || $0.value < 32 }
    guard !isOneWord else { return nil }
    return Finding("the \(what) is empty or has white space in it, so it names no device and FCM refuses the message")
  }

  static func problem(ofCondition text: String) -> Finding? {
    do {
      _ = try TopicCondition(text)
      return nil
    } catch {
      return Finding("the condition \(explanation(of: error)), so FCM refuses the message")
    }
  }

  private static func explanation(of problem: TopicCondition.Problem) -> String {
    switch problem {
    case .operandExpected(let offset): "needs a topic in single quotes at offset \(offset)"
    case .operatorExpected(let offset): "goes on without && or || at offset \(offset)"
    case .topic(let offset): "has no topic's name between single quotes at offset \(offset)"
    case .membershipExpected(let offset): "needs \"in topics\" at offset \(offset)"
    case .unclosed(let count): "lacks \(count) closing parentheses"
    case .tooManyTopics(let count): "names \(count) topics"
    }
  }
}
