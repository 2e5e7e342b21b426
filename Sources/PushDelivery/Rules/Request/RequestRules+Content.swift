import Findings

extension RequestRules {
  static let dataKey = Rule<RequestDocument>("message.data-key") { document in
    dataPaths.flatMap { path in
      (document.node(path)?.members ?? []).compactMap { member in
        switch DataKey(member.name) {
        case .free: nil
        case .reserved: .reservedDataKey(member.name, at: document.place(of: path + [member.name]))
        case .doubtful:
          Finding(
            "the data key \(member.name.quoted) begins with google or gcm, which FCM's error reference calls reserved",
            severity: .warning, remedy: "choose a data key that begins otherwise",
            at: document.place(of: path + [member.name]))
        }
      }
    }
  }

  private static let dataPaths = [["data"], ["android", "data"], ["android_v2", "data"], ["webpush", "data"]]

  static let timeToLive = Rule<RequestDocument>("message.ttl") { document in
    lifetimePaths.compactMap { androidLifetime(document, $0) } + headerLifetimes(document)
  }

  private static let lifetimePaths = [["android", "ttl"], ["android_v2", "ttl"]]

  private static func androidLifetime(_ document: RequestDocument, _ path: [String]) -> Finding? {
    guard let node = document.node(path), node.content != .null, !node.isExpression else { return nil }
    if let text = node.text, TimeToLive(rawValue: text) != nil { return nil }
    return Finding(
      "FCM keeps a message for a time written as \"3600s\", at most \"\(TimeToLive.maximumSeconds)s\", and refuses it "
        + "otherwise", platforms: [.android], at: document.place(of: path))
  }

  private static func headerLifetimes(_ document: RequestDocument) -> [Finding] {
    var findings: [Finding] = []
    let lifetime = (document["webpush", "headers"]?.members ?? []).last { $0.name.lowercased() == "ttl" }
    if let lifetime, let text = lifetime.value.text, !(0...TimeToLive.maximumSeconds).contains(Int(text) ?? -1) {
      findings.append(
        Finding(
          "the header TTL is no whole number of seconds from 0 to \(TimeToLive.maximumSeconds)", platforms: [.web],
          at: document.place("webpush", "headers", lifetime.name)))
    }
    if let expiration = document["apns", "headers", "apns-expiration"]?.text, (Int(expiration) ?? -1) < 0 {
      findings.append(
        Finding(
          "the header apns-expiration is no moment in seconds since 1970", platforms: [.ios],
          at: document.place("apns", "headers", "apns-expiration")))
    }
    return findings
  }

  static let analyticsLabel = Rule<RequestDocument>("message.analytics-label") { document in
    labelPaths.compactMap { path in
      guard let label = document.node(path)?.text, !label.isEmpty, AnalyticsLabel(rawValue: label) == nil else {
        return nil
      }
      return Finding(
        "the analytics label is not 1 to \(ClientLimit.analyticsLabelCharacters.value) letters, digits and -_.~%",
        at: document.place(of: path))
    }
  }

  private static let labelPaths = [[], ["android"], ["android_v2"], ["apns"], ["webpush"]].map {
    $0 + ["fcm_options", "analytics_label"]
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
    return [
      Finding(
        "the payload has about \(payload.summary), over \(broken.limit.value) bytes; "
          + "\(PayloadParts(of: document.message).advice); \(broken.limit.reason)",
        severity: broken.severity, platforms: payload.platforms(over: broken.limit.value), at: document.place())
    ]
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
