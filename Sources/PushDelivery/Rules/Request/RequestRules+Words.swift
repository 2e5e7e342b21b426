import Findings

extension RequestRules {
  static let longTitle = Rule<RequestDocument>(
    .init(
      "message.long-title", .request, .warning, platforms: [.android, .ios],
      summary: "a title is at most as wide as \(ClientLimit.titleLetters.value) letters",
      why: "\(ClientLimit.titleLetters.reason); an ideograph or an emoji is as wide as two letters",
      remedy: "shorten the title, or move a part of it into the body", source: ClientLimit.titleLetters.source,
      failing: [
        .request(title("The tulips that we planted in the autumn are out now, all of them")),
        .request(title(String(repeating: "春", count: 26))),
      ],
      passing: [.words, .request(title(String(repeating: "春", count: 25)))]), reads: [.words]
  ) { document in
    guard let title = document.text("notification", "title") else { return [] }
    let width = TextWidth.letters(of: title)
    guard width > ClientLimit.titleLetters.value else { return [] }
    return [
      Finding(
        "the title is as wide as \(width) letters, and phones show about \(ClientLimit.titleLetters.value) at most",
        at: document.place("notification", "title"))
    ]
  }

  static let longText = Rule<RequestDocument>(
    .init(
      "message.long-text", .request, .warning, platforms: [.ios],
      summary: "title and body together are at most as wide as \(ClientLimit.appleTextLetters.value) letters, beside a "
        + "picture \(ClientLimit.appleTextLettersBesidePicture.value)",
      why: "\(ClientLimit.appleTextLetters.reason); an ideograph or an emoji is as wide as two letters",
      remedy: "shorten the body, and say first what matters", source: ClientLimit.appleTextLetters.source,
      failing: [.request(body(String(repeating: "The tulips are out. ", count: 9)))],
      passing: [.words, .request(body(String(repeating: "The tulips are out. ", count: 7)))]), reads: [.words]
  ) { document in
    let words = [document.text("notification", "title"), document.text("notification", "body")].compactMap(\.self)
    let width = words.reduce(0) { $0 + TextWidth.letters(of: $1) }
    let limit: ClientLimit =
      document.image(for: .ios) == nil ? .appleTextLetters : .appleTextLettersBesidePicture
    guard width > limit.value, document.text("notification", "body") != nil else { return [] }
    return [
      Finding(
        "title and body are as wide as \(width) letters, and the lock screen of Apple's systems shows about "
          + "\(limit.value)", at: document.place("notification", "body"))
    ]
  }

  static let expired = Rule<RequestDocument>(
    .init(
      "message.expired", .request, .error, platforms: [.ios],
      summary: "the moment after which a message is dropped is still to come",
      why: "Apple's servers drop a message whose apns-expiration is over, and FCM answers 200 all the same",
      remedy: "write a moment that is still to come, or leave it out",
      source: "https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns",
      failing: [.message(##""apns": {"headers": {"apns-expiration": "1577836800"}}"##)],
      passing: [
        .message(##""apns": {"headers": {"apns-expiration": "4102444800"}}"##),
        .message(##""apns": {"headers": {"apns-expiration": "0"}}"##),
      ])
  ) { document in
    let path = ["apns", "headers", "apns-expiration"]
    // 0 is now or never, and no moment.
    guard let now = document.now, let moment = document.node(path)?.text.flatMap({ Int($0) }), moment > 0,
      moment <= now
    else { return [] }
    return [
      Finding(
        "it expired on \(CalendarDay(daysSince1970: Int64(moment / 86_400))), so Apple's servers drop it",
        at: document.place(of: path))
    ]
  }

  private static func title(_ text: String) -> String {
    ##"{"message": {"topic": "spring", "notification": {"title": "\##(text)"}}}"##
  }

  private static func body(_ text: String) -> String {
    ##"{"message": {"topic": "spring", "notification": {"title": "Spring is here", "body": "\##(text)"}}}"##
  }
}
