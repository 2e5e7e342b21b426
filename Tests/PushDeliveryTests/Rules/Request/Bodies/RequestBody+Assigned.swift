import PushDelivery

// Messages behind a type with a dot, and such as members are set to.
extension RequestBody {
  private static let address = "http://cdn.acme-shop.de/a.jpg"
  private static let message =
    "{ topic: 'spring', notification: { title: 'T' }, android: { notification: { imageUrl: '\(address)' } } }"
  private static let pythonMessage =
    "messaging.Message(topic='a', notification=messaging.Notification(title='T'), android=messaging.AndroidConfig("
    + "notification=messaging.AndroidNotification(image='\(address)')))"
  private static let dictionary =
    "{'message': {'topic': 'a', 'notification': {'title': 'T'}, 'android': {'notification': {'image': '\(address)'}}}}"

  static let assigned: [RequestBody] =
    [
      "const m: admin.messaging.Message = \(message);\nawait getMessaging().send(m);",
      "const m: messaging.Message = \(message);", "const m: Message = \(message);",
      "class A { m: admin.messaging.Message = \(message); }",
      "function f(m: admin.messaging.Message = \(message)) {}", "module.exports = \(message);",
      "exports.message = \(message);", "this.payload = \(message);", "this.notification = \(message);",
      "const body = {};\nbody.message = \(message.replacing("imageUrl", with: "image"));",
      "const all = {};\nall['spring'] = \(message);",
    ].map { RequestBody("set: \($0)", in: .javaScript, finds: ["url.scheme"], $0) }
    + [
      "self.m = \(pythonMessage)\n", "msg: messaging.Message = \(pythonMessage)\n", "self.msg = \(dictionary)\n",
    ].map { RequestBody("set in Python: \($0)", in: .python, finds: ["url.scheme"], $0) } + parts

  /// What belongs to a message is none itself.
  private static let parts: [RequestBody] = [
    RequestBody(
      "a section of a parameter", in: .javaScript, finds: ["request.shape"],
      "function f(m) { m.android = { notification: { title: 'A', body: 'B' } }; }"),
    RequestBody(
      "a section that is set on a condition", in: .javaScript,
      """
      const m = { topic: 'a', notification: { title: 'T', body: 'B' } };
      switch (a) { case 1: m.android = { notification: { title: 'A', body: 'B', wrong: 1 } }; }
      send(m);
      """),
    RequestBody(
      "a section of a class in Python", in: .python, finds: ["request.shape"],
      "self.config = messaging.AndroidConfig(notification=messaging.AndroidNotification(title='T', body='B'))\n"),
  ]
}
