// Payloads that FCM, Apple's servers or browsers refuse.
extension RequestBody {
  static let payloads: [RequestBody] = [
    RequestBody("a payload without aps", with: #""apns": {"payload": {"order": "12"}}"#, finds: ["ios.aps"]),
    RequestBody("an empty payload", with: #""apns": {"payload": {}}"#, finds: ["ios.aps"]),
    RequestBody("an empty aps", with: #""apns": {"payload": {"aps": {}, "order": "12"}}"#, finds: ["ios.aps"]),
    RequestBody("an aps that is no object", with: #""apns": {"payload": {"aps": "alert"}}"#, finds: ["ios.aps"]),
    RequestBody(
      "a background push with words",
      with: #""apns": {"headers": {"apns-push-type": "background", "apns-priority": "5"}}"#, finds: ["ios.push-type"]),
    RequestBody(
      "a background push with an alert of its own", finds: ["ios.push-type"],
      """
      {"message": {"token": "dk3x1", "apns": {"headers": {"APNS-Push-Type": "background", "apns-priority": "5"},
        "payload": {"aps": {"alert": "Hello", "content-available": 1}}}}}
      """),
    RequestBody("a priority in words", with: #""apns": {"headers": {"apns-priority": "high"}}"#, finds: ["ios.header"]),
    RequestBody(
      "an unknown push type", with: #""apns": {"headers": {"apns-push-type": "push"}}"#, finds: ["ios.header"]),
    RequestBody(
      "data alone with the priority of words", finds: ["ios.background-priority"],
      #"{"message": {"token": "dk3x1", "data": {"a": "1"}, "apns": {"payload": {"aps": {"content-available": 1}}}}}"#),
    RequestBody(
      "renotify without tag", with: #""webpush": {"notification": {"renotify": true}}"#, finds: ["web.options"]),
    RequestBody(
      "renotify with an empty tag", with: #""webpush": {"notification": {"renotify": true, "tag": ""}}"#,
      finds: ["web.options"]),
    RequestBody(
      "silent with vibrate", with: #""webpush": {"notification": {"silent": true, "vibrate": [100]}}"#,
      finds: ["web.options"]),
    RequestBody(
      "an action without a name", with: #""webpush": {"notification": {"actions": [{"title": "Open"}]}}"#,
      finds: ["web.options"]),
    RequestBody("an unknown direction", with: #""webpush": {"notification": {"dir": "left"}}"#, finds: ["web.options"]),
    RequestBody("numbers in data", with: #""data": {"order": 12}"#, finds: ["request.type"]),
    RequestBody("objects in data", with: #""data": {"order": {"id": 12}}"#, finds: ["request.type"]),
    RequestBody("null in data", with: #""data": {"order": null}"#, finds: ["request.type"]),
    RequestBody(
      "a header that is a number", with: #""apns": {"headers": {"apns-priority": 10}}"#, finds: ["request.type"]),
    RequestBody("milliseconds", with: #""android": {"ttl": 3600000}"#, finds: ["message.ttl"]),
    RequestBody("five weeks", with: #""android": {"ttl": "3024000s"}"#, finds: ["message.ttl"]),
    RequestBody(
      "a colour in words", with: #""android": {"notification": {"color": "green"}}"#, finds: ["android.color"]),
    RequestBody(
      "a misspelt field", with: ##""android": {"notification": {"colour": "#336699"}}"##,
      finds: ["request.unknown-field"]),
    RequestBody("a legacy field", with: #""time_to_live": 60"#, finds: ["request.legacy-field"]),
    RequestBody("a reserved key", with: #""data": {"from": "shop"}"#, finds: ["message.data-key"]),
    RequestBody("both generations", with: #""android": {}, "android_v2": {}"#, finds: ["request.android-generations"]),
    RequestBody("two targets", with: #""token": "dk3x1""#, finds: ["request.target"]),
    RequestBody(
      "no target", finds: ["request.target"], #"{"message": {"notification": {"title": "Hello"}, "token": null}}"#),
    RequestBody(
      "a topic with its folder", finds: ["message.topic"],
      #"{"message": {"topic": "/topics/a", "notification": {"title": "Hello"}}}"#),
    RequestBody(
      "the legacy interface", finds: ["request.legacy-field"],
      #"{"to": "/topics/a", "notification": {"title": "Hello"}, "priority": "high"}"#),
    RequestBody(
      "no words", finds: ["ios.alert-text"], #"{"message": {"topic": "a", "notification": {"title": "", "body": ""}}}"#),
  ]
}
