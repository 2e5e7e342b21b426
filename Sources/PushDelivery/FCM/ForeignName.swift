/// Names that people write into requests because other FCM interfaces have them.
enum ForeignName: Hashable, Sendable {
  /// A name of the Admin SDKs, and the right place of its value in a request.
  case adminSDK(String)
  /// A name of the HTTP interface switched off in 2024, and the right place of its value.
  case legacy(String)

  /// - Parameters:
  ///   - name: a field that the API's definition does not have.
  ///   - type: the type that contains it.
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
