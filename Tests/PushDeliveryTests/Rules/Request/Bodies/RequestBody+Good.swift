import PushDelivery

// Requests that FCM accepts and clients show: no findings.
extension RequestBody {
  private static let picture = "https://static.example.com/tulips.jpg"

  static let good: [RequestBody] = [
    RequestBody("words alone", with: #""android": {"priority": "high"}"#),
    RequestBody("a bare message", #"{"token": "dk3x1", "notification": {"title": "Hello", "body": "World"}}"#),
    RequestBody(
      "one picture for all",
      """
      {"message": {"topic": "spring", "notification": {"title": "Hello", "image": "\(picture)"},
        "apns": {"payload": {"aps": {"mutable-content": 1}}}}}
      """),
    RequestBody(
      "a picture for each",
      with: """
        "android": {"notification": {"image": "\(picture)"}}, "webpush": {"notification": {"image": "\(picture)"}},
        "apns": {"payload": {"aps": {"mutable-content": 1}}, "fcm_options": {"image": "\(picture)"}}
        """),
    RequestBody(
      "the picture that the helper reads in the payload",
      with: #""apns": {"payload": {"aps": {"mutable-content": 1}, "fcm_options": {"image": "\#(picture)"}}}"#),
    RequestBody(
      "camel case",
      with: ##""android": {"collapseKey": "a", "notification": {"channelId": "offers", "color": "#336699"}}"##),
    RequestBody("a token that is null beside a topic", with: #""token": null, "condition": null"#),
    RequestBody(
      "other fields that are null", with: #""android": null, "android_v2": {"collapse_key": "a"}, "data": null"#),
    RequestBody("the name that answers carry", with: #""name": "projects/shop/messages/1""#),
    RequestBody(
      "data alone",
      #"{"message": {"token": "dk3x1", "data": {"order": "12", "image": "\#(picture)"}, "android": {"priority": "high"}}}"#
    ),
    RequestBody(
      "data alone for Apple's systems",
      """
      {"message": {"token": "dk3x1", "data": {"order": "12"}, "apns": {"headers": {"apns-priority": "5",
        "apns-push-type": "background"}, "payload": {"aps": {"content-available": 1}}}}}
      """),
    RequestBody(
      "a Live Activity's change",
      """
      {"message": {"token": "dk3x1", "apns": {"live_activity_token": "a1b2", "headers": {"apns-priority": "10"},
        "payload": {"aps": {"timestamp": 1800000000, "event": "update", "content-state": {"score": 3}}}}}}
      """),
    RequestBody(
      "a Live Activity's end",
      """
      {"message": {"token": "dk3x1", "apns": {"liveActivityToken": "a1b2", "headers": {"apns-push-type": "liveactivity",
        "apns-priority": "10"}, "payload": {"aps": {"timestamp": 1800000000, "event": "end",
        "dismissal-date": 1800003600, "content-state": {"score": 4}}}}}}
      """),
    RequestBody(
      "a badge and a sound alone",
      """
      {"message": {"token": "dk3x1", "apns": {"headers": {"apns-priority": "10"},
        "payload": {"aps": {"badge": 3, "sound": "default"}}}}}
      """),
    RequestBody(
      "an alert of Apple's own", with: #""apns": {"payload": {"aps": {"alert": {"title": "T", "subtitle": "S"}}}}"#),
    RequestBody(
      "an alert that the app translates",
      #"{"message": {"token": "dk3x1", "apns": {"payload": {"aps": {"alert": {"title-loc-key": "HELLO"}}}}}}"#),
    RequestBody(
      "a picture that browsers complete", with: #""webpush": {"notification": {"image": "/img/tulips.jpg"}}"#),
    RequestBody("another one", with: #""webpush": {"notification": {"image": "img/tulips.jpg"}}"#),
    RequestBody("a third one", with: #""webpush": {"notification": {"image": "//static.example.com/tulips.jpg"}}"#),
    RequestBody(
      "icons of the site", with: #""webpush": {"notification": {"icon": "/icon.png", "badge": "badge.png"}}"#),
    RequestBody(
      "an icon in the message", with: #""webpush": {"notification": {"icon": "data:image/png;base64,iVBORw0KGgo="}}"#),
    RequestBody(
      "options that go together",
      with: """
        "webpush": {"headers": {"TTL": "3600", "Urgency": "high"}, "notification": {"renotify": true, "tag": "a",
        "requireInteraction": true, "vibrate": [200, 100], "dir": "auto",
        "actions": [{"action": "open", "title": "Open", "icon": "/open.png"}]}}
        """),
    RequestBody("silent without vibrate", with: #""webpush": {"notification": {"silent": true, "renotify": false}}"#),
    RequestBody("a drawable", with: #""android": {"notification": {"icon": "ic_stat_tulip", "tag": "a"}}"#),
    RequestBody(
      "data for the app beside the picture",
      """
      {"message": {"topic": "spring", "notification": {"title": "Hello", "image": "\(picture)"},
        "data": {"image": "\(picture)", "screen": "sale"}, "apns": {"payload": {"aps": {"mutable-content": 1}}}}}
      """),
    RequestBody("data with a picture's name", with: #""data": {"image": "tulips-4711", "media": "none"}"#),
    RequestBody(
      "a message to a condition", #"{"message": {"condition": "'a' in topics", "notification": {"body": "B"}}}"#),
    RequestBody(
      "validate only", finds: ["request.validate-only"],
      #"{"validate_only": true, "message": {"fid": "cX2p9", "notification": {"body": "B"}}}"#),
    RequestBody(
      "several",
      #"[{"topic": "a", "notification": {"title": "A"}}, {"message": {"topic": "b", "notification": {"title": "B"}}}]"#),
    RequestBody(
      "lines", in: .jsonLines,
      "{\"topic\": \"a\", \"notification\": {\"title\": \"A\"}}\n{\"topic\": \"b\", \"notification\": {\"title\": \"B\"}}\n"
    ),
    RequestBody(
      "Firebase Storage as it gives its addresses",
      with:
        #""webpush": {"notification": {"image": "https://firebasestorage.googleapis.com/v0/b/a.appspot.com/o/i%2Fx.jpg?alt=media&token=1-2"}}"#
    ),
    RequestBody(
      "Dropbox as a file",
      with: #""android": {"notification": {"image": "https://www.dropbox.com/scl/fi/a1/x.jpg?rlkey=b2&raw=1"}}"#),
    RequestBody(
      "GitHub as a file",
      with: #""android": {"notification": {"image": "https://github.com/a/b/blob/main/x.jpg?raw=true"}}"#),
    RequestBody("topics beside each other", with: #""fcm_options": {"analytics_label": "spring-1"}"#),
  ]
}
