import Essentials
import Findings
import PushDelivery

/// The words of one client next to the picture, and how the request says to show the message.
package struct ClientWords: Hashable, Sendable {
  package var title: String?
  /// Between title and body, only on Apple's systems.
  package var subtitle: String?
  package var body: String?
  /// The words of its buttons.
  package var actions: [String]
  /// How long delivery is tried; nil where the request does not say: four weeks.
  package var expiry: String?
  /// The app's category for buttons, or what a tap opens; nil where the request has none.
  package var category: String?

  package init(
    title: String? = nil, subtitle: String? = nil, body: String? = nil, actions: [String] = [], expiry: String? = nil,
    category: String? = nil
  ) {
    (self.title, self.subtitle, self.body, self.actions, self.expiry) = (title, subtitle, body, actions, expiry)
    self.category = category
  }

  /// The words of a request for a client, by the REST reference.
  init(of message: JSONNode, on client: Platform) {
    switch client {
    case .android: self.init(android: message)
    case .ios: self.init(apple: message)
    case .web: self.init(web: message)
    }
  }

  private init(android message: JSONNode) {
    let shown = DevicePayload.androidNotification(of: message)
    self.init(
      title: shown["title"]?.text, body: shown["body"]?.text,
      expiry: message["android"]?["ttl"]?.text.flatMap(TimeToLive.init).map { Self.period($0.seconds) },
      category: shown["click_action"]?.text)
    // The app has the words in the phone's language.
    title = shown["title_loc_key"]?.text.map(Self.ownWords) ?? title
    body = shown["body_loc_key"]?.text.map(Self.ownWords) ?? body
  }

  private init(apple message: JSONNode) {
    let aps = DevicePayload.apns(of: message)["aps"]
    let alert = aps?["alert"]
    self.init(
      title: alert?["title"]?.text, subtitle: alert?["subtitle"]?.text, body: alert?.text ?? alert?["body"]?.text,
      expiry: message["apns"]?["headers"]?["apns-expiration"]?.text.map(Self.moment),
      category: aps?["category"]?.text)
    title = alert?["title-loc-key"]?.text.map(Self.ownWords) ?? title
    subtitle = alert?["subtitle-loc-key"]?.text.map(Self.ownWords) ?? subtitle
    body = alert?["loc-key"]?.text.map(Self.ownWords) ?? body
  }

  private init(web message: JSONNode) {
    let shown = DevicePayload.webpush(of: message)["notification"]
    let actions = shown?["actions"]?.elements ?? []
    self.init(
      title: shown?["title"]?.text, body: shown?["body"]?.text, actions: actions.compactMap { $0["title"]?.text },
      expiry: message["webpush"]?["headers"]?["TTL"]?.text.map { Int($0).map(Self.period) ?? $0 })
  }

  /// Words that the app looks up.
  private static func ownWords(_ key: String) -> String { "(the app's words for \(key))" }

  /// `2 days 3 h`, `90 s`.
  static func period(_ seconds: Int) -> String {
    guard seconds > 0 else { return "now or never" }
    let units: KeyValuePairs = ["d": 86_400, "h": 3600, "min": 60, "s": 1]
    var rest = seconds
    let parts = units.compactMap { name, length -> String? in
      let count = rest / length
      rest %= length
      return count > 0 ? "\(count) \(name)" : nil
    }
    return parts.joined(separator: " ")
  }

  /// When APNs gives up, in seconds since 1970; 0: only one attempt
  /// (https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns).
  private static func moment(_ text: String) -> String {
    guard let seconds = Int(text) else { return text }
    return seconds == 0 ? "now or never" : "until " + Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
  }
}
