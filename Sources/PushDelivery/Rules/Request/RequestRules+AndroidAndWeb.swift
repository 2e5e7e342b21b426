import Findings
import MediaFacts

extension RequestRules {
  static let iconColor = texts("android.color", at: notificationPaths("color")) { text in
    text.isEmpty || RGBColor(text) != nil ? nil : Finding("\(text.quoted) is no colour of the form #rrggbb")
  }

  static let smallIcon = texts("android.icon", at: notificationPaths("icon")) { icon in
    let isAddress = icon.contains("://") || icon.hasPrefix("data:") || icon.hasPrefix("/")
    let isFile = [".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg", ".xml"].contains { icon.lowercased().hasSuffix($0) }
    guard isAddress || isFile else { return nil }
    return Finding(
      "\(icon.quoted) is \(isAddress ? "an address" : "a file's name") and no drawable's: Android shows the app's own icon"
    )
  }

  static let clickAction = texts("android.click-action", at: notificationPaths("click_action")) { action in
    guard action.contains("://") else { return nil }
    return Finding("\(action.quoted) is an address, and a tap opens only an activity that has it as its action")
  }

  /// The paths to a field of both generations of Android's notifications.
  private static func notificationPaths(_ field: String) -> [[String]] {
    [["android", "notification", field], ["android_v2", "remote_notification", "notification", field]]
  }

  static let foreground = Rule<RequestDocument>("android.foreground") { document in
    document.image(for: .android).map {
      [Finding("nothing shows this picture by itself while the app is open", at: document.place(of: $0.path))]
    } ?? []
  }

  static let longBody = Rule<RequestDocument>("android.long-body", reads: [.words]) { document in
    let path = notificationPaths("body").first { document.node($0)?.text != nil } ?? ["notification", "body"]
    let limit = ClientLimit.androidPictureBodyCharacters.value
    // A text never has more characters than bytes, and bytes need no counting.
    guard document.image(for: .android) != nil, let body = document.node(path)?.text, body.utf8.count > limit,
      body.count > limit
    else { return [] }
    return .one(
      "the body has \(body.count) characters, and with a picture Android shows about one line of it",
      at: document.place(of: path))
  }
}

// The effects of breaking a rule.
extension RequestRules {
  /// The rules whose errors FCM answers with 400, so that the message reaches no device.
  static let refused = identifiers(
    [
      unknownField, adminName, legacyField, duplicateField, fieldType, androidGenerations, endpoint, oneTarget, topic,
      condition,
      token, installation, dataKey, timeToLive, analyticsLabel, iconColor, webLink, aps,
    ])

  /// The rules whose errors keep one kind of client from getting or showing any notification, whatever the others do.
  static func silenced(_ platform: Platform) -> Set<RuleIdentifier> { silencing[platform] ?? [] }

  /// A message's size differs for each.
  private static let silencing = [
    Platform.ios: identifiers([pushType, appleHeader, expired, alertText, payloadSize]),
    .android: identifiers([payloadSize]), .web: identifiers([webOptions, payloadSize]),
  ]

  /// The rules about pictures in places that no client reads.
  static let misplacing = identifiers([dataImage, appleImagePlace, webImagePlace, webImageHeader, mutableContentPlace])

  private static func identifiers(_ rules: [Rule<RequestDocument>]) -> Set<RuleIdentifier> {
    Set(rules.map(\.description.id))
  }
}

extension RequestRules {
  static let webImagePlace = Rule<RequestDocument>("web.image-place") { document in
    guard document.isSet("webpush") else { return [] }
    let places = [
      ["webpush", "fcm_options", "image"], ["webpush", "image"], ["webpush", "notification", "imageUrl"],
      ["webpush", "notification", "image_url"], ["webpush", "notification", "picture"],
    ]
    let path = ["webpush", "notification", "image"]
    let none = document.webImageThatIsNone.map {
      Finding(
        "\($0.kind) is no address: browsers make a text of it and find no picture there",
        remedy: "write the address itself",
        at: document.place(of: path))
    }
    return [none].compactMap(\.self)
      + places.compactMap { path in
        guard document.node(path)?.mayBeText == true else { return nil }
        return Finding(
          "browsers get no picture from \(path.joined(separator: "."))",
          platforms: document.refusesName(on: path) ? Set(Platform.allCases) : nil, at: document.place(of: path))
      }
  }

  static let webImageHeader = Rule<RequestDocument>("web.headers-image") { document in
    (document["webpush", "headers"]?.members ?? []).filter { $0.name.lowercased() == "image" }.map { member in
      Finding(
        "the header \(member.name.quoted) has no effect: headers of web push never reach the browser's page",
        at: document.place("webpush", "headers", member.name))
    }
  }

  static let webHeader = Rule<RequestDocument>("web.header") { document in
    (document["webpush", "headers"]?.members ?? []).compactMap { header in
      guard let text = header.value.text, let isRight = webHeaders[header.name.lowercased()], !isRight(text) else {
        return nil
      }
      return Finding(
        "the header \(header.name) is \(text.quoted), which web push does not know",
        at: document.place("webpush", "headers", header.name))
    }
  }

  private static let webHeaders: [String: @Sendable (String) -> Bool] = [
    "urgency": { ["very-low", "low", "normal", "high"].contains($0.lowercased()) },
    "topic": { text in
      (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { isUnreserved($0) && !".~".utf8.contains($0) }
    },
  ]

  static let webLink = texts("web.link", at: [LinkField.web], reads: [.link]) { link in
    guard !link.isEmpty, HTTPSLink(rawValue: link) == nil else { return nil }
    return Finding("the link \(link.quoted) is not an absolute https URL: \(HTTPSLink.fault(of: link))")
  }

  static let webOptions = Rule<RequestDocument>("web.options") { document in
    guard let options = document["webpush", "notification"], options.isObject, !options.isOpen else { return [] }
    let isSilent = options["silent"]?.isTrueInScripts == true
    let direction = options["dir"]
    let faults = [
      (
        "renotify", options["renotify"]?.isTrueInScripts == true && options["tag"]?.isEmptyInScripts != false,
        "renotify needs a tag that is not empty"
      ),
      ("vibrate", isSilent && options["vibrate"] != nil, "a silent notification has no vibrate"),
      (
        "dir", direction?.isOneInScripts(of: ["auto", "ltr", "rtl"]) == false,
        "\(direction?.text?.quoted ?? direction?.kind ?? "") is no direction"
      ),
      (
        "actions", options["actions"]?.areActions == false,
        "actions are objects with an action and a title, of type button or text, and only the latter has a placeholder"
      ),
    ]
    return faults.filter(\.1).map { name, _, words in
      Finding(
        "\(words): browsers throw a TypeError and show no notification",
        at: document.place("webpush", "notification", name))
    }
  }

  static let webCoverage = Rule<RequestDocument>("web.coverage") { document in
    document.image(for: .web).map {
      [Finding("Firefox, Safari and browsers on macOS show no picture", at: document.place(of: $0.path))]
    } ?? []
  }
}

extension JSONNode {
  /// Whether a script takes it for true. A program's result may be anything.
  fileprivate var isTrueInScripts: Bool {
    switch content {
    case .bool(let flag): flag
    case .number(let text): Double(text) != 0
    case .string(let text): !text.isEmpty
    case .object, .array: true
    case .null, .expression: false
    }
  }

  /// Whether it is an array of actions with their required members, as far as known.
  fileprivate var areActions: Bool {
    guard let elements else { return isExpression }
    return elements.allSatisfy { action in
      action.isExpression || action.isOpen || action["action"] != nil && action["title"] != nil && action.isAction
    }
  }

  /// Whether an action's type is valid, with a placeholder only for typed text.
  private var isAction: Bool {
    let type = self["type"]
    guard type?.isOneInScripts(of: ["button", "text"]) != false else { return false }
    let isForText = type?.isExpression == true || type?.isOneInScripts(of: ["text"]) == true
    return isForText || [nil, .null].contains(self["placeholder"]?.content) || self["placeholder"]?.isExpression == true
  }

  /// Whether a script reads it as an empty text.
  fileprivate var isEmptyInScripts: Bool { text?.isEmpty == true || elements?.isEmpty == true }

  /// Whether a script reads it as one of these texts, or may.
  fileprivate func isOneInScripts(of texts: [String]) -> Bool {
    switch content {
    case .string(let text): texts.contains(text)
    case .array, .expression: true
    case .number, .bool, .null, .object: false
    }
  }
}
