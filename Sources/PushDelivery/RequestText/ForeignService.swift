import Findings

/// A push service other than FCM's message API, recognised by its requests and their URLs.
struct ForeignService: Hashable, Sendable {
  let name: String

  /// - Parameter address: of the body, as far as the text next to it says.
  /// - Returns: nil for a request to FCM, and if it is unknown.
  init?(_ body: JSONNode, address: String?) {
    let address = address?.lowercased() ?? ""
    guard !address.contains("fcm.googleapis.com") else { return nil }
    let known = Self.hosts.first { address.contains($0.host) }
    guard let name = known?.name ?? Self.name(ofBody: body) else { return nil }
    self.name = name
  }

  private static let topics = "Google's service for subscriptions to topics (instance ID)"
  private static let expo = "Expo's push service"
  private static let oneSignal = "OneSignal"

  private static let hosts: [(host: String, name: String)] = [
    ("iid.googleapis.com", topics), ("exp.host/", expo), ("onesignal.com/", oneSignal),
    ("api.push.apple.com", "APNs"), ("api.development.push.apple.com", "APNs"),
    ("api.sandbox.push.apple.com", "APNs"), ("go.urbanairship.com", "Airship"), ("api.asnapieu.com", "Airship"),
    ("braze.com/messages", "Braze"), ("braze.eu/messages", "Braze"), ("pushwoosh.com/json", "Pushwoosh"),
    ("push-api.cloud.huawei.com", "Huawei's Push Kit"), ("pushnotifications.pusher.com", "Pusher Beams"),
    ("api.clevertap.com", "CleverTap"), ("api.batch.com", "Batch"), ("api.moengage.com", "MoEngage"),
  ]

  private static func name(ofBody body: JSONNode) -> String? {
    let names = Set(body.members.map(\.name))
    if names.contains("registration_tokens"), names.contains("to") { return topics }
    if names.contains("app_id"), !names.isDisjoint(with: oneSignalNames) { return oneSignal }
    if names.contains("audience"), names.contains("device_types") { return "Airship" }
    let targets = (body["to"]?.elements ?? [body["to"]].compactMap(\.self)).compactMap(\.text)
    return targets.contains { text in ["ExponentPushToken[", "ExpoPushToken["].contains(where: text.hasPrefix) }
      ? expo : nil
  }

  private static let oneSignalNames: Set = [
    "contents", "headings", "included_segments", "include_player_ids", "include_subscription_ids", "include_aliases",
    "template_id", "filters",
  ]
}
