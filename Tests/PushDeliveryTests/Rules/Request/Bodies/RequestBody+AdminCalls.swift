import PushDelivery

// Calls that the Admin SDKs refuse before anything is sent, and such as look like them and are right.
extension RequestBody {
  private static let picture = "https://static.example.com/tulips.jpg"

  private static func node(_ name: String, finds: [String] = [], _ members: String) -> RequestBody {
    RequestBody(
      "Node.js: \(name)", in: .javaScript, finds: finds,
      "send({ topic: 'a', notification: { title: 'T', body: 'B' }, \(members) });")
  }

  private static func python(_ name: String, finds: [String] = [], _ arguments: String) -> RequestBody {
    RequestBody(
      "Python: \(name)", in: .python, finds: finds,
      "messaging.send(messaging.Message(notification=messaging.Notification(title='T', body='B'), \(arguments)))")
  }

  static let adminCalls: [RequestBody] = nodeCalls + pythonCalls

  private static let nodeCalls: [RequestBody] = [
    node(
      "imageUrl where the SDK does not rename", finds: ["request.admin-name"],
      "apns: { payload: { aps: { mutableContent: true } }, fcm_options: { imageUrl: '\(picture)' } }"),
    node(
      "imageUrl where it does",
      "apns: { payload: { aps: { mutableContent: true } }, fcmOptions: { imageUrl: '\(picture)' } }"),
    node(
      "the API's names in the API's object",
      "apns: { payload: { aps: { 'mutable-content': 1 } }, fcm_options: { image: '\(picture)' } }"),
    node("ttl as a text", finds: ["request.type"], "android: { ttl: '3600s' }"),
    node("ttl that the program computes", "android: { ttl: hours * 3600 }"),
    node("ttl in milliseconds", "android: { ttl: 3600000 }"),
    node(
      "spans of time as texts", finds: ["request.type"], "android: { notification: { vibrateTimingsMillis: ['0.5s'] } }"
    ),
    node("spans of time", "android: { notification: { vibrateTimingsMillis: [200, 100] } }"),
    node("spans as FCM has them, by its name", "android: { notification: { vibrate_timings: ['0.5s'] } }"),
    node(
      "lights",
      "android: { notification: { lightSettings: { color: '#336699', lightOnDurationMillis: 500, "
        + "lightOffDurationMillis: 500 } } }"),
    node(
      "a colour of lights by its name", finds: ["request.type"],
      "android: { notification: { lightSettings: { color: 'red', lightOnDurationMillis: 500 } } }"
    ),
    node(
      "a moment as a text", finds: ["request.type"],
      "android: { notification: { eventTimestamp: '2026-12-01T10:00:00Z' } }"),
    node("a moment", "android: { notification: { eventTimestamp: new Date() } }"),
    node(
      "a priority with the API's prefix", finds: ["request.type"],
      "android: { notification: { priority: 'PRIORITY_HIGH' } }"),
    node("the API's priority by its name", "android: { notification: { notification_priority: 'PRIORITY_HIGH' } }"),
    node("a priority in capitals", "android: { priority: 'HIGH', notification: { priority: 'HIGH' } }"),
    node("a sound without a name", finds: ["request.type"], "apns: { payload: { aps: { sound: '' } } }"),
    node("a critical sound", "apns: { payload: { aps: { sound: { critical: true, name: 'a.caf', volume: 1 } } } }"),
    node(
      "mutableContent beside mutable-content", finds: ["request.duplicate-field"],
      "apns: { payload: { aps: { mutableContent: true, 'mutable-content': 1 } } }"),
    RequestBody(
      "Node.js: image beside imageUrl", in: .javaScript, finds: ["request.duplicate-field"],
      "send({ topic: 'a', notification: { title: 'T', image: '\(picture)', imageUrl: '\(picture)' }, "
        + "apns: { payload: { aps: { mutableContent: true } } } });"),
    RequestBody(
      "Node.js: a topic with its prefix", in: .javaScript,
      "send({ topic: '/topics/a', notification: { title: 'T' } });"),
  ]

  private static let pythonCalls: [RequestBody] = [
    python("a topic with its prefix", "topic='/topics/news'"),
    python("a topic that is none", finds: ["message.topic"], "topic='/topics/a b'"),
    python("ttl as a text", finds: ["request.type"], "topic='a', android=messaging.AndroidConfig(ttl='3600s')"),
    python("ttl in seconds", "topic='a', android=messaging.AndroidConfig(ttl=3600)"),
    python("ttl", "topic='a', android=messaging.AndroidConfig(ttl=datetime.timedelta(hours=1))"),
    python(
      "a priority in capitals", finds: ["request.type"], "topic='a', android=messaging.AndroidConfig(priority='HIGH')"),
    python("a priority", "topic='a', android=messaging.AndroidConfig(priority='high')"),
    python(
      "words in capitals", finds: ["request.type"],
      "topic='a', android=messaging.AndroidConfig(notification=messaging.AndroidNotification(visibility='PUBLIC'))"),
    python(
      "words",
      "topic='a', android=messaging.AndroidConfig(notification=messaging.AndroidNotification("
        + "visibility='public', priority='max', proxy='allow', vibrate_timings_millis=[100, 50]))"),
    python(
      "a name in camel case", finds: ["request.unknown-field"],
      "topic='a', android=messaging.AndroidConfig(collapseKey='a')"),
    python(
      "a moment",
      "topic='a', android=messaging.AndroidConfig(notification=messaging.AndroidNotification("
        + "event_timestamp=datetime.datetime(2026, 12, 1)))"),
    python(
      "a moment as a text", finds: ["request.type"],
      "topic='a', android=messaging.AndroidConfig(notification=messaging.AndroidNotification("
        + "event_timestamp='2026-12-01'))"),
    python(
      "a critical sound",
      "topic='a', apns=messaging.APNSConfig(payload=messaging.APNSPayload(aps=messaging.Aps("
        + "sound=messaging.CriticalSound('a.caf', critical=True))))"),
  ]
}
