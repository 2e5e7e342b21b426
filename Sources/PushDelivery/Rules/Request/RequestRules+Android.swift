import Findings
import MediaFacts

extension RequestRules {
  static let iconColor = Rule<RequestDocument>(
    .init(
      "android.color", .request, .error, platforms: [.android],
      summary: "a notification's colour is #rrggbb",
      why: "FCM and the Admin SDKs refuse any other form", remedy: "write the colour as # and six hexadecimal digits",
      source: "https://github.com/firebase/firebase-admin-node/blob/main/src/messaging/messaging-internal.ts",
      failing: [.message(#""android": {"notification": {"color": "green"}}"#)],
      passing: [.message(##""android": {"notification": {"color": "#336699"}}"##)])
  ) { document in
    notificationPaths("color").compactMap { path in
      guard let text = document.node(path)?.text, !text.isEmpty, RGBColor(text) == nil else { return nil }
      return Finding("\(text.quoted) is no colour of the form #rrggbb", at: document.place(of: path))
    }
  }

  static let smallIcon = Rule<RequestDocument>(
    .init(
      "android.icon", .request, .warning, platforms: [.android],
      summary: "a notification's icon is the name of a drawable in the app",
      why:
        "FCM's client library looks for a drawable resource of this name and loads no address: it shows the app's own icon "
        + "instead",
      remedy: "write the name of a drawable, such as ic_notification; a picture belongs into `image`",
      source: "https://github.com/firebase/firebase-android-sdk/blob/main/firebase-messaging/src/main/java/com/google/"
        + "firebase/messaging/CommonNotificationBuilder.java",
      failing: [
        .message(#""android": {"notification": {"icon": "https://static.example.com/icon.png"}}"#),
        .message(#""android": {"notification": {"icon": "ic_tulip.png"}}"#),
      ],
      passing: [.message(#""android": {"notification": {"icon": "ic_tulip"}}"#)])
  ) { document in
    notificationPaths("icon").compactMap { path in
      guard let icon = document.node(path)?.text else { return nil }
      let isAddress = icon.contains("://") || icon.hasPrefix("data:") || icon.hasPrefix("/")
      let isFile = [".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg", ".xml"].contains {
        icon.lowercased().hasSuffix($0)
      }
      guard isAddress || isFile else { return nil }
      return Finding(
        "\(icon.quoted) is \(isAddress ? "an address" : "a file's name") and no drawable's: Android shows the app's own icon",
        at: document.place(of: path))
    }
  }

  /// The ways to a field of both generations of Android's notifications.
  private static func notificationPaths(_ field: String) -> [[String]] {
    [["android", "notification", field], ["android_v2", "remote_notification", "notification", field]]
  }

  static let foreground = Rule<RequestDocument>(
    .init(
      "android.foreground", .request, .note, platforms: [.android],
      summary: "the app itself shows the picture while it is in the foreground",
      why: "FCM's client library shows notifications of apps in the background alone; a running app is handed the "
        + "message and has to load the picture itself",
      remedy: "see that the app handles onMessageReceived and reads getNotification().getImageUrl()",
      source: "https://github.com/firebase/firebase-android-sdk/blob/main/firebase-messaging/src/main/java/com/google/"
        + "firebase/messaging/DisplayNotification.java",
      failing: [.message(#""android": {"notification": {"image": "https://static.example.com/tulips.jpg"}}"#)],
      passing: [.words])
  ) { document in
    document.image(for: .android).map {
      [Finding("nothing shows this picture by itself while the app is open", at: document.place(of: $0.path))]
    } ?? []
  }

  static let longBody = Rule<RequestDocument>(
    .init(
      "android.long-body", .request, .warning, platforms: [.android],
      summary: "beside a picture a body is short: at most \(ClientLimit.androidPictureBodyCharacters.value) characters",
      why: ClientLimit.androidPictureBodyCharacters.reason, remedy: "shorten the body, or send it without a picture",
      source: ClientLimit.androidPictureBodyCharacters.source,
      failing: [
        .message(
          #""android": {"notification": {"image": "https://static.example.com/tulips.jpg", "body": ""#
            + String(repeating: "The tulips are out. ", count: 10) + #""}}"#)
      ],
      passing: [
        .message(
          #""android": {"notification": {"image": "https://static.example.com/tulips.jpg", "body": "The tulips are out."}}"#
        )
      ]), reads: [.words]
  ) { document in
    let path = notificationPaths("body").first { document.node($0)?.text != nil } ?? ["notification", "body"]
    let limit = ClientLimit.androidPictureBodyCharacters.value
    // No text has more characters than bytes, and these need not be counted.
    guard document.image(for: .android) != nil, let body = document.node(path)?.text, body.utf8.count > limit,
      body.count > limit
    else { return [] }
    return [
      Finding(
        "the body has \(body.count) characters, and beside a picture Android shows about a line of it",
        at: document.place(of: path))
    ]
  }
}
