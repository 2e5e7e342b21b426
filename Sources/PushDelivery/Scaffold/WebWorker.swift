/// The service worker that a site needs for web push through Firebase.
///
/// Firebase's SDK shows messages with a `notification` by itself, `notification.image` included
/// (firebase-js-sdk, packages/messaging/src/listeners/sw-listeners.ts). The worker loads it, and does what it leaves undone.
public enum WebWorker {
  /// The worker and the README with the steps.
  public static let files = [
    ScaffoldFile(name: "firebase-messaging-sw.js", text: script), ScaffoldFile(name: "README.md", text: readme),
  ]
}
