import PushDelivery

// Messages in programs for the Admin SDKs: what they rename and convert is right there.
extension RequestBody {
  private static let picture = "https://static.example.com/tulips.jpg"

  static let programs: [RequestBody] = [
    RequestBody(
      "the SDK for Node.js", in: .javaScript,
      """
      // Sends to everybody.
      const topic = 'industry-tech';
      const message = {
        notification: { title: `Hello`, body: 'It\\'s spring' , imageUrl: '\(picture)' },
        android: { ttl: 3600 * 1000, priority: 'high', notification: { clickAction: 'open', priority: 'max' } },
        apns: { payload: { aps: { mutableContent: true, badge: 1 } } },
        webpush: { fcmOptions: { link: 'https://www.example.org/' } },
        topic: topic,
      };
      getMessaging().send(message).then((response) => { console.log('sent', { response }); });
      """),
    RequestBody(
      "a name that is computed", in: .javaScript,
      """
      send({ token, notification: { title: `Hello ${name}`, image: `https://${host}/a.jpg` }, data: { n: String(3) },
        apns: { payload: { aps: { 'mutable-content': 1 } } } })
      """),
    RequestBody(
      "members of another object", in: .javaScript, "const m = { ...base, notification: { title: 'T', body: 'B' } };"),
    RequestBody(
      "several devices", in: .javaScript,
      "sendEachForMulticast({ tokens: ['a', 'b'], notification: { title: 'T' }, data: { order: '12' } });"),
    RequestBody(
      "the copied sample of the SDK", in: .javaScript, finds: ["url.file-name", "web.headers-image"],
      """
      const message = {
        notification: { title: 'Sparky says hello!' },
        android: { notification: { imageUrl: 'https://foo.bar.pizza-monster.png' } },
        apns: {
          payload: { aps: { 'mutable-content': 1 } },
          fcm_options: { image: 'https://foo.bar.pizza-monster.png' }
        },
        webpush: { headers: { image: 'https://foo.bar.pizza-monster.png' } },
        topic: topicName,
      };
      """),
    RequestBody(
      "a picture without mutable-content", in: .javaScript, finds: ["ios.mutable-content"],
      "admin.messaging().send({ topic: 'a', notification: { title: 'T', imageUrl: url } });"),
    RequestBody(
      "mutableContent as a text", in: .javaScript, finds: ["ios.mutable-content-place"],
      "send({ topic: 'a', notification: { title: 'T', imageUrl: url }, apns: { payload: { mutableContent: '1' , aps: { badge: 1 } } } });"
    ),
    RequestBody(
      "numbers in data, in JavaScript", in: .javaScript, finds: ["request.type"],
      "send({ token: t, notification: { title: 'T' }, data: { order: 12 } });"),
    RequestBody(
      "a name that the SDK does not know", in: .javaScript, finds: ["request.unknown-field"],
      "send({ topic: 'a', notification: { title: 'T' , picture: url } });"),
    RequestBody(
      "a body for the REST interface", in: .javaScript, finds: ["request.admin-name"],
      "fetch(url, { method: 'POST', body: JSON.stringify({ message: { topic: 'a', notification: { title: 'T', imageUrl: u } } }) })"
    ),
    RequestBody(
      "renotify without tag, in JavaScript", in: .javaScript, finds: ["web.options"],
      "send({ topic: 'a', notification: { title: 'T' }, webpush: { notification: { renotify: true } } });"),
    RequestBody(
      "no message", in: .javaScript, finds: ["request.shape"], "console.log({ token: 'a', user: { name: 'b' } });"),
    RequestBody(
      "the SDK for Python", in: .python,
      """
      # Sends to everybody.
      message = messaging.Message(
          notification=messaging.Notification(title='$GOOG up 1.43% on the day', body='It is ' 'up.', image='\(picture)'),
          android=messaging.AndroidConfig(
              ttl=datetime.timedelta(seconds=3600), priority='normal',
              notification=messaging.AndroidNotification(icon='stock_ticker_update', color='#f45342', priority='high'),
          ),
          apns=messaging.APNSConfig(payload=messaging.APNSPayload(aps=messaging.Aps(badge=42, mutable_content=True))),
          topic='industry-tech',
      )
      messaging.send(message)
      """),
    RequestBody(
      "Python without mutable_content", in: .python, finds: ["ios.mutable-content"],
      """
      messaging.send(messaging.Message(
          notification=messaging.Notification('T', image=url) if False else messaging.Notification(title='T', image=url),
          token=registration_token))
      messaging.send(messaging.Message(notification=messaging.Notification(title='T', image=url), token=token))
      """),
    RequestBody(
      "Python with numbers in data", in: .python, finds: ["request.type"],
      "m = messaging.Message(data={'score': 850, 'time': '2:45'}, token=registration_token)"),
    RequestBody(
      "a dictionary for the REST interface", in: .python, finds: ["ios.mutable-content"],
      """
      body = {"message": {"token": token, "notification": {"title": f"Hello {name}", "image": '\(picture)'}}}
      requests.post(url, json=body)
      """),
    RequestBody(
      "Python for several devices", in: .python,
      "messaging.MulticastMessage(notification=messaging.Notification(title='T'), tokens=registration_tokens)"),
    RequestBody(
      "Python for browsers", in: .python, finds: ["web.options"],
      "messaging.Message(webpush=messaging.WebpushConfig(notification=messaging.WebpushNotification(title='T', renotify=True)), topic='a')"
    ),
  ]
}
