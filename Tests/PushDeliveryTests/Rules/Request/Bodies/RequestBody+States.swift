import PushDelivery

// States, settings and calls of pages that have names of messages, and messages that look like them.
extension RequestBody {
  private static let image = "https://static.example.com/a.jpg"

  private static func state(_ name: String, _ text: String) -> RequestBody {
    RequestBody("a page's \(name)", in: .javaScript, finds: ["request.shape"], text)
  }

  static let states: [RequestBody] = [
    state("empty state", "const [s, set] = useState({ token: '', topic: null, data: {}, notification: {} });"),
    state("state of a type", "const [s, set] = useState<Form>({ token: t, notification: { title: 'a', body: 'b' } });"),
    state(
      "state with a message's names",
      "useState({ token: t, notification: { title: 'a', body: 'b', image: '\(image)' }, data: { count: 5 } });"),
    state("new state", "setForm({ token: t, notification: { title: 'a', body: 'b' } });"),
    state("action", "dispatch({ type: 'a', payload: { token: t, notification: { title: 'a', body: 'b' } } });"),
    state("first state", "const initialState = { notification: { title: '', body: '', type: 'info' } };"),
    state("first state without words", "const initialState = { notification: { title: '', body: '' } };"),
    state("open notification", "const initialState = { token: null, notification: { open: false, message: '' } };"),
    state("settings", "const prefs = { notification: { email: true, sms: false }, topic: 'news' };"),
    state("settings beside the SDK", "getMessaging();\nconst p = { notification: { email: true }, topic: 'news' };"),
    state("style", "const styles = { x: { android: { elevation: 4 } } };"),
    state("style beside the SDK", "messaging();\nconst styles = { x: { android: { elevation: 4 } } };"),
    state("icon", "const d = { android: { icon: 'a' } };"),
    state("store", "store.commit('x', { notification: { title: 'Saved', body: 'ok', timeout: 5 } });"),
    state(
      "push without FCM",
      "webpush.sendNotification(sub, JSON.stringify({ notification: { title: 'H', body: 'W', icon: '/i.png', "
        + "data: { id: 7 } } }));"),
    RequestBody(
      "a message for a function of one's own", in: .javaScript, finds: ["url.scheme"],
      "notifyUser({ token: t, notification: { title: 'T' }, "
        + "android: { notification: { imageUrl: 'http://cdn.acme-shop.de/a.jpg' } } });"),
    RequestBody(
      "a message that a function gives back beside the SDK", in: .javaScript, finds: ["request.unknown-field"],
      "getMessaging();\nfunction make(t) { return { token: t, notification: { title: 'T', picture: u } }; }"),
  ]
}
