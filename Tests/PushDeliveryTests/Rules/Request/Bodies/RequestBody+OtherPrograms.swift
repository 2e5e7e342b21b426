import PushDelivery

// Objects of other interfaces that have names of messages.
extension RequestBody {
  private static let call =
    "fetch('/api', { method: 'POST', body: JSON.stringify({ token: 'a', data: { n: 5, ok: true } }) });"
  private static let sdk = "import { getMessaging } from 'firebase-admin/messaging';\n"

  private static func other(_ name: String, in syntax: RequestSyntax = .javaScript, _ text: String) -> RequestBody {
    RequestBody(name, in: syntax, finds: ["request.shape"], text)
  }

  static let otherPrograms: [RequestBody] = [
    other("a body for one's own server", call),
    other("mail", "const mail = { to: 'x@y.de', data: { n: 1 } };"),
    other("a list", "const list = { name: 'x', data: [1, 2, 3], topic: 'sales' };"),
    other("a transaction", "eth.sendTransaction({ to: '0x52908400098527886E0F7030069857D2E4169EE7', data: '0xa9' });"),
    other("a queue", in: .python, "producer.send({'topic': 'orders', 'data': b'x'})"),
    other("a body of Python's", in: .python, "client.post('/a', json={'token': t, 'data': {'n': 1}})"),
    other("a body for one's own server beside the SDK", sdk + call),
    other("mail beside the SDK", sdk + "mail.send({ to: 'x@y.de', data: { n: 1 } });"),
    RequestBody(
      "data with the SDK", in: .javaScript, finds: ["request.type"],
      sdk + "getMessaging().send({ token: t, data: { n: 1 } });"),
    RequestBody(
      "data for the address", in: .javaScript, finds: ["request.type"],
      "fetch('https://fcm.googleapis.com/v1/projects/a/messages:send', "
        + "{ method: 'POST', body: JSON.stringify({ message: { token: t, data: { n: 1 } } }) });"),
    RequestBody(
      "data in a message", in: .python, finds: ["request.type"],
      "requests.post(url, json={'message': {'token': t, 'data': {'n': 1}}})"),
    RequestBody(
      "data under a name that is sent", in: .javaScript, finds: ["request.type"],
      sdk + "const m = { token: t, data: { n: 1 } };\ngetMessaging().send(m);"),
    RequestBody(
      "data in an array that is sent", in: .javaScript, finds: ["request.type"],
      sdk + "const all = [{ token: t, data: { n: 1 } }];\ngetMessaging().sendEach(all);"),
    RequestBody(
      "data that is made for each", in: .javaScript, finds: ["request.type"],
      sdk + "const all = users.map((u) => ({ token: u.token, data: { n: 1 } }));\ngetMessaging().sendEach(all);"),
    RequestBody(
      "data that is pushed", in: .javaScript, finds: ["request.type"],
      sdk + "const all = [];\nfor (const u of users) { all.push({ token: u, data: { n: 1 } }); }\n"
        + "getMessaging().sendEach(all);"),
    RequestBody(
      "data of a type", in: .javaScript, finds: ["request.type"],
      "const a: admin.messaging.Message = { token: t, data: { n: 1 } };"),
    RequestBody(
      "data as a type", in: .javaScript, finds: ["request.type"],
      "export const a = { token: t, data: { n: 1 } } satisfies admin.messaging.Message;"),
    RequestBody(
      "data for the legacy address", in: .javaScript, finds: ["request.legacy-field", "request.type"],
      "axios.post('https://fcm.googleapis.com/fcm/send', { to: 'dk3x1', data: { n: 1 } });"),
    RequestBody("objects alone", in: .javaScript, finds: ["request.type"], "[{ token: 'a', data: { n: 1 } }]"),
    other("an answer beside the SDK", sdk + "res.status(200).json({ token: 't', data: { id: 5 } });"),
    other("an answer of `send` beside the SDK", sdk + "res.status(200).send({ token: 't', data: { id: 5 } });"),
    other(
      "what a function gives back beside the SDK",
      sdk + "function authResult(user) { return { token: user.token, data: { id: user.id, roles: ['a'] } }; }"),
    other(
      "what a handler with a name gives back",
      sdk + "const sendMessage = onCall(async (r) => { return { token: r.token, data: { id: 5 } }; });"),
    other("a message for a queue beside the SDK", sdk + "producer.send({ topic: 'orders', data: { n: 3 } });"),
    RequestBody(
      "settings beside a message", in: .javaScript,
      "const cfg = { topic: 'orders', data: { retries: 3 } };\n"
        + "admin.messaging().send({ topic: 'orders', data: { retries: '3' } });"),
    other(
      "a subscription's address in a comment",
      "// subscription endpoint: https://fcm.googleapis.com/fcm/send/dpH5lCsTSSM:APA91b\n"
        + "post({ token: 'x', data: { ok: true } });"),
    other(
      "a browser's push endpoint",
      "const endpoint = 'https://fcm.googleapis.com/fcm/send/dpH5lCsTSSM:APA91b';\n"
        + "post({ token: 'x', data: { ok: true } });"),
    RequestBody("an object alone", in: .javaScript, finds: ["request.type"], "{ token: 'a', data: { n: 1 } }"),
  ]
}
