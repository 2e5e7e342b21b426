import Findings

extension RequestRules {
  static let dataKey = Rule<RequestDocument>("message.data-key") { document in
    document.data.compactMap { member, place in
      switch DataKey(member.name) {
      case .free: nil
      case .reserved: .reservedDataKey(member.name, at: place())
      case .doubtful:
        Finding(
          "the data key \(member.name.quoted) begins with google or gcm, which FCM's error reference calls reserved",
          severity: .warning, remedy: "choose a data key that begins otherwise", at: place())
      }
    }
  }

  /// In a campaign this is said of its messages together. Each person may have a topic, with a number.
  static let personalTopic = Rule<RequestDocument>(
    "message.personal-topic", reads: [.words, .target, .link, .data]
  ) { document in
    guard !document.bytes.isEmpty, let target = document.text("topic") ?? document.text("condition"),
      !target.utf8.contains(where: isDigit)
    else { return [] }
    let numbers = document.visibleTexts.compactMap { path, text in
      TextRemains.ownNumber(in: text).map { (path, "the text has \($0.quoted), one person's number") }
    }
    let links = document.links.compactMap { link in
      TextRemains.ownAccess(inLink: link.url).map { (link.path, "the link has \($0)") }
    }
    return (numbers.prefix(1) + links.prefix(1)).map { path, words in
      Finding(words + ", and goes to all", at: document.place(of: path), consequence: .shown)
    }
  }

  static let timeToLive = Rule<RequestDocument>("message.ttl") { document in
    let most = TimeToLive.maximumSeconds
    let android = "FCM keeps a message for a time written as \"3600s\", at most \"\(most)s\", and refuses it otherwise"
    var found = [["android", "ttl"], ["android_v2", "ttl"]].filter { path in
      guard let node = document.node(path), node.content != .null, !node.isExpression else { return false }
      return node.text.flatMap(TimeToLive.init(rawValue:)) == nil
    }.map { Finding(android, platforms: [.android], at: document.place(of: $0)) }
    let header = (document["webpush", "headers"]?.members ?? []).last { $0.name.lowercased() == "ttl" }
    if let header, let text = header.value.text, !(0...most).contains(Int(text) ?? -1) {
      found.append(
        Finding(
          "the header TTL is no whole number of seconds from 0 to \(most)", platforms: [.web],
          at: document.place("webpush", "headers", header.name)))
    }
    if let expiration = document["apns", "headers", "apns-expiration"]?.text, (Int(expiration) ?? -1) < 0 {
      found.append(
        Finding(
          "the header apns-expiration is no moment in seconds since 1970", platforms: [.ios],
          at: document.place("apns", "headers", "apns-expiration")))
    }
    return found
  }

  static let analyticsLabel = texts(
    "message.analytics-label",
    at: [[], ["android"], ["android_v2"], ["apns"], ["webpush"]].map { $0 + ["fcm_options", "analytics_label"] }
  ) { label in
    guard !label.isEmpty, AnalyticsLabel(rawValue: label) == nil else { return nil }
    return Finding(
      "the analytics label is not 1 to \(ClientLimit.analyticsLabelCharacters.value) letters, digits and -_.~%")
  }

  static let payloadSize = Rule<RequestDocument>("message.size", reads: [.words, .target, .link, .data]) { document in
    let isForMany = document["topic"] != nil || document["condition"] != nil
    let lowest = isForMany ? ClientLimit.topicPayloadBytes.value : ClientLimit.payloadBytes.value
    // Most are far below it, and need no payload for each platform.
    guard PayloadEstimate.bound(of: document.message) > lowest else { return [] }
    let payload = PayloadEstimate(of: document.message)
    let limits: [(limit: ClientLimit, severity: Diagnostic.Severity)] =
      [(.payloadBytes, .error)] + (isForMany ? [(.topicPayloadBytes, .warning)] : [])
    guard let broken = limits.first(where: { payload.largest > $0.limit.value }) else { return [] }
    return .one(
      "the payload has about \(payload.summary), over \(broken.limit.value) bytes; "
        + "\(PayloadParts(of: document.message).advice); \(broken.limit.reason)",
      severity: broken.severity, platforms: payload.platforms(over: broken.limit.value), at: document.place())
  }
}

extension PayloadEstimate {
  fileprivate var summary: String { "\(android) bytes on Android, \(apns) on APNs and \(webpush) on web push" }

  fileprivate func platforms(over limit: Int) -> Set<Platform> {
    Set([(Platform.android, android), (.ios, apns), (.web, webpush)].filter { $0.1 > limit }.map(\.0))
  }
}

extension Finding {
  static func reservedDataKey(_ key: String, at place: TextPlace? = nil) -> Finding {
    Finding(
      "the data key \(key.quoted) is empty or reserved (from, message_type, aps, fcm_options, google.*, gcm.*); FCM "
        + "refuses the message or breaks its payload", at: place)
  }
}

extension RequestRules {
  static let unknownField = mismatched("request.unknown-field") { mismatch, document in
    guard case .unknownField(let name, let type) = mismatch.kind, !isClaimed(name, type, in: document) else {
      return nil
    }
    let known = (MessageFieldTable.types[type] ?? []).map(\.name)
    let nearest =
      NearestName.slip(name, among: known) ?? known.first { name.count > 2 && $0.hasPrefix(name.lowercased()) }
    return (
      "\(type) has no field \(name.quoted), and FCM refuses a request with unknown fields",
      FieldHome.remedy(for: name, in: type)
        ?? nearest.map { "the nearest name is \($0.quoted); correct or delete the field" }
    )
  }

  static let adminName = mismatched("request.admin-name") { mismatch, _ in
    guard case .unknownField(let name, let type) = mismatch.kind,
      case .adminSDK(let place)? = ForeignName(name, in: type)
    else { return nil }
    return ("\(name.quoted) is a name of the Admin SDKs, which FCM's REST interface does not know", "write \(place)")
  }

  static let legacyField = mismatched("request.legacy-field") { mismatch, document in
    guard case .unknownField(let name, let type) = mismatch.kind,
      case .legacy(let place)? = ForeignName(name, in: type)
    else { return nil }
    let isPicture = name == "icon" && document["notification", "icon"]?.text?.contains("://") == true
    return (
      "\(name.quoted) has no place here in HTTP v1: it is of the legacy interface",
      isPicture
        ? "write the picture's address as image, and one only for browsers as webpush.notification.icon"
        : "write it as \(place)"
    )
  }

  static let duplicateField = mismatched("request.duplicate-field") { mismatch, _ in
    guard case .bothSpellings(let first, let second) = mismatch.kind else { return nil }
    return ("\(first.quoted) and \(second.quoted) are the same field, so one of the two values is lost", nil)
  }

  static let fieldType = mismatched("request.type") { mismatch, _ in
    switch mismatch.kind {
    case .wrongType(let found, let expected):
      return ("expected \(expected), found \(found): FCM refuses the request", nil)
    case .wrongValue(let text, let expected):
      return ("FCM does not take the value \(text.quoted) here", "write one of \(expected.joined(separator: ", "))")
    // Another rule checks how long a message is kept.
    case .duration(let text) where mismatch.name != "ttl":
      return ("\(text.quoted) is no span of time", "write seconds as a string that ends in s, such as \"0.5s\"")
    case .moment(let text):
      return (
        "\(text.quoted) is no moment as RFC 3339 writes it, so FCM refuses the request",
        "write date and time such as \"2026-10-23T15:01:30Z\""
      )
    case .duration, .unknownField, .bothSpellings: return nil
    }
  }

  /// A rule about differences from the API's definition.
  ///
  /// - Parameter words: message and remedy; nil for a difference that other rules report.
  private static func mismatched(
    _ id: String, words: @escaping @Sendable (SchemaMismatch, RequestDocument) -> (message: String, remedy: String?)?
  ) -> Rule<RequestDocument> {
    Rule(id) { document in
      document.mismatches.compactMap { mismatch in
        words(mismatch, document).map {
          Finding($0.message, remedy: $0.remedy, at: document.place(at: mismatch.offset, mismatch.path))
        }
      }
    }
  }

  static let androidGenerations = Rule<RequestDocument>("request.android-generations") { document in
    guard document.isSet("android"), document.isSet("android_v2") else { return [] }
    return .one("the message has both android and android_v2, and FCM rejects that", at: document.place("android_v2"))
  }

  /// Whether another rule reports an unknown name, with a better remedy.
  private static func isClaimed(_ name: String, _ type: String, in document: RequestDocument) -> Bool {
    ForeignName(name, in: type) != nil || name.isMutableContent && type != MessageFieldTable.rootType
      || misplacedImages.contains { place in
        place.type == type && place.name == name && document.node(place.path)?.mayBeText == true
      }
  }

  /// Pictures that the rules about places report.
  private static let misplacedImages = [
    (name: "image", type: "WebpushFcmOptions", path: ["webpush", "fcm_options", "image"]),
    (name: "image", type: "WebpushConfig", path: ["webpush", "image"]),
    (name: "image", type: "ApnsConfig", path: ["apns", "image"]),
    (name: "notification", type: "ApnsConfig", path: ["apns", "notification", "image"]),
  ]
}

extension String {
  /// Whether it means Apple's `mutable-content`, in any spelling.
  var isMutableContent: Bool {
    let words = "mutablecontent"
    guard utf8.count >= words.utf8.count else { return false }
    let letters = utf8.lazy.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    return letters.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
      .elementsEqual(words.utf8)
  }
}
