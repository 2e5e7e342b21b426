/// What FCM or a client refuses about a message although its fields have the right names and types.
enum MessageRules {
  static func problems(of message: Message, subject: Diagnostic.Subject) -> [Diagnostic] {
    TargetRules.problems(of: message.target, subject: subject)
      + [alertTextProblem(message, subject), mutableContentProblem(message, subject)].compactMap(\.self)
      + dataKeyProblems(message, subject)
  }

  static func problems(
    of payload: PayloadEstimate, target: MessageTarget, subject: Diagnostic.Subject
  ) -> [Diagnostic] {
    let limits: [(limit: ClientLimit, severity: Diagnostic.Severity)] =
      switch target {
      case .topic, .condition: [(.payloadBytes, .error), (.topicPayloadBytes, .warning)]
      case .token, .fid: [(.payloadBytes, .error)]
      }
    let broken = limits.first { payload.largest > $0.limit.value }
    return broken.map { [.large(payload, over: $0.limit, $0.severity, subject)] } ?? []
  }

  private static func alertTextProblem(_ message: Message, _ subject: Diagnostic.Subject) -> Diagnostic? {
    let isNotification = message.notification != nil || message.hasAppleAttachment
    return isNotification && !message.hasVisibleAlert ? .noAlertText(subject) : nil
  }

  private static func mutableContentProblem(_ message: Message, _ subject: Diagnostic.Subject) -> Diagnostic? {
    message.hasAppleAttachment && message.aps?["mutable-content"] != 1 ? .notMutable(subject) : nil
  }

  private static func dataKeyProblems(_ message: Message, _ subject: Diagnostic.Subject) -> [Diagnostic] {
    let maps = [message.data, message.android?.data, message.webpush?.data]
    return Set(maps.flatMap { ($0 ?? [:]).keys }).sorted().compactMap { key in
      switch DataKey(key) {
      case .free: nil
      case .doubtful: .doubtfulDataKey(key, subject)
      case .reserved: .reservedDataKey(key, subject)
      }
    }
  }
}

extension Message {
  /// Whether FCM's service extension gets something to attach.
  fileprivate var hasAppleAttachment: Bool { apns?.fcmOptions?.image != nil || notification?.image != nil }

  fileprivate var aps: JSONValue? { apns?.payload?["aps"] }

  /// Whether Apple's systems have words to show: an alert of the payload's own replaces the common words.
  fileprivate var hasVisibleAlert: Bool {
    guard let alert = aps?["alert"] else {
      return [notification?.title, notification?.body].contains { $0?.isVisible == true }
    }
    let parts = ["title", "body", "loc-key", "title-loc-key"].map { alert[$0]?.text }
    return ([alert.text] + parts).contains { $0?.isVisible == true }
  }
}

extension Message.AndroidOptions {
  fileprivate var data: [String: String]? {
    switch self {
    case .v1(let options): options.data
    case .v2(let options): options.data
    }
  }
}

extension Diagnostic {
  fileprivate static func noAlertText(_ subject: Subject) -> Diagnostic {
    Diagnostic(
      "ios.alert-text", .error, subject,
      "the message has no visible title or body: there is nothing to announce, and without alert text Apple's systems "
        + "ignore the service extension that adds the picture",
      remedy: "give the message a title or a body")
  }

  fileprivate static func notMutable(_ subject: Subject) -> Diagnostic {
    Diagnostic(
      "ios.mutable-content", .error, subject,
      "the message has an image but apns.payload.aps.mutable-content is not the number 1, so Apple's systems never "
        + "run the service extension that adds it",
      remedy: "set apns.payload.aps.mutable-content to 1")
  }

  static func reservedDataKey(_ key: String, _ subject: Subject) -> Diagnostic {
    Diagnostic(
      "message.data-key", .error, subject,
      "the data key \"\(key)\" is empty or reserved (from, message_type, aps, fcm_options, google.*, gcm.*); FCM "
        + "refuses the message or breaks its payload",
      remedy: "choose another data key")
  }

  fileprivate static func doubtfulDataKey(_ key: String, _ subject: Subject) -> Diagnostic {
    Diagnostic(
      "message.data-key", .warning, subject,
      "the data key \"\(key)\" begins with google or gcm, which FCM's error reference calls reserved",
      remedy: "choose a data key that begins otherwise")
  }

  fileprivate static func large(
    _ payload: PayloadEstimate, over limit: ClientLimit, _ severity: Severity, _ subject: Subject
  ) -> Diagnostic {
    Diagnostic(
      "message.size", severity, subject,
      "the payload has about \(payload.summary), over \(limit.value) bytes; \(limit.reason)",
      remedy: "shorten the text, the link or the address under which assets are published")
  }
}

extension PayloadEstimate {
  fileprivate var summary: String { "\(android) bytes on Android, \(apns) on APNs and \(webpush) on web push" }
}
