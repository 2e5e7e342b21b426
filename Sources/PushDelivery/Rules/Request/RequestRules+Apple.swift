package import Findings

extension RequestRules {
  static let mutableContent = Rule<RequestDocument>(
    .init(
      "ios.mutable-content", .request, .error, platforms: [.ios],
      summary: "a message with a picture has the number 1 as apns.payload.aps.mutable-content",
      why: "Apple's systems start the service extension that adds the picture for no other message, and FCM checks "
        + "nothing inside the payload",
      remedy: "set apns.payload.aps.mutable-content to 1", source: "https://developer.apple.com/forums/thread/762407",
      failing: [
        .message(#""apns": {"fcm_options": {"image": "https://static.example.com/tulips.jpg"}}"#),
        .message(
          """
          "apns": {
            "payload": {"aps": {"mutable-content": true}},
            "fcm_options": {"image": "https://static.example.com/tulips.jpg"}
          }
          """),
      ],
      passing: [.picture, .words])
  ) { document in
    guard let image = document.image(for: .ios), misplacedMutableContent(in: document).isEmpty else { return [] }
    let value = document["apns", "payload", "aps", "mutable-content"]
    guard value?.number != 1 || value?.text != nil else { return [] }
    let found = value.map { "is \($0.numberAsWritten ?? $0.kind)" } ?? "is missing"
    return [
      Finding(
        "the message has an image (\(image.path.joined(separator: "."))) but apns.payload.aps.mutable-content \(found): "
          + "it is to be the number 1, or Apple's systems never run the service extension that adds the picture",
        at: document.place("apns", "payload", "aps", "mutable-content"))
    ]
  }

  static let mutableContentPlace = Rule<RequestDocument>(
    .init(
      "ios.mutable-content-place", .request, .error, platforms: [.ios],
      summary: "mutable-content stands in apns.payload.aps and is spelt so",
      why: "anywhere else, as `mutable_content` or as a header it is accepted and does nothing: the service extension "
        + "never runs",
      remedy: "write \"mutable-content\": 1 in apns.payload.aps",
      source: "https://github.com/firebase/firebase-ios-sdk/issues/3368",
      failing: [
        .message(
          """
          "apns": {
            "payload": {"aps": {"mutable_content": 1}},
            "fcm_options": {"image": "https://static.example.com/tulips.jpg"}
          }
          """),
        .message(
          """
          "apns": {
            "headers": {"mutable-content": "1"},
            "fcm_options": {"image": "https://static.example.com/tulips.jpg"}
          }
          """),
      ],
      passing: [.picture])
  ) { document in
    let isSet = document["apns", "payload", "aps", "mutable-content"]?.number == 1
    return misplacedMutableContent(in: document).map { path, offset in
      Finding(
        "\((path.last ?? "").quoted) does nothing here: Apple's systems look for \"mutable-content\" in apns.payload.aps",
        severity: isSet ? .warning : .error, at: document.place(of: path))
    }
  }

  static let appleImagePlace = Rule<RequestDocument>(
    .init(
      "ios.image-place", .request, .error, platforms: [.ios],
      summary: "the picture for Apple's systems is apns.fcm_options.image",
      why: "FCM's service extension looks for fcm_options.image and nowhere else; other keys reach the app unread",
      remedy: "move the address to apns.fcm_options.image",
      source: "https://github.com/firebase/firebase-ios-sdk/blob/main/FirebaseMessaging/Sources/"
        + "FIRMessagingExtensionHelper.m",
      failing: [
        .message(
          """
          "apns": {
            "payload": {"aps": {"mutable-content": 1, "image": "https://static.example.com/tulips.jpg"}}
          }
          """),
        .message(#""apns": {"image": "https://static.example.com/tulips.jpg"}"#),
      ],
      passing: [.picture])
  ) { document in
    appleImagePlaces.compactMap { path in
      guard document.node(path)?.text != nil else { return nil }
      return Finding(
        "FCM's service extension does not look for a picture in \(path.joined(separator: "."))",
        at: document.place(of: path))
    }
  }

  static let alertText = Rule<RequestDocument>(
    .init(
      "ios.alert-text", .request, .error,
      summary: "a notification has a visible title or body",
      why: "there is nothing to announce without one, and Apple's systems ignore the service extension that adds the "
        + "picture",
      remedy: "give the message a title or a body",
      source: "https://developer.apple.com/documentation/usernotifications/unnotificationserviceextension/"
        + "didreceive(_:withcontenthandler:)",
      failing: [
        .request(#"{"message": {"topic": "spring", "notification": {"title": " "}}}"#),
        .message(#""apns": {"payload": {"aps": {"alert": {"title": ""}}}}"#),
      ],
      passing: [.words, .request(#"{"message": {"topic": "spring", "data": {"order": "12"}}}"#)])
  ) { document in
    let isNotification = document["notification"] != nil || document.image(for: .ios) != nil
    guard isNotification, !document.hasVisibleAlert else { return [] }
    return [
      Finding(
        "the message has no visible title or body: there is nothing to announce, and without alert text Apple's systems "
          + "ignore the service extension that adds the picture",
        at: document["apns", "payload", "aps", "alert"] == nil
          ? document.place("notification") : document.place("apns", "payload", "aps", "alert"))
    ]
  }

  static let backgroundPriority = Rule<RequestDocument>(
    .init(
      "ios.background-priority", .request, .error, platforms: [.ios],
      summary: "a message of data alone has apns-priority 5",
      why: "FCM sends with priority 10 unless told, and APNs does not deliver a background message with it",
      remedy: "set apns.headers.apns-priority to \"5\"", source: apiDefinition,
      failing: [
        .request(
          #"{"message": {"topic": "spring", "data": {"order": "12"}, "apns": {"payload": {"aps": {"content-available": 1}}}}}"#
        )
      ],
      passing: [
        .request(
          """
          {
            "message": {
              "topic": "spring",
              "data": {"order": "12"},
              "apns": {"headers": {"apns-priority": "5"}, "payload": {"aps": {"content-available": 1}}}
            }
          }
          """)
      ])
  ) { document in
    let aps = document["apns", "payload", "aps"]
    guard document["notification"] == nil, aps?["alert"] == nil, document.image(for: .ios) == nil else { return [] }
    let priority = document["apns", "headers", "apns-priority"]?.text
    guard priority == "10" || (priority == nil && aps?["content-available"] != nil) else { return [] }
    return [
      Finding(
        "the message has nothing to show and goes out with priority \(priority ?? "10"), with which APNs does not "
          + "deliver it", at: document.place("apns", "headers", "apns-priority"))
    ]
  }

  package static let serviceExtension = Rule<RequestDocument>(
    .init(
      "ios.service-extension", .request, .note, platforms: [.ios],
      summary: "the app has a notification service extension that calls FCM's helper",
      why: "the picture is added by that extension; an app without one shows text alone. No request can tell",
      remedy: "see that the app has an extension which calls populateNotificationContent of "
        + "FIRMessagingExtensionHelper; `richpush scaffold ios-extension` writes one",
      source: "https://firebase.google.com/docs/cloud-messaging/customize-messages/cross-platform",
      failing: [
        .message(
          """
          "apns": {
            "payload": {"aps": {"mutable-content": 1}},
            "fcm_options": {"image": "https://static.example.com/tulips.jpg"}
          }
          """)
      ],
      passing: [.words])
  ) { document in
    document.image(for: .ios).map {
      [Finding("the picture shows only in apps with a notification service extension", at: document.place(of: $0.path))]
    } ?? []
  }

  private static let appleImagePlaces =
    [["apns", "image"], ["apns", "notification", "image"], ["apns", "payload", "fcmOptions", "image"]]
    + ["image", "imageUrl", "image_url", "image-url", "attachment-url", "media-url", "mediaUrl"]
    .map { ["apns", "payload", "aps", $0] }
    + ["fcm_options", "fcmOptions", "alert"].map { ["apns", "payload", "aps", $0, "image"] }

  private static let mutableContentPlaces = [
    ["apns", "payload", "aps", "mutable-content"], ["android_v2", "remote_notification", "mutable_content"],
  ]

  /// Every `mutable-content`, however spelt, that is not where Apple's systems look for it.
  private static func misplacedMutableContent(in document: RequestDocument) -> [(path: [String], offset: Int)] {
    document.message.members.flatMap { member in
      // Data is the app's own.
      member.name == "data" ? [] : misplaced(member, path: [member.name])
    }
  }

  private static func misplaced(_ member: JSONNode.Member, path: [String]) -> [(path: [String], offset: Int)] {
    let isMisplaced = member.name.isMutableContent && !mutableContentPlaces.contains(path)
    let own = isMisplaced ? [(path, member.nameOffset)] : []
    return own + member.value.members.flatMap { misplaced($0, path: path + [$0.name]) }
  }
}

extension RequestDocument {
  /// Whether Apple's systems have words to show: an alert of the payload's own replaces the common words.
  fileprivate var hasVisibleAlert: Bool {
    guard let alert = self["apns", "payload", "aps", "alert"] else {
      return [text("notification", "title"), text("notification", "body")].contains { $0?.isVisible == true }
    }
    let parts = ["title", "body", "loc-key", "title-loc-key"].map { alert[$0]?.text }
    return ([alert.text] + parts).contains { $0?.isVisible == true }
  }
}
