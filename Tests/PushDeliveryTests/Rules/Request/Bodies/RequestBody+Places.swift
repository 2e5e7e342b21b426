// Pictures and other things in places that clients ignore.
extension RequestBody {
  private static let picture = "https://static.example.com/tulips.jpg"

  static let places: [RequestBody] = [
    RequestBody("a picture in data", with: #""data": {"image": "\#(picture)"}"#, finds: ["message.image-in-data"]),
    RequestBody("under another name", with: #""data": {"imageUrl": "\#(picture)"}"#, finds: ["message.image-in-data"]),
    RequestBody("under a third one", with: #""data": {"image_url": "\#(picture)"}"#, finds: ["message.image-in-data"]),
    RequestBody(
      "in Android's data", with: #""android": {"data": {"image": "\#(picture)"}}"#, finds: ["message.image-in-data"]),
    RequestBody(
      "in the data for browsers", with: #""webpush": {"data": {"image": "\#(picture)"}}"#,
      finds: ["message.image-in-data"]),
    RequestBody(
      "in data, while Android has one of its own",
      with: #""data": {"picture": "\#(picture)"}, "android": {"notification": {"image": "\#(picture)"}}"#,
      finds: ["message.image-in-data"]),
    RequestBody(
      "in the payload", with: #""apns": {"payload": {"aps": {"mutable-content": 1}, "image": "\#(picture)"}}"#,
      finds: ["ios.image-place"]),
    RequestBody(
      "in the payload as other services have it",
      with: #""apns": {"payload": {"aps": {"mutable-content": 1}, "attachment-url": "\#(picture)"}}"#,
      finds: ["ios.image-place"]),
    RequestBody(
      "in aps", with: #""apns": {"payload": {"aps": {"mutable-content": 1, "image": "\#(picture)"}}}"#,
      finds: ["ios.image-place"]),
    RequestBody(
      "in the alert",
      with: #""apns": {"payload": {"aps": {"mutable-content": 1, "alert": {"title": "T", "image": "\#(picture)"}}}}"#,
      finds: ["ios.image-place"]),
    RequestBody("in apns", with: #""apns": {"image": "\#(picture)"}"#, finds: ["ios.image-place"]),
    RequestBody(
      "in a notification of apns", with: #""apns": {"notification": {"image": "\#(picture)"}}"#,
      finds: ["ios.image-place"]),
    RequestBody(
      "in camel case inside the payload",
      with: #""apns": {"payload": {"aps": {"mutable-content": 1}, "fcmOptions": {"image": "\#(picture)"}}}"#,
      finds: ["ios.image-place"]),
    RequestBody(
      "the payload's own without mutable-content",
      with: #""apns": {"payload": {"aps": {"sound": "default"}, "fcm_options": {"image": "\#(picture)"}}}"#,
      finds: ["ios.mutable-content"]),
    RequestBody(
      "two for Apple's systems",
      with: """
        "apns": {"payload": {"aps": {"mutable-content": 1}, "fcm_options": {"image": "https://static.example.com/a.jpg"}},
        "fcm_options": {"image": "\(picture)"}}
        """, finds: ["ios.image-twice"]),
    RequestBody(
      "a header of web push", with: #""webpush": {"headers": {"image": "\#(picture)"}}"#, finds: ["web.headers-image"]),
    RequestBody(
      "an option of FCM's for browsers", with: #""webpush": {"fcm_options": {"image": "\#(picture)"}}"#,
      finds: ["web.image-place"]),
    RequestBody("in webpush", with: #""webpush": {"image": "\#(picture)"}"#, finds: ["web.image-place"]),
    RequestBody(
      "as the Admin SDK has it", with: #""android": {"notification": {"imageUrl": "\#(picture)"}}"#,
      finds: ["request.admin-name"]),
    RequestBody(
      "an address as Android's icon", with: #""android": {"notification": {"icon": "\#(picture)"}}"#,
      finds: ["android.icon"]),
    RequestBody(
      "a file as Android's icon", with: #""android": {"notification": {"icon": "icon.png"}}"#, finds: ["android.icon"]),
    RequestBody(
      "a picture that is no file", with: #""webpush": {"notification": {"icon": "http://static.example.com/i.png"}}"#,
      finds: ["url.scheme"]),
    RequestBody(
      "mutable-content in a header",
      with: #""apns": {"headers": {"mutable-content": "1"}, "fcm_options": {"image": "\#(picture)"}}"#,
      finds: ["ios.mutable-content-place"]),
    RequestBody(
      "mutable_content",
      with: #""apns": {"payload": {"aps": {"mutable_content": 1}}, "fcm_options": {"image": "\#(picture)"}}"#,
      finds: ["ios.mutable-content-place"]),
    RequestBody(
      "mutable-content as a text",
      with: #""apns": {"payload": {"aps": {"mutable-content": "1"}}, "fcm_options": {"image": "\#(picture)"}}"#,
      finds: ["ios.mutable-content"]),
    RequestBody(
      "mutable-content as a truth value",
      with: #""apns": {"payload": {"aps": {"mutable-content": true}}, "fcm_options": {"image": "\#(picture)"}}"#,
      finds: ["ios.mutable-content"]),
  ]
}
