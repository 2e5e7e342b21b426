/// The names that Firebase's Admin SDKs have for the API's own, by the API's names.
///
/// Source: `src/messaging/messaging-api.ts` and `messaging-internal.ts` of firebase-admin-node 14; `_messaging_utils.py` and
/// `_messaging_encoder.py` of firebase-admin-python 7.7.
enum AdminNames {
  /// Fields of the SDK for Node.js that are not the API's own in camel case.
  static let nodeFields = [
    "image": "imageUrl", "notification_priority": "priority", "event_time": "eventTimestamp",
    "vibrate_timings": "vibrateTimingsMillis", "light_on_duration": "lightOnDurationMillis",
    "light_off_duration": "lightOffDurationMillis",
  ]

  /// Members of `aps` as the SDK for Node.js has them.
  static let nodeAps = [
    "content-available": "contentAvailable", "mutable-content": "mutableContent", "thread-id": "threadId",
  ]

  /// Members of an alert as the SDK for Node.js has them.
  static let nodeAlert = [
    "loc-key": "locKey", "loc-args": "locArgs", "title-loc-key": "titleLocKey", "title-loc-args": "titleLocArgs",
    "subtitle-loc-key": "subtitleLocKey", "subtitle-loc-args": "subtitleLocArgs", "action-loc-key": "actionLocKey",
    "launch-image": "launchImage",
  ]

  /// Arguments of the SDK for Python that are not named as the API's fields.
  static let pythonFields = [
    "notification_priority": "priority", "event_time": "event_timestamp",
    "vibrate_timings": "vibrate_timings_millis", "light_on_duration": "light_on_duration_millis",
    "light_off_duration": "light_off_duration_millis",
  ]

  /// Arguments of `messaging.Aps`.
  static let pythonAps = [
    "content-available": "content_available", "mutable-content": "mutable_content", "thread-id": "thread_id",
  ]

  /// Arguments of `messaging.ApsAlert`.
  static let pythonAlert = [
    "title": "title", "subtitle": "subtitle", "body": "body", "loc-key": "loc_key", "title-loc-key": "title_loc_key",
    "action-loc-key": "action_loc_key", "launch-image": "launch_image",
  ]

  /// Arguments of `messaging.WebpushNotification` that are texts, by the names of the Notification API.
  static let pythonWebTexts = [
    "title": "title", "body": "body", "icon": "icon", "badge": "badge", "image": "image", "lang": "language",
    "tag": "tag",
  ]

  /// Those that may be anything.
  static let pythonWebValues = [
    "data": "data", "renotify": "renotify", "requireInteraction": "require_interaction", "silent": "silent",
    "vibrate": "vibrate",
  ]
}
