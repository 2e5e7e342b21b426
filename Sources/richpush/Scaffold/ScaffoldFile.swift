import ArgumentParser
import Essentials
import Findings
import PushDelivery

/// A file that richpush writes for a user to start from. Then it belongs to the user.
package struct ScaffoldFile: Hashable, Sendable {
  /// Its name in the target folder.
  package let name: String
  package let text: String

  package init(name: String, text: String) { (self.name, self.text) = (name, text) }

  /// A template with its holes filled.
  ///
  /// - Parameters:
  ///   - template: its path in Resources. Its last component decides how texts are quoted, and is the file's name unless `name` is given.
  ///   - values: the replacements of `{{name}}`, by name. Other braces stay.
  package init(template: String, name: String? = nil, _ values: [String: TemplateValue] = [:]) {
    let ownName = template.split(separator: "/").last.map(String.init) ?? template
    let isData = [".json", ".yaml", ".yml"].contains(where: ownName.hasSuffix)
    // One pass from left to right, so that a value's own braces stay.
    let text = EmbeddedFile.text(template).replacing(#/\{\{([a-z-]+)\}\}/#) { hole in
      values[String(hole.1)]?.written(asData: isData) ?? String(hole.0)
    }
    self.init(name: name ?? ownName, text: text)
  }
}

/// A value for a hole of a template. Texts are quoted, so they cannot be taken for anything else.
package enum TemplateValue: Hashable, Sendable {
  /// Written as it is, everywhere.
  case plain(String)
  /// A user's text: a string in JSON and YAML, a word in shell scripts and in a README's commands.
  case text(String)
  /// Texts of a command: strings of a list in JSON and YAML, and words in shell scripts.
  case words([String])

  static func number(_ number: Int) -> TemplateValue { .plain("\(number)") }

  /// In JSON and YAML, or for a shell.
  fileprivate func written(asData isData: Bool) -> String {
    switch self {
    case .plain(let text): text
    case .text(let text): isData ? Self.quoted(text) : ShellWord.plain(text)
    case .words(let texts): isData ? texts.map(Self.quoted).joined(separator: ", ") : ShellWord.command(texts)
    }
  }

  /// A JSON string, which is also a double-quoted YAML string. YAML allows fewer unescaped characters than JSON.
  static func quoted(_ text: String) -> String {
    let inner = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case " "..."~", "\u{A0}"..."\u{2027}", "\u{202A}"..."\u{D7FF}": String(scalar)
      default: String(scalar).utf16.map { "\\u" + String(0x1_0000 + Int($0), radix: 16).dropFirst() }.joined()
      }
    }
    return "\"\(inner.joined())\""
  }
}

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
    guard text.wholeMatch(of: #/[A-Z][A-Za-z0-9_]{0,63}/#) != nil else { throw FlagRefusal(.flag("className")) }
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

/// Files that a user starts from and then owns, so existing ones are never overwritten.
struct StarterFiles {
  /// The target folder; made if missing.
  let folder: String
  let files: [ScaffoldFile]

  /// Writes the missing files, and reports for each what happened.
  func write() throws {
    do {
      let folder = URL(filePath: folder)
      for file in files {
        let url = folder.appending(path: file.name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try write(file.text, to: url)
      }
    } catch let status as ExitCode {
      // It was reported.
      throw status
    } catch { throw Console.standard.failure(to: "write there", folder, error) }
  }

  private func write(_ text: String, to url: URL) throws {
    let path = url.relativePath.withoutDot
    do {
      try Data(text.utf8).write(to: url, options: .withoutOverwriting)
      try Console.standard.print("wrote \(path)")
    } catch let error as CocoaError where error.code == .fileWriteFileExists {
      try Console.standard.print("\(path) is there already and stays as it is")
    }
  }
}

extension String {
  /// A path as people write it, without `./` at its beginning.
  var withoutDot: String { hasPrefix("./") ? String(dropFirst(2)) : self }
}
