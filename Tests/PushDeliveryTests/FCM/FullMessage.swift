import Findings
import PushDelivery

/// Messages in which every field of the API's definition has a value.
enum FullMessage {
  static let picture = "https://cdn.example.com/a.jpg"
  static let movie = "https://cdn.example.com/a.mp4"

  static func v1(target: MessageTarget = .fid("fid")) throws -> Message {
    let own: JSONValue = [
      "priority": "HIGH",
      "notification": content.merging(["proxy": "IF_PRIORITY_LOWERED", "bypass_proxy_notification": false]),
    ]
    return try Message(to: target, common.merging(["android": options.merging(own)]))
  }

  static func v2(target: MessageTarget = .fid("fid")) throws -> Message {
    let remote: JSONValue = [
      "notification": content.merging(["id": -7]), "mutable_content": true, "use_as_v1_data_message": false,
    ]
    let own: JSONValue = ["remote_notification": remote, "background_sync": [:]]
    return try Message(to: target, common.merging(["android_v2": options.merging(own)]))
  }

  private static let label: JSONValue = ["analytics_label": "spring-sale"]

  private static let common: JSONValue = [
    "notification": ["title": "Bread", "body": "Buns", "image": .string(picture)], "data": ["k": "v"],
    "webpush": [
      "headers": ["TTL": "15"], "data": ["k": "v"],
      "notification": ["image": .string(picture), "silent": false, "vibrate": [1, .number(2.5), .null]],
      "fcm_options": ["link": "https://e.com/", "analytics_label": "spring-sale"],
    ],
    "apns": [
      "headers": ["apns-priority": "10"], "payload": ["aps": ["mutable-content": 1]],
      "fcm_options": ["image": .string(movie), "analytics_label": "spring-sale"], "live_activity_token": "token",
    ],
    "fcm_options": label,
  ]

  /// Fields of both generations of Android options.
  private static let options: JSONValue = [
    "ttl": "60s", "data": ["k": "v"], "collapse_key": "sale", "restricted_package_name": "com.example",
    "fcm_options": label, "direct_boot_ok": true, "bandwidth_constrained_ok": false, "restricted_satellite_ok": true,
  ]

  private static let content: JSONValue = [
    "title": "Bread", "body": "Buns", "image": .string(picture), "icon": "icon", "color": "#0102ff",
    "sound": "default", "tag": "tag", "click_action": "OPEN", "title_loc_key": "title", "title_loc_args": ["1"],
    "body_loc_key": "body", "body_loc_args": ["2"], "channel_id": "news", "ticker": "ticker", "sticky": true,
    "event_time": "1970-01-01T00:00:00Z", "local_only": false, "notification_priority": "PRIORITY_HIGH",
    "default_sound": true, "default_vibrate_timings": false, "default_light_settings": true,
    "vibrate_timings": ["1.5s"], "visibility": "SECRET", "notification_count": 3,
    "light_settings": [
      "color": ["red": .number(0.5), "green": 0, "blue": 1, "alpha": .number(0.25)], "light_on_duration": "1.5s",
      "light_off_duration": "1.5s",
    ],
  ]
}
