import Findings

// What stands in texts that people see and was not written for them.
extension RequestRules {
  static let noValue = Rule<RequestDocument>(
    .init(
      "message.no-value", .request, .error,
      summary: "a text that people see is not what a program or a spreadsheet writes for no value",
      why:
        "FCM sends any text, and people read #REF! or undefined where a name or a price should stand; of what could be "
        + "meant (null, None, a last word such as undefined) this is a warning",
      remedy: "see what should stand there, and have the program leave the message out where it is missing",
      source: "https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects/String#string_coercion",
      failing: [
        .request(##"{"message": {"topic": "spring", "notification": {"title": "#REF!"}}}"##),
        .request(#"{"message": {"topic": "spring", "notification": {"title": "Hello undefined"}}}"#),
        .request(#"{"message": {"topic": "spring", "notification": {"title": "For you", "body": "[object Object]"}}}"#),
      ],
      passing: [
        .words, .request(#"{"message": {"topic": "spring", "notification": {"title": "None of us is undefined"}}}"#),
      ]), reads: [.words]
  ) { document in
    document.visibleTexts.compactMap { path, text in
      guard let found = TextRemains.noValue(in: text) else { return nil }
      return Finding(
        found.isWhole
          ? "the text is \(found.excerpt.quoted), which is what \(found.origin)"
          : "the text has \(found.excerpt.quoted) in it, which is what \(found.origin)",
        severity: found.isSure ? .error : .warning, at: document.place(of: path), consequence: .shown)
    }
  }

  static let leftover = Rule<RequestDocument>(
    .init(
      "message.placeholder", .request, .warning,
      summary: "no text that people see has a placeholder of a template in it",
      why: "whoever sends the message as it stands shows people the placeholder: FCM fills nothing in",
      remedy: "fill it in before the message is sent, or write what should stand there",
      source: "https://firebase.google.com/docs/cloud-messaging/send/v1-api",
      failing: [
        .request(#"{"message": {"topic": "spring", "notification": {"title": "Hello {{name}}"}}}"#),
        .request(#"{"message": {"topic": "spring", "notification": {"title": "Spring", "body": "Hello *|FNAME|*"}}}"#),
      ],
      passing: [
        .words, .request(#"{"message": {"topic": "spring", "notification": {"title": "100%% wool {and} $5"}}}"#),
      ]), reads: [.words]
  ) { document in
    // What a campaign is to fill in was filled in, and its author wrote four braces for the two that are left.
    let isComposed = document.bytes.isEmpty
    return document.visibleTexts.compactMap { path, text in
      guard let found = TextRemains.placeholder(in: text), !isComposed || !found.hasPrefix("{{") else { return nil }
      return Finding(
        "the text has \(found.quoted) in it, a placeholder that nobody filled in", at: document.place(of: path))
    }
  }

  static let markup = Rule<RequestDocument>(
    .init(
      "message.markup", .request, .warning,
      summary: "no text that people see has tags or entities of HTML in it",
      why:
        "title and body are plain text to FCM, to Apple's alert and to the Notification API, and none of them says "
        + "that it reads HTML: what is written as `<b>` or `&amp;` is to be expected to be seen so",
      remedy: "write the sign itself, and no tags", source: "https://notifications.spec.whatwg.org/#object-members",
      failing: [
        .request(#"{"message": {"topic": "spring", "notification": {"title": "<b>Spring</b> is here"}}}"#),
        .request(#"{"message": {"topic": "spring", "notification": {"title": "Cut &amp; dried"}}}"#),
      ],
      passing: [
        .words, .request(#"{"message": {"topic": "spring", "notification": {"title": "Cut & dried: a < b > c"}}}"#),
      ]), reads: [.words]
  ) { document in
    document.visibleTexts.compactMap { path, text in
      guard let found = TextRemains.markup(in: text) else { return nil }
      return Finding(
        "the text has \(found.quoted) in it, which is HTML in a text that is plain", at: document.place(of: path))
    }
  }
}

extension RequestDocument {
  /// The texts that some client shows as they are, each with the way to it.
  fileprivate var visibleTexts: [(path: [String], text: String)] {
    let texts = Self.textPaths.flatMap { parent, names in
      guard let object = node(parent) else { return [] as [(path: [String], text: String)] }
      if let text = object.text { return [(parent, text)] }
      return names.compactMap { name in object[name]?.text.map { (parent + [name], $0) } }
    }
    let actions = ["webpush", "notification", "actions"]
    let labels = (node(actions)?.elements ?? []).compactMap { $0["title"]?.text }.map { (path: actions, text: $0) }
    return texts + labels
  }

  /// Objects with texts, of which an alert may be a text itself.
  private static let textPaths: [(parent: [String], names: [String])] = [
    (["notification"], ["title", "body"]),
    (["android", "notification"], ["title", "body", "ticker"]),
    (["android_v2", "remote_notification", "notification"], ["title", "body", "ticker"]),
    (["apns", "payload", "aps", "alert"], ["title", "subtitle", "body"]),
    (["webpush", "notification"], ["title", "body"]),
  ]
}
