import PushDelivery

// Messages of which a part has a name, or is made by the program.
extension RequestBody {
  private static let picture = "https://static.example.com/tulips.jpg"
  private static let words = "topic: 'a', notification: { title: 'T', body: 'B', imageUrl: '\(picture)' }"
  private static let pythonWords =
    "topic='a', notification=messaging.Notification(title='T', body='B', image='\(picture)')"

  static let partsByName: [RequestBody] = [
    RequestBody(
      "apns by a name that is unknown", in: .javaScript, "const apns = build(img);\nsend({ \(words), apns });"),
    RequestBody(
      "apns on a condition", in: .javaScript,
      "send({ \(words), apns: cond ? { payload: { aps: { mutableContent: true } } } : undefined });"),
    RequestBody("a payload that is made", in: .javaScript, "send({ \(words), apns: { payload: build() } });"),
    RequestBody("aps by a name that is unknown", in: .javaScript, "send({ \(words), apns: { payload: { aps } } });"),
    RequestBody(
      "aps with others among its members", in: .javaScript,
      "send({ \(words), apns: { payload: { aps: { ...aps, sound: 'default' } } } });"),
    RequestBody("others after the members", in: .javaScript, "send({ \(words), ...extra });"),
    RequestBody(
      "apns that is set afterwards", in: .javaScript,
      "const m = { \(words) };\nm.apns = { payload: { aps: { mutableContent: true } } };\nsend(m);"),
    RequestBody(
      "a target that is set afterwards", in: .javaScript,
      "const m = { notification: { title: 'T', body: 'B' } };\nm.token = t;\nsend(m);"),
    RequestBody(
      "no target at all", in: .javaScript, finds: ["request.target"],
      "const m = { notification: { title: 'T', body: 'B' } };\nsend(m);"),
    RequestBody(
      "a part of messages", in: .javaScript,
      "const m = { notification: { title: 'T', body: 'B' } };\nsendEach(u.map(u => ({ ...m, token: u.token })));"),
    RequestBody(
      "a part without mutable-content", in: .javaScript, finds: ["ios.mutable-content"],
      "const m = { notification: { title: 'T', body: 'B', imageUrl: '\(picture)' } };\nsend({ ...m, topic: 'a' });"),
    RequestBody(
      "a mistake in a part", in: .javaScript, finds: ["request.unknown-field"],
      "const notification = { title: 'T', body: 'B', clickAction: 'x' };\nsend({ topic: 'a', notification });"),
    RequestBody(
      "parts that are right", in: .javaScript,
      """
      const notification = { title: 'T', body: 'B', imageUrl: '\(picture)' };
      const apns = { payload: { aps: { mutableContent: true } } };
      send({ notification, apns, topic: 'a' });
      """),
    RequestBody(
      "a picture on a condition", in: .javaScript,
      "send({ topic: 'a', notification: { title: 'T' }, android: { notification: { ...(m && { imageUrl: m }) } } });"),
    RequestBody(
      "a message that is made anew", in: .javaScript,
      """
      let m = { notification: { title: 'T', body: 'B', imageUrl: '\(picture)' } };
      if (ios) { m = { ...m, apns: { payload: { aps: { mutableContent: true } } } }; }
      m = Object.assign({}, m, { token });
      send(m);
      """),
    RequestBody(
      "a copy with a target", in: .javaScript,
      "const m = { notification: { title: 'T', body: 'B' } };\nsend(Object.assign({}, m, { token }));"),
    RequestBody(
      "parts that are set afterwards", in: .javaScript,
      """
      const m = { \(words) };
      m.android = { notification: { title: 'A', body: 'B', wrong: 1 } };
      Object.assign(m, { apns: { payload: { aps: { mutableContent: true } } } });
      send(m);
      """),
    RequestBody(
      "an answer that looks like a message", in: .javaScript,
      "res.send({ notification: { title: 'T', body: 'B' } });"),
    RequestBody(
      "a name that is a parameter, too", in: .javaScript,
      """
      const apns = { payload: { aps: { sound: 'a' } } };
      const make = (apns) => ({ \(words), apns });
      """),
    RequestBody(
      "a body that has a message by its name", in: .javaScript,
      """
      const message = { topic: 'a', notification: { title: 'T' }, android: { notification: { image: '\(picture)' } } };
      fetch(url, { method: 'POST', body: JSON.stringify({ message }) });
      """),
    RequestBody(
      "a call of the legacy interface", in: .javaScript, finds: ["request.target"],
      "const p = { notification: { title: 'T', body: 'B' } };\nadmin.messaging().sendToTopic('news', p);"),
    RequestBody(
      "apns by a name, in Python", in: .python,
      """
      config = messaging.APNSConfig(payload=messaging.APNSPayload(aps=messaging.Aps(mutable_content=True)))
      messaging.send(messaging.Message(\(pythonWords), apns=config))
      """),
    RequestBody(
      "apns that a function makes, in Python", in: .python,
      "messaging.send(messaging.Message(\(pythonWords), apns=make('x')))"),
    RequestBody(
      "a notification by a name, in Python", in: .python, finds: ["ios.mutable-content"],
      """
      n = messaging.Notification(title='T', body='B', image='\(picture)')
      messaging.send(messaging.Message(topic='a', notification=n))
      """),
    RequestBody(
      "a colour by a name, in Python", in: .python, finds: ["android.color"],
      """
      config = messaging.AndroidConfig(notification=messaging.AndroidNotification(color='red'))
      messaging.send(messaging.Message(topic='a', notification=messaging.Notification(title='T'), android=config))
      """),
    RequestBody(
      "arguments without their names, in Python", in: .python, finds: ["ios.mutable-content"],
      """
      aps = messaging.Aps(alert=messaging.ApsAlert('T', None, 'B'), sound='default')
      config = messaging.APNSConfig(payload=messaging.APNSPayload(aps))
      messaging.send(messaging.Message(\(pythonWords), apns=config))
      """),
    RequestBody(
      "words without their names, in Python", in: .python, finds: ["url.scheme"],
      "messaging.send(messaging.Message(topic='a', notification=messaging.Notification('T', 'B', 'http://a.test-shop.de/a.jpg'),"
        + " apns=messaging.APNSConfig(payload=messaging.APNSPayload(aps=messaging.Aps(mutable_content=True)))))"),
    RequestBody(
      "apns that is set afterwards, in Python", in: .python,
      """
      m = {"message": {"topic": "a", "notification": {"title": "T", "image": "\(picture)"}}}
      m["message"]["apns"] = {"payload": {"aps": {"mutable-content": 1}}}
      requests.post(url, json=m)
      """),
    RequestBody(
      "apns by a name that is unknown, in Python", in: .python,
      #"m = {"message": {"topic": "a", "notification": {"title": "T", "image": "\#(picture)"}, "apns": apns}}"#),
  ]
}
