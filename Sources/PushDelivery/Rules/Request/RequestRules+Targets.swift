package import Findings

extension RequestRules {
  package static let validateOnly = Rule<RequestDocument>("request.validate-only") { document in
    guard let value = document.validateOnly, value.content == .bool(true) else { return [] }
    return [
      Finding("validate_only is true: FCM sends nothing", at: document.place(at: value.offset, ["validate_only"]))
    ]
  }

  static let oneTarget = Rule<RequestDocument>("request.target") { document in
    let targets = MessageFieldTable.targets.filter { document.message[$0].map { !$0.isNull } ?? false }
    // Other interfaces' names are also targets, and are reported in place.
    let isForeign = document.mismatches.contains { ["to", "registration_ids", "tokens", "fids"].contains($0.name) }
    guard targets.count != 1, !(targets.isEmpty && (isForeign || document.isOpen)) else { return [] }
    let found = targets.isEmpty ? "no target" : "the targets " + targets.joined(separator: " and ")
    return [Finding("the message has \(found), and FCM takes exactly one", at: document.place())]
  }

  static let deprecatedToken = Rule<RequestDocument>("request.token") { document in
    guard document.isSet("token") else { return [] }
    return [Finding("the message's target is a `token`, which the API calls deprecated", at: document.place("token"))]
  }

  static let topic = Rule<RequestDocument>("message.topic", reads: [.target]) { document in
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

  static let condition = Rule<RequestDocument>("message.condition", reads: [.target]) { document in
    target("condition", of: document) { TargetRules.check(condition: $0) }
  }

  static let token = Rule<RequestDocument>(
    "message.token",
    reads: [.target]
  ) { document in
    target("token", of: document) { TargetRules.check(device: $0, named: "registration token") }
  }

  static let installation = Rule<RequestDocument>(
    "message.fid",
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
