import Findings
import MediaFacts

extension RequestRules {
  static let iconColor = Rule<RequestDocument>("android.color") { document in
    notificationPaths("color").compactMap { path in
      guard let text = document.node(path)?.text, !text.isEmpty, RGBColor(text) == nil else { return nil }
      return Finding("\(text.quoted) is no colour of the form #rrggbb", at: document.place(of: path))
    }
  }

  static let smallIcon = Rule<RequestDocument>("android.icon") { document in
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
    return [
      Finding(
        "the body has \(body.count) characters, and beside a picture Android shows about a line of it",
        at: document.place(of: path))
    ]
  }
}
