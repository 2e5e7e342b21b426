/// Whether FCM can make anything of a message's target.
enum TargetRules {
  static func problems(of target: MessageTarget, subject: Diagnostic.Subject) -> [Diagnostic] {
    switch target {
    case .topic(let name):
      TopicName(rawValue: name) == nil ? [.topic(name, subject)] : []
    case .token(let token): isOneWord(token) ? [] : [.device("token", "registration token", subject)]
    case .fid(let identifier): isOneWord(identifier) ? [] : [.device("fid", "installation identifier", subject)]
    case .condition(let text): conditionProblems(text, subject)
    }
  }

  private static func isOneWord(_ text: String) -> Bool {
    text.isVisible && !text.unicodeScalars.contains { $0.properties.isWhitespace || $0.value < 32 }
  }

  private static func conditionProblems(_ text: String, _ subject: Diagnostic.Subject) -> [Diagnostic] {
    do {
      _ = try TopicCondition(text)
      return []
    } catch {
      return [.condition(error, subject)]
    }
  }
}

extension Diagnostic {
  fileprivate static func topic(_ name: String, _ subject: Subject) -> Diagnostic {
    let hasPrefix = name.hasPrefix("/topics/")
    return Diagnostic(
      "message.topic", .error, subject,
      "the topic is not 1 to \(ClientLimit.topicNameCharacters.value) letters, digits and -_.~%, so FCM refuses the "
        + "message",
      remedy: hasPrefix ? "write the topic without /topics/" : "write the topic's name with these characters alone")
  }

  fileprivate static func device(_ rule: String, _ what: String, _ subject: Subject) -> Diagnostic {
    Diagnostic(
      RuleIdentifier(rawValue: "message.\(rule)"), .error, subject,
      "the \(what) is empty or has white space in it, so it names no device and FCM refuses the message",
      remedy: "write the \(what) exactly as the app got it from FCM")
  }

  fileprivate static func condition(_ problem: TopicCondition.Problem, _ subject: Subject) -> Diagnostic {
    Diagnostic(
      "message.condition", .error, subject,
      "the condition \(explanation(of: problem)), so FCM refuses the message",
      remedy: "write a condition such as 'A' in topics && ('B' in topics || !('C' in topics)), with at most "
        + "\(ClientLimit.conditionTopics.value) topics")
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
