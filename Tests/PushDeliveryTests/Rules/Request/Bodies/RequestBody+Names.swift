import PushDelivery

// Names and values that FCM refuses anywhere, and invalid targets.
extension RequestBody {
  private static let picture = "https://static.example.com/tulips.jpg"
  private static let right = #""payload": {"aps": {"mutable-content": 1}}, "fcm_options": {"image": "\#(picture)"}"#

  private static func token(_ name: String, _ token: String, finds: [String] = ["message.token"]) -> RequestBody {
    RequestBody(name, finds: finds, #"{"message": {"token": "\#(token)", "notification": {"title": "Hello"}}}"#)
  }

  static let names: [RequestBody] = [
    RequestBody(
      "mutable_content in apns beside the right one", with: #""apns": {"mutable_content": 1, \#(right)}"#,
      finds: ["ios.mutable-content-place"]),
    RequestBody(
      "mutableContent in the message beside the right one", with: #""mutableContent": true, "apns": {\#(right)}"#,
      finds: ["ios.mutable-content-place"]),
    RequestBody(
      "mutable-content for Android beside the right one",
      with: #""android": {"mutable-content": 1}, "apns": {\#(right)}"#, finds: ["ios.mutable-content-place"]),
    RequestBody(
      "mutable-content for browsers beside the right one",
      with: #""webpush": {"mutable_content": true}, "apns": {\#(right)}"#, finds: ["ios.mutable-content-place"]),
    RequestBody(
      "mutable_content beside the message", finds: ["request.unknown-field"],
      """
      {"message": {"topic": "spring", "notification": {"title": "Hello"}, "apns": {\(right)}}, "mutable_content": true}
      """),
    RequestBody(
      "a notification beside the message", finds: ["request.unknown-field"],
      #"{"message": {"topic": "spring", "data": {"a": "1"}}, "notification": {"title": "Hello"}}"#),
    RequestBody(
      "seconds as a moment", with: #""android": {"notification": {"event_time": "1795386000"}}"#,
      finds: ["request.type"]),
    RequestBody(
      "a moment with a space", with: #""android": {"notification": {"event_time": "2026-12-01 10:00"}}"#,
      finds: ["request.type"]),
    RequestBody(
      "a moment as a number", with: #""android": {"notification": {"eventTime": 1795386000}}"#, finds: ["request.type"]),
    RequestBody("a moment", with: #""android": {"notification": {"event_time": "2026-12-01T10:00:00.5+01:00"}}"#),
    RequestBody(
      "aps without payload",
      with: ##""apns": {"aps": {"alert": "Hello", "mutable-content": 1}, "fcm_options": {"image": "\##(picture)"}}"##,
      finds: ["ios.mutable-content-place", "request.unknown-field"]),
    RequestBody("a list as a title", with: #""android": {"notification": {"title": ["a"]}}"#, finds: ["request.type"]),
    RequestBody(
      "a picture of apns in an object", with: ##""apns": {"image": {"url": "\##(picture)"}}"##,
      finds: ["request.unknown-field"]),
    RequestBody("no picture of webpush", with: #""webpush": {"image": null}"#, finds: ["request.unknown-field"]),
    RequestBody(
      "mutable_content in the data for Android",
      with: #""android": {"data": {"mutable_content": "1"}}, "apns": {\#(right)}"#),
    RequestBody("a picture in the message itself", with: #""image": "\#(picture)""#, finds: ["request.unknown-field"]),
    RequestBody(
      "big_picture", with: #""android": {"notification": {"big_picture": "\#(picture)"}}"#,
      finds: ["request.unknown-field"]),
    RequestBody(
      "a style", with: #""android": {"notification": {"style": "picture"}}"#, finds: ["request.unknown-field"]),
    token("a token of Apple's systems", String(repeating: "0a1B2c3D", count: 8)),
    token("64 signs that are no number", String(repeating: "0a1B2c3Z", count: 8), finds: []),
    token("a token of Expo's", "ExponentPushToken[dk3x1]"), token("another token of Expo's", "ExpoPushToken[dk3x1]"),
    token("two tokens", "dk3x1:APA91b,dk3x2:APA91b"), token("two tokens of a cell", "dk3x1:APA91b;dk3x2:APA91b"),
    RequestBody(
      "a token as an identifier", finds: ["message.fid"],
      #"{"message": {"fid": "dk3x1:APA91b", "notification": {"title": "Hello"}}}"#),
    RequestBody(
      "a topic without a name", finds: ["message.topic"],
      #"{"message": {"topic": "undefined", "notification": {"title": "Hello"}}}"#),
    token("tokens as JSON", #"[\"dk3x1\",\"dk3x2\"]"#),
    token("a token in an object", #"{\"token\":\"dk3x1\"}"#), token("a token in quotes", #"\"dk3x1\""#),
    token("a subscription's address", "https://fcm.googleapis.com/fcm/send/dk3x1"), token("no token", "undefined"),
    token("null as a text", "null"), token("a token as FCM makes them", "dk3-x1_2:APA91b-3_4", finds: []),
    token("a UUID", "3f2504e0-4f89-11d3-9a0c-0305e82c3301"), token("a spreadsheet's sign for text", "'dk3x1:APA91b"),
    token(
      "a token that a column cut off",
      String(repeating: "k", count: 22) + ":APA91b" + String(repeating: "x", count: 71)),
    token("a variable of a shell", "${TOKEN:-a,b}", finds: []),
    token("a variable of a template", "{{token}}", finds: []),
  ]

  private static let body = #"{"message": {"topic": "spring", "notification": {"title": "Hello", "body": "World"}}}"#
  private static let address = "https://fcm.googleapis.com/v1/projects/shop/messages:send"

  /// Where they are sent to.
  static let endpoints: [RequestBody] = [
    RequestBody(
      "a file for the legacy address", in: .http, finds: ["request.endpoint"],
      "POST https://fcm.googleapis.com/fcm/send\nContent-Type: application/json\n\n\(body)\n"),
    RequestBody(
      "the legacy address in two parts", in: .http, finds: ["request.endpoint"],
      "POST /fcm/send HTTP/1.1\nHost: fcm.googleapis.com\n\n\(body)\n"),
    RequestBody(
      "a server key", in: .http, finds: ["request.endpoint"],
      "POST \(address)\nAuthorization: key=AAAA1234\n\n\(body)\n"),
    RequestBody("another method", in: .http, finds: ["request.endpoint"], "GET \(address)\n\n\(body)\n"),
    RequestBody(
      "the legacy address of a file's other request", in: .http,
      """
      ### what was
      # POST https://fcm.googleapis.com/fcm/send

      ### what is
      POST \(address)
      Authorization: Bearer ya29.a1b2

      \(body)
      """),
    RequestBody(
      "a command for the legacy address", in: .shell, finds: ["request.endpoint"],
      "curl -X POST \"https://fcm.googleapis.com/fcm/send\" -H 'Content-Type: application/json' -d '\(body)'\n"),
    RequestBody(
      "a command with a server key", in: .shell, finds: ["request.endpoint"],
      "curl -d '\(body)' \\\n  -H 'Authorization: key=AAAA1234' \\\n  \(address)\n"),
    RequestBody(
      "a command as it is right", in: .shell,
      "curl -X POST -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' "
        + "\\\n  -d '\(body)' \(address)\n"
    ),
    RequestBody(
      "a command for a subscription of web push", in: .shell,
      "curl -d '\(body)' https://fcm.googleapis.com/fcm/send/dk3x1\n"),
  ]
}
