public import Findings

/// The rules about a send request, one message at a time.
public enum RequestRules {
  public static let all: [Rule<RequestDocument>] = fields + targets + content + apple + android + web

  /// The rules that a message without overrides cannot break: richpush writes no such field, or always the right one.
  package static let ofOverrides = Set(
    (fields + [
      endpoint, validateOnly, oneTarget, analyticsLabel, mutableContent, mutableContentPlace, appleImagePlace,
      appleImageTwice, aps, apsKey, pushType, iconColor, smallIcon, webImagePlace, webImageHeader,
      webOptions,
    ]).map(\.description.id))

  private static let fields = [unknownField, adminName, legacyField, duplicateField, fieldType, androidGenerations]
  private static let targets = [
    endpoint, validateOnly, oneTarget, deprecatedToken, topic, condition, token, installation, placeholder,
  ]
  private static let content = [
    dataKey, dataImage, timeToLive, expired, analyticsLabel, payloadSize, longTitle, longText,
    noValue, leftover, markup, brokenLetters, misplaced, draft, date, sameText, otherOffer, linkToPicture, unopenedLink,
    personalTopic,
  ]
  private static let apple = [
    mutableContent, mutableContentPlace, appleImagePlace, appleImageTwice, alertText, backgroundPriority, aps, apsKey,
    pushType,
    appleHeader, serviceExtension,
  ]
  private static let android = [iconColor, smallIcon, clickAction, foreground, longBody]
  private static let web = [webImagePlace, webImageHeader, webHeader, webOptions, webLink, webCoverage]
}

/// Whether FCM can use a message's target.
enum TargetRules {
  /// The findings of the request rules for a campaign's target.
  static func diagnostics(of target: MessageTarget, subject: Diagnostic.Subject) -> [Diagnostic] {
    let (rule, finding) =
      switch target.kind {
      case .topic: (RequestRules.topic, check(topic: target.text))
      case .token: (RequestRules.token, check(device: target.text, named: "registration token"))
      case .fid: (RequestRules.installation, check(installation: target.text))
      case .condition: (RequestRules.condition, check(condition: target.text))
      }
    return finding.map { [$0.diagnostic(of: rule.description, about: subject)] } ?? []
  }

  static func check(topic name: String) -> Finding? {
    // A token, or its second part, which has only signs of topics.
    if name.utf8.count > 100, name.contains("APA91b") {
      return Finding(
        "the topic is a device's registration token, to which no app subscribes, so nobody gets the message",
        remedy: "write it as `token`")
    }
    guard TopicName(rawValue: name) == nil else {
      guard noTopics.contains(name.lowercased()) else { return nil }
      return Finding(
        "the topic is called \(name.quoted), as programs write a value that is missing", severity: .warning,
        remedy: "write the name of a topic to which your app subscribes")
    }
    return Finding(
      "the topic \(name.quoted) is not 1 to \(ClientLimit.topicNameCharacters.value) letters, digits and -_.~%, so FCM refuses the "
        + "message",
      remedy: name.hasPrefix("/topics/") ? "write the topic without /topics/" : nil)
  }

  private static let noTopics = Set(WordTable.requests.rows("no-topic").joined())

  static func check(installation text: String) -> Finding? {
    guard text.contains(":APA91b") else { return check(device: text, named: "installation identifier") }
    return Finding(
      "the installation identifier is a registration token, so it names no device and FCM refuses the message",
      remedy: "write it as `token`")
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
    return StrangeToken.words(of: text).map { token in
      Finding(
        "the \(what) is \(token.message), so it names no device and FCM refuses the message", remedy: token.remedy)
    }
  }

  static func check(condition text: String) -> Finding? {
    do {
      switch try TopicCondition(text).reach {
      case .subscribers: return nil
      case .nobody: return Finding("no device can meet the condition, so no device gets the message")
      case .strangers:
        return Finding(
          "devices that subscribed to none of its topics meet the condition, so nearly every device gets the message",
          severity: .warning,
          remedy: "name a topic that people have subscribed to, as in `'news' in topics && !('beta' in topics)`")
      }
    } catch {
      return Finding(error.message)
    }
  }
}

extension TopicCondition.SyntaxError {
  fileprivate var message: String {
    switch self {
    case .operandExpected(let number), .operatorExpected(let number), .topic(let number),
      .membershipExpected(let number), .unclosed(let number), .tooManyTopics(let number):
      ErrorWords("condition", self, ["\(number)"]).message
    }
  }
}

extension RequestRules {
  package static let validateOnly = Rule<RequestDocument>("request.validate-only") { document in
    guard let value = document.validateOnly, value.content == .bool(true) else { return [] }
    return .one("validate_only is true: FCM sends nothing", at: document.place(at: value.offset, ["validate_only"]))
  }

  static let oneTarget = Rule<RequestDocument>("request.target") { document in
    let targets = MessageFieldTable.targets.filter { document.message[$0].map { !$0.isNull } ?? false }
    // Other interfaces' names are also targets, and are reported in place.
    let isForeign = document.mismatches.contains { ["to", "registration_ids", "tokens", "fids"].contains($0.name) }
    guard targets.count != 1, !(targets.isEmpty && (isForeign || document.isOpen)) else { return [] }
    let found = targets.isEmpty ? "no target" : "the targets " + targets.joined(separator: " and ")
    return .one("the message has \(found), and FCM takes exactly one", at: document.place())
  }

  static let deprecatedToken = Rule<RequestDocument>("request.token") { document in
    guard document.isSet("token") else { return [] }
    return .one("the message's target is a `token`, which the API calls deprecated", at: document.place("token"))
  }

  static let topic = texts("message.topic", at: [["topic"]], reads: [.target]) { TargetRules.check(topic: $0) }
  static let condition = texts("message.condition", at: [["condition"]], reads: [.target]) {
    TargetRules.check(condition: $0)
  }
  static let token = texts("message.token", at: [["token"]], reads: [.target]) {
    TargetRules.check(device: $0, named: "registration token")
  }
  static let installation = texts("message.fid", at: [["fid"]], reads: [.target]) {
    TargetRules.check(installation: $0)
  }

  /// A rule about the texts at some paths.
  ///
  /// - Parameter check: its finding gets the place of the text.
  static func texts(
    _ id: String, at paths: [[String]], reads: Set<ReadText> = [], check: @escaping @Sendable (String) -> Finding?
  ) -> Rule<RequestDocument> {
    Rule(id, reads: reads) { document in
      paths.compactMap { path in
        guard let text = document.node(path)?.text, var finding = check(text) else { return nil }
        finding.place = document.place(of: path)
        return finding
      }
    }
  }

  static let dataImage = Rule<RequestDocument>("message.image-in-data", reads: [.link, .data]) { document in
    dataMaps.flatMap { map in
      (document.node(map.path)?.members ?? []).compactMap { member -> Finding? in
        guard isImage(member) else { return nil }
        // Only clients that get this map, and no other picture.
        let blind = map.readers(in: document).filter {
          document.image(for: $0) == nil && !document.mayHaveImage(for: $0)
        }
        guard !blind.isEmpty else { return nil }
        let isForNotification = blind.contains { document.isNotification(for: $0) }
        return Finding(
          "no client looks for a picture in \((map.path + [member.name]).joined(separator: "."))"
            + (isForNotification ? ", so the notification is text only" : ": showing it is the app's own matter"),
          severity: isForNotification ? .warning : .note, platforms: blind,
          at: document.place(of: map.path + [member.name]))
      }
    }
  }

  private struct DataMap {
    let path: [String]
    /// The clients that get it; nil: all without their own.
    let platform: Platform?

    func readers(in document: RequestDocument) -> Set<Platform> {
      if let platform { return [platform] }
      let own = dataMaps.filter { document.isSet($0.path) }.compactMap(\.platform)
      return Set(Platform.allCases).subtracting(own)
    }
  }

  private static let dataMaps = [
    DataMap(path: ["data"], platform: nil), DataMap(path: ["android", "data"], platform: .android),
    DataMap(path: ["android_v2", "data"], platform: .android), DataMap(path: ["webpush", "data"], platform: .web),
  ]

  /// Whether a pair of data is a picture's URL, by its name and its value.
  private static func isImage(_ member: JSONNode.Member) -> Bool {
    (member.value.text.map(isImageAddress) == true || member.value.isExpression) && isImageName(member.name)
  }

  /// Whether the value under a data name may be meant as a picture.
  static func isImageName(_ name: String) -> Bool {
    var name = name.lowercased().filter(\.isLetter)[...]
    for prefix in ["notification", "push", "fcm"] where name.hasPrefix(prefix) { name = name.dropFirst(prefix.count) }
    return imageNames.contains { name == $0 || name == $0 + "url" || name == $0 + "uri" || name == $0 + "link" }
  }

  private static let imageNames = Array(WordTable.requests.rows("picture-name").joined())

  static func isImageAddress(_ text: String) -> Bool {
    ["https://", "http://", "gs://", "data:image/"].contains(where: text.hasPrefix)
  }
}
