// Values that are silently ignored or dropped.
extension RequestBody {
  private static let tulips = "https://static.example.com/tulips.jpg"

  static let values: [RequestBody] = [
    RequestBody(
      "a picture in an object", with: #""webpush": {"notification": {"image": {"url": "\#(tulips)"}}}"#,
      finds: ["web.image-place"]),
    RequestBody("a picture in a list", with: #""webpush": {"notification": {"image": ["\#(tulips)"]}}"#),
    RequestBody("no direction", with: #""webpush": {"notification": {"dir": null}}"#, finds: ["web.options"]),
    RequestBody("a number as a direction", with: #""webpush": {"notification": {"dir": 1}}"#, finds: ["web.options"]),
    RequestBody(
      "an unknown type of action",
      with: #""webpush": {"notification": {"actions": [{"action": "a", "title": "A", "type": "link"}]}}"#,
      finds: ["web.options"]),
    RequestBody(
      "a button with a placeholder",
      with: #""webpush": {"notification": {"actions": [{"action": "a", "title": "A", "placeholder": "Words"}]}}"#,
      finds: ["web.options"]),
    RequestBody(
      "an action that takes a text",
      with: """
        "webpush": {"notification": {"actions": [{"action": "a", "title": "A", "type": "text", "placeholder": "Words"}]}}
        """),
    RequestBody("renotify with a number as tag", with: #""webpush": {"notification": {"renotify": true, "tag": 0}}"#),
    RequestBody("renotify with null as tag", with: #""webpush": {"notification": {"renotify": true, "tag": null}}"#),
    RequestBody(
      "an urgency that does not exist", with: #""webpush": {"headers": {"Urgency": "urgent"}}"#, finds: ["web.header"]),
    RequestBody(
      "a header of APNs with an underscore", with: #""apns": {"headers": {"apns_priority": "10"}}"#,
      finds: ["ios.header"]),
    RequestBody("a badge as a text", with: #""apns": {"payload": {"aps": {"badge": "1"}}}"#, finds: ["ios.aps-key"]),
    RequestBody(
      "contentAvailable in aps", with: #""apns": {"payload": {"aps": {"contentAvailable": 1, "sound": "default"}}}"#,
      finds: ["ios.aps-key"]),
    RequestBody("an empty picture", with: #""android": {"notification": {"image": ""}}"#, finds: ["url.syntax"]),
    RequestBody(
      "a picture for notifications in Android's data",
      with: #""android": {"data": {"notification_image": "\#(tulips)"}}"#, finds: ["message.image-in-data"]),
    RequestBody("a picture of a person in data", with: #""data": {"profile_image": "\#(tulips)"}"#),
  ]
}
