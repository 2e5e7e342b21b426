import Findings

/// The notification service extension that an app for Apple's systems needs: without it notifications show no picture
/// (firebase-ios-sdk, FirebaseMessaging/Sources/FIRMessagingExtensionHelper.m).
///
/// It passes the notification to Firebase's helper. If that finds no picture, it loads the file itself once, if time allows.
package enum ServiceExtension {
  /// Sources, Info.plist and the README with the five steps, all in one folder.
  package static func files(name: ExtensionName) -> [ScaffoldFile] {
    let paths = EmbeddedFile.paths(in: "ios-extension/swift") + ["ios-extension/Info.plist", "ios-extension/README.md"]
    return paths.map { path in
      let file = path.split(separator: "/").last.map(String.init) ?? path
      let named = file.replacing(ExtensionName.standard.text, with: name.text)
      return ScaffoldFile(template: path, name: named, ["name": .plain(name.text)])
    }
  }
}

/// The name of a notification service extension: of its target, its class and that class's files.
///
/// It is in Swift, a property list and file names, so it is a plain identifier: an upper-case letter, then
/// letters, digits and underscores of ASCII, 64 characters at most.
package struct ExtensionName: Hashable, Sendable {
  package let text: String

  /// The name that Xcode proposes for such a target.
  package static let standard = ExtensionName(unchecked: "NotificationService")

  package init(_ text: String) throws(FlagRefusal) {
    guard text.wholeMatch(of: #/[A-Z][A-Za-z0-9_]{0,63}/#) != nil else {
      throw FlagRefusal(
        "it names a class and files, so it must be an upper-case letter and then letters, digits or `_`, 64 at most")
    }
    self.text = text
  }

  private init(unchecked text: String) { self.text = text }
}

/// The service worker that a site needs for web push through Firebase.
///
/// Firebase's SDK shows messages with a `notification` by itself, including `notification.image` (firebase-js-sdk,
/// packages/messaging/src/listeners/sw-listeners.ts). The worker loads it, and adds what the SDK lacks.
package enum WebWorker {
  /// The worker and the README with the steps.
  package static let files = EmbeddedFile.paths(in: "web-worker").map { ScaffoldFile(template: $0) }
}
