// From `richpush scaffold ios-extension`, and yours to change. README.md says how it gets into the app.

import FirebaseMessaging
import Foundation
import UserNotifications

/// Shows the picture or video that a message names in `fcm_options.image`.
///
/// The system makes an instance for each notification that has `"mutable-content": 1` and a visible text, and gives it
/// 30 seconds and little memory (Apple documents no number; 24 MB were seen). Whatever fails, the text is shown.
final class {{name}}: UNNotificationServiceExtension {
  private let delivery = Delivery()

  override func didReceive(
    _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) {
    guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else {
      return contentHandler(request.content)
    }
    // Here is the place to change the title, the body, the sound or the category of `content`.

    delivery.begin(with: content, handler: contentHandler)
    let secondTry = SecondTry(for: content)
    Messaging.serviceExtension().populateNotificationContent(content) { [delivery] populated in
      if populated.attachments.isEmpty, let secondTry, secondTry.hasTime {
        AttachmentDownload.start(secondTry.url, seconds: SecondTry.longest) { delivery.finish(attaching: $0) }
      } else {
        delivery.finish(with: populated)
      }
    }
  }

  /// The system's last call. What is still loading comes too late.
  override func serviceExtensionTimeWillExpire() { delivery.finish(attaching: nil) }
}

/// Whether to load the file once more when Firebase's helper came back without it.
///
/// It is worth while where the helper was quick to fail. It goes by the name that the server gives a file, so that one
/// without an extension, or with a wrong one, is lost though its bytes are sound; and a connection may break. For a
/// missing file it costs one short request. Where the helper took long the connection is slow, nothing would arrive in
/// what is left of the 30 seconds, and the text is shown at once. There is no third try.
private struct SecondTry: Sendable {
  /// Seconds after the start within which it must begin.
  private static let latestStart: TimeInterval = 10
  /// Seconds that it may take. What the helper loaded within `latestStart` has time enough to arrive again.
  static let longest: TimeInterval = 15

  let url: URL
  private let start = ProcessInfo.processInfo.systemUptime

  /// - Returns: nil when the message names no file.
  init?(for content: UNNotificationContent) {
    let options = content.userInfo["fcm_options"] as? [String: Any]
    guard let text = options?["image"] as? String, let url = URL(string: text) else { return nil }
    self.url = url
  }

  var hasTime: Bool { ProcessInfo.processInfo.systemUptime - start < Self.latestStart }
}

/// A notification on its way to the user. The helper, the second try and the system's last call come on threads of
/// their own: the first of them calls the system's handler, and no other calls it again.
private final class Delivery: @unchecked Sendable {
  private let lock = NSLock()
  // Both only under the lock.
  private var text: UNNotificationContent?
  private var handler: ((UNNotificationContent) -> Void)?

  /// Keeps a copy of the text, since the helper goes on to change `content` on its own thread.
  func begin(with content: UNNotificationContent, handler: @escaping (UNNotificationContent) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    text = content.copy() as? UNNotificationContent ?? content
    self.handler = handler
  }

  func finish(with content: UNNotificationContent) { take()?.handler(content) }

  /// Shows the text, with the attachment if there is one.
  func finish(attaching attachment: UNNotificationAttachment?) {
    guard let (handler, text) = take() else { return }
    guard let attachment, let content = text.mutableCopy() as? UNMutableNotificationContent else {
      return handler(text)
    }
    content.attachments = [attachment]
    handler(content)
  }

  /// What to call and the text, the first time; nil from then on.
  private func take() -> (handler: (UNNotificationContent) -> Void, text: UNNotificationContent)? {
    lock.lock()
    defer { lock.unlock() }
    guard let handler, let text else { return nil }
    self.handler = nil
    return (handler, text)
  }
}
