/// The right place of a value whose name the API does not know there.
///
/// Names of the API belong in another object of the same message; others are from platforms and other interfaces.
enum FieldHome {
  /// The fix, as an instruction; nil for an unknown name. `type`: the type that has the name.
  static func remedy(for name: String, in type: String) -> String? {
    let plain = name.lowercased().filter { $0 != "_" && $0 != "-" }
    return advice[type]?[plain] ?? common[plain]
      ?? (places[type]?[plain] ?? inner(name, of: type)).map { "write it as \($0.joined(separator: "."))" }
  }

  /// A name of an object inside this one.
  private static func inner(_ name: String, of type: String) -> [String]? {
    if type == MessageFieldTable.rootType {
      return MessageFieldTable.field(named: name, in: "Message").map { ["message", $0.name] }
    }
    let inner = [
      "Message": ("notification", "Notification"), "AndroidConfig": ("notification", "AndroidNotification"),
    ]
    guard let parent = parents[type], let (object, objectType) = inner[type],
      let field = MessageFieldTable.field(named: name, in: objectType)
    else { return nil }
    return parent + [object, field.name]
  }

  /// Paths to the objects of these types.
  private static let parents = [
    "Message": [], "AndroidConfig": ["android"], "ApnsConfig": ["apns"], "WebpushConfig": ["webpush"],
  ]

  private static let places: [String: [String: [String]]] = {
    let aps = ["apns", "payload", "aps"]
    let apsKeys = Dictionary(
      uniqueKeysWithValues: [
        "alert", "badge", "sound", "category", "thread-id", "content-available", "interruption-level",
      ].map { ($0.filter { $0 != "-" }, aps + [$0]) })
    let webKeys = Dictionary(
      uniqueKeysWithValues: [
        "title", "body", "icon", "badge", "actions", "tag", "vibrate", "renotify", "silent", "requireInteraction",
      ].map { ($0.lowercased(), ["webpush", "notification", $0]) })
    return [
      "Message": ["aps": aps, "payload": ["apns", "payload"]],
      "ApnsConfig": apsKeys.merging(["aps": aps]) { first, _ in first },
      "WebpushConfig": webKeys.merging(["link": ["webpush", "fcm_options", "link"]]) { first, _ in first },
      "FcmOptions": ["image": ["notification", "image"], "link": ["webpush", "fcm_options", "link"]],
      "AndroidFcmOptions": ["image": ["android", "notification", "image"]],
      "ApnsFcmOptions": ["link": ["webpush", "fcm_options", "link"]], "Notification": ["data": ["data"]],
      "AndroidNotification": ["data": ["android", "data"], "ttl": ["android", "ttl"]],
    ]
  }()

  private static let style = "delete it: FCM knows no styles, and a picture in `image` shows large by itself"

  private static let advice: [String: [String: String]] = [
    MessageFieldTable.rootType: [
      "priority": "write it as message.android.priority, and as apns-priority in message.apns.headers"
    ],
    "Message": [
      "message": "take the inner `message` out: a request has one", "imageurl": "write it as notification.image",
      "picture": "write it as notification.image", "ios": "write it as apns", "web": "write it as webpush",
      "ttl": "write it as android.ttl, as TTL in webpush.headers and as apns-expiration in apns.headers",
      "clickaction": "write it as android.notification.click_action, and for browsers as webpush.fcm_options.link",
      "headers": "write it in apns or webpush, whose headers these are",
    ],
    "ApnsConfig": [
      "image": "write the address as apns.fcm_options.image",
      "priority": "write it as apns-priority in apns.headers", "ttl": "write apns-expiration in apns.headers",
      "expiration": "write it as apns-expiration in apns.headers", "data": "write it in apns.payload, beside aps",
    ],
    "WebpushConfig": [
      "image": "write the address as webpush.notification.image",
      "ttl": "write it as TTL in webpush.headers", "urgency": "write it as Urgency in webpush.headers",
      "priority": "write it as Urgency in webpush.headers",
    ],
    "WebpushFcmOptions": ["clickaction": "write the address as link", "url": "write the address as link"],
    "Notification": [
      "clickaction": "write it as android.notification.click_action, and for browsers as webpush.fcm_options.link",
      "link": "write it as webpush.fcm_options.link",
    ].merging(pictures) { first, _ in first },
    "AndroidNotification": pictures.merging(["badge": "write the number as notification_count"]) { first, _ in first },
    "AndroidNotificationV2": pictures,
  ]

  private static let pictures = [
    "bigpicture": "write the address as image", "picture": "write the address as image",
    "imageurl": "write the address as image", "bigpictureurl": "write the address as image", "style": style,
    "bigpicturestyle": style, "bigtext": "write the text as body",
  ]

  /// At any place.
  private static let common = ["mutablecontent": "write \"mutable-content\": 1 in message.apns.payload.aps"]
}

/// Names that people write into requests because other FCM interfaces have them.
enum ForeignName: Hashable, Sendable {
  /// A name of the Admin SDKs, and the right place of its value in a request.
  case adminSDK(String)
  /// A name of the HTTP interface switched off in 2024, and the right place of its value.
  case legacy(String)

  /// `name`: a field that the API's definition does not have. `type`: the type that contains it.
  init?(_ name: String, in type: String) {
    if let place = Self.adminSDKNames[type]?[name] {
      self = .adminSDK(place)
    } else if let place = Self.legacyNames[type]?[name] {
      self = .legacy(place)
    } else {
      return nil
    }
  }

  /// Names at the top of another API's message.
  static let topLevelNames = Set(
    ["Message", MessageFieldTable.rootType].flatMap { type in
      Array((adminSDKNames[type] ?? [:]).keys) + Array((legacyNames[type] ?? [:]).keys)
    })

  /// Source: firebase-admin-node, src/messaging/messaging-api.ts; the Python and Go SDKs' message types.
  private static let adminSDKNames: [String: [String: String]] = {
    let image = ["imageUrl": "image", "image_url": "image"]
    let notification = image.merging([
      "priority": "notification_priority", "eventTimestamp": "event_time", "event_timestamp": "event_time",
      "vibrateTimingsMillis": "vibrate_timings, as strings such as \"0.5s\"",
      "vibrate_timings_millis": "vibrate_timings, as strings such as \"0.5s\"",
    ]) { first, _ in first }
    let lights = [
      "lightOnDurationMillis": "light_on_duration, as a string such as \"0.5s\"",
      "lightOffDurationMillis": "light_off_duration, as a string such as \"0.5s\"",
    ]
    let several = [
      "tokens": "token, one request for each", "fids": "fid, one request for each",
      "registrationToken": "token", "registration_token": "token",
    ]
    return [
      MessageFieldTable.rootType: several.merging(["dryRun": "validate_only"]) { first, _ in first },
      "Message": several,
      "Notification": image, "AndroidNotification": notification, "AndroidNotificationV2": notification,
      "LightSettings": lights, "ApnsFcmOptions": image, "WebpushFcmOptions": image,
    ]
  }()

  /// Source: https://firebase.google.com/docs/cloud-messaging/migrate-v1
  private static let legacyNames: [String: [String: String]] = {
    let message = [
      "to": "token or topic of `message`", "registration_ids": "token of `message`, one request for each",
      "dry_run": "validate_only beside `message`", "priority": "android.priority and apns.headers.apns-priority",
      "time_to_live": "android.ttl, as a string such as \"3600s\", and apns.headers.apns-expiration",
      "collapse_key": "android.collapse_key and apns.headers.apns-collapse-id",
      "content_available": "apns.payload.aps.content-available", "direct_boot_ok": "android.direct_boot_ok",
      "restricted_package_name": "android.restricted_package_name",
    ]
    let android = "android.notification."
    let notification = [
      "icon": android + "icon", "sound": android + "sound and apns.payload.aps.sound", "tag": android + "tag",
      "color": android + "color", "badge": "apns.payload.aps.badge", "subtitle": "apns.payload.aps.alert.subtitle",
      "click_action": android + "click_action and apns.payload.aps.category",
      "android_channel_id": android + "channel_id", "channel_id": android + "channel_id",
      "title_loc_key": android + "title_loc_key", "body_loc_key": android + "body_loc_key",
      "title_loc_args": android + "title_loc_args", "body_loc_args": android + "body_loc_args",
    ]
    return [MessageFieldTable.rootType: message, "Message": message, "Notification": notification]
  }()
}
