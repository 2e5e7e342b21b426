import Findings

extension RequestRules {
  static let oneTarget = Rule<RequestDocument>(
    .init(
      "request.target", .request, .error,
      summary: "a message has exactly one of topic, token, fid and condition",
      why: "FCM answers 400: it sends to one target, and does not guess which of two is meant",
      remedy: "keep one of `topic`, `token`, `fid` and `condition`",
      source: apiDefinition,
      failing: [
        .request(#"{"message": {"notification": {"title": "Spring is here"}}}"#),
        .message(#""condition": "'spring' in topics""#),
      ],
      passing: [.words])
  ) { document in
    let targets = MessageFieldTable.targets.filter { document.message[$0].map { !$0.isNull } ?? false }
    // Names of other interfaces are targets too, and are told where they stand.
    let isForeign = document.mismatches.contains { ["to", "registration_ids", "tokens", "fids"].contains($0.name) }
    guard targets.count != 1, !(targets.isEmpty && (isForeign || document.isOpen)) else { return [] }
    if targets.isEmpty {
      switch document.targetPlace {
      case .message: break
      case .unknown: return []
      case .call(let function):
        return [
          Finding(
            "\(function) sends through the legacy interface, which was switched off in 2024, and newer Admin SDKs have it "
              + "no more",
            remedy: "write the target as a field of the message, and give it to send()", at: document.place())
        ]
      }
    }
    let found = targets.isEmpty ? "no target" : "the targets " + targets.joined(separator: " and ")
    return [Finding("the message has \(found), and FCM takes exactly one", at: document.place())]
  }

  static let deprecatedToken = Rule<RequestDocument>(
    .init(
      "request.token", .request, .note,
      summary: "a device is named by its installation identifier, `fid`",
      why: "the API's definition calls `token` deprecated; it still works, and takes an installation identifier too",
      remedy: "write the device's installation identifier as `fid` when your app reports it",
      source: apiDefinition,
      failing: [.request(#"{"message": {"token": "dk3x1", "notification": {"title": "Spring is here"}}}"#)],
      passing: [.request(#"{"message": {"fid": "cX2p9", "notification": {"title": "Spring is here"}}}"#)])
  ) { document in
    guard document.isSet("token") else { return [] }
    return [Finding("the message's target is a `token`, which the API calls deprecated", at: document.place("token"))]
  }

  static let topic = Rule<RequestDocument>(
    .init(
      "message.topic", .request, .error,
      summary: "a topic has 1 to \(ClientLimit.topicNameCharacters.value) letters, digits and -_.~%",
      why: "FCM refuses the message", remedy: "write the topic's name with these characters alone",
      source: ClientLimit.topicNameCharacters.source,
      failing: [
        .request(#"{"message": {"topic": "/topics/spring", "notification": {"title": "Spring is here"}}}"#),
        .request(#"{"message": {"topic": "spring sale", "notification": {"title": "Spring is here"}}}"#),
      ],
      passing: [.words]), reads: [.target]
  ) { document in
    target("topic", of: document) { TargetRules.check(topic: $0) }.map { finding in
      var finding = finding
      let prefix = "/topics/"
      if let name = document.text("topic"), name.hasPrefix(prefix),
        TopicName(rawValue: String(name.dropFirst(prefix.count))) != nil
      {
        finding.repair = document.setting(["topic"], to: quoted(String(name.dropFirst(prefix.count))))
      }
      return finding
    }
  }

  static let condition = Rule<RequestDocument>(
    .init(
      "message.condition", .request, .error,
      summary: "a condition joins at most \(ClientLimit.conditionTopics.value) topics in single quotes with && and ||",
      why: "FCM refuses the message",
      remedy: "write a condition such as 'A' in topics && ('B' in topics || !('C' in topics)), with at most "
        + "\(ClientLimit.conditionTopics.value) topics",
      source: ClientLimit.conditionTopics.source,
      failing: [
        .request(#"{"message": {"condition": "spring in topics", "notification": {"title": "Spring is here"}}}"#)
      ],
      passing: [
        .request(
          #"{"message": {"condition": "'spring' in topics && !('muted' in topics)", "notification": {"title": "Spring"}}}"#
        )
      ]), reads: [.target]
  ) { document in
    target("condition", of: document) { TargetRules.check(condition: $0) }
  }

  static let token = Rule<RequestDocument>(
    .init(
      "message.token", .request, .error, summary: "a registration token is one word, and one that FCM made",
      why: "it names no device otherwise, and FCM refuses the message",
      remedy: "write the registration token exactly as the app got it from FCM", source: apiDefinition,
      failing: [
        .request(#"{"message": {"token": "dk3x1 ", "notification": {"title": "Spring is here"}}}"#),
        .request(#"{"message": {"token": "dk3x1,dk3x2", "notification": {"title": "Spring is here"}}}"#),
        .request(#"{"message": {"token": "ExponentPushToken[dk3x1]", "notification": {"title": "Spring is here"}}}"#),
        .request(
          #"{"message": {"token": "\#(String(repeating: "0a1b2c3d", count: 8))", "notification": {"title": "Spring"}}}"#
        ),
      ],
      passing: [.request(#"{"message": {"token": "dk3x1", "notification": {"title": "Spring is here"}}}"#)]),
    reads: [.target]
  ) { document in
    target("token", of: document) { TargetRules.check(device: $0, named: "registration token") }
  }

  static let installation = Rule<RequestDocument>(
    .init(
      "message.fid", .request, .error, summary: "an installation identifier is one word",
      why: "it names no device otherwise, and FCM refuses the message",
      remedy: "write the installation identifier exactly as the app got it from FCM", source: apiDefinition,
      failing: [.request(#"{"message": {"fid": "", "notification": {"title": "Spring is here"}}}"#)],
      passing: [.request(#"{"message": {"fid": "cX2p9", "notification": {"title": "Spring is here"}}}"#)]),
    reads: [.target]
  ) { document in
    target("fid", of: document) { TargetRules.check(device: $0, named: "installation identifier") }
  }

  private static func target(
    _ name: String, of document: RequestDocument, check: (String) -> Finding?
  ) -> [Finding] {
    guard let text = document[name]?.text, var finding = check(text) else { return [] }
    finding.place = document.place(name)
    return [finding]
  }
}
