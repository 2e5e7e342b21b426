import Findings

/// The notification service extension that an app for Apple's systems needs: without it notifications show no picture
/// (firebase-ios-sdk, FirebaseMessaging/Sources/FIRMessagingExtensionHelper.m).
///
/// It passes the notification to Firebase's helper. If that finds no picture, it loads the file itself once, if time allows.
package enum ServiceExtension {
  package enum Language: String, Hashable, Sendable, CaseIterable {
    case swift, objc

    fileprivate var title: String { self == .swift ? "Swift" : "Objective-C" }
  }

  /// Sources, Info.plist and the README with the five steps, all in one folder.
  package static func files(_ language: Language, name: ExtensionName) -> [ScaffoldFile] {
    let sources = EmbeddedFile.paths(in: "ios-extension/\(language)").map { path in
      let file = path.split(separator: "/").last.map(String.init) ?? path
      return (path, file.replacing(ExtensionName.standard.text, with: name.text))
    }
    let values = values(language, name.text, sources: sources.map(\.1))
    return sources.map { ScaffoldFile(template: $0, name: $1, values) }
      + ["Info.plist", "README.md"].map { ScaffoldFile(template: "ios-extension/" + $0, values) }
  }

  private static func values(_ language: Language, _ name: String, sources: [String]) -> [String: TemplateValue] {
    // Xcode may put a Swift target's code on the main actor.
    let isolation = """
       If
         *Default Actor Isolation* is `MainActor` there, make it `nonisolated`: the system calls the extension on threads of its
         own.
      """
    return [
      "name": .plain(name), "language": .plain(language.title),
      "sources": .plain(sources.map { "`\($0)`" }.joined(separator: ", ")),
      "isolation": .plain(language == .swift ? isolation : ""),
      // The system knows Swift's classes by their module; Objective-C's have none.
      "principal-class": .plain(language == .swift ? "$(PRODUCT_MODULE_NAME).\(name)" : name),
    ]
  }
}

/// The name of a notification service extension: of its target, its class and that class's files.
///
/// It is in Swift, Objective-C, a property list and file names, so it is a plain identifier: an upper-case letter, then
/// letters, digits and underscores of ASCII, 64 characters at most.
package struct ExtensionName: Hashable, Sendable {
  package let text: String

  /// The name that Xcode proposes for such a target.
  package static let standard = ExtensionName(unchecked: "NotificationService")

  /// - Throws: `ExtensionNameError`.
  package init(_ text: String) throws(ExtensionNameError) {
    guard text.wholeMatch(of: #/[A-Z][A-Za-z0-9_]{0,63}/#) != nil else { throw .noIdentifier }
    guard text == Self.standard.text || !Self.taken.contains(text.lowercased()) else { throw .taken }
    self.text = text
  }

  private init(unchecked text: String) { self.text = text }

  /// Words with another meaning in the sources, in lower case: a class of that name would hide or duplicate it, or its file
  /// would clash where file systems ignore case.
  private static let taken: Set<String> = {
    let files = ServiceExtension.Language.allCases.flatMap { EmbeddedFile.paths(in: "ios-extension/\($0)") }
    let lines = files.flatMap { EmbeddedFile.text($0).split(separator: "\n") }
    let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    let words = code.flatMap { $0.matches(of: #/[A-Za-z_][A-Za-z0-9_]*/#).map { String($0.0) } }
    // Reserved words that cannot name a class.
    return Set((words + ["Any", "Protocol", "Self", "Type"]).map { $0.lowercased() })
  }()
}

/// Why a text cannot name an extension.
package enum ExtensionNameError: Error, Hashable, Sendable, CustomStringConvertible {
  case noIdentifier
  case taken

  package var description: String {
    switch self {
    case .noIdentifier:
      "it names a class and files, so it must be an upper-case letter and then letters, digits or `_`, 64 at most"
    case .taken: "the sources of the extension use this word for something else"
    }
  }
}

/// The service worker that a site needs for web push through Firebase.
///
/// Firebase's SDK shows messages with a `notification` by itself, including `notification.image` (firebase-js-sdk,
/// packages/messaging/src/listeners/sw-listeners.ts). The worker loads it, and adds what the SDK lacks.
package enum WebWorker {
  /// The worker and the README with the steps.
  package static let files = EmbeddedFile.paths(in: "web-worker").map { ScaffoldFile(template: $0) }
}
