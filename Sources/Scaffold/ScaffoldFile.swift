/// A file that richpush writes for a user to start from, whose own it is from then on.
public struct ScaffoldFile: Hashable, Sendable {
  /// Its name in the folder that is written to.
  public let name: String
  public let text: String

  public init(name: String, text: String) {
    self.name = name
    self.text = text
  }
}

/// The name of a notification service extension: of its target, its class and the source files of that class.
///
/// It stands in Swift, Objective-C, a property list and file names, so it is a plain identifier: an upper-case letter, then
/// letters, digits and underscores of ASCII, 64 characters at most.
public struct ExtensionName: Hashable, Sendable {
  public let text: String

  /// The one that Xcode proposes for such a target.
  public static let standard = ExtensionName(unchecked: "NotificationService")

  /// - Throws: `ExtensionNameError`.
  public init(_ text: String) throws(ExtensionNameError) {
    guard text.wholeMatch(of: #/[A-Z][A-Za-z0-9_]{0,63}/#) != nil else { throw .noIdentifier }
    guard text == Self.standard.text || !Self.taken.contains(text.lowercased()) else { throw .taken }
    self.text = text
  }

  private init(unchecked text: String) { self.text = text }

  /// What the sources use for something else, in lower case: a class of that name would hide it, or be a second one, or its
  /// file would be another's where file systems take upper and lower case for the same.
  private static let taken: Set<String> = {
    let files = ServiceExtension.Language.allCases.flatMap { ServiceExtension.files($0, name: standard) }
    let lines = files.filter(\.isSource).flatMap { $0.text.split(separator: "\n") }
    let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    let words = code.flatMap { $0.matches(of: #/[A-Za-z_][A-Za-z0-9_]*/#).map { String($0.0) } }
    // Words of the language that no class can be called by.
    return Set((words + ["Any", "Protocol", "Self", "Type"]).map { $0.lowercased() })
  }()
}

/// Why a text is no name of an extension.
public enum ExtensionNameError: Error, Hashable, Sendable, CustomStringConvertible {
  case noIdentifier
  case taken

  public var description: String {
    switch self {
    case .noIdentifier:
      "it names a class and files, so it must be an upper-case letter and then letters, digits or `_`, 64 at most"
    case .taken: "the sources of the extension use this word for something else"
    }
  }
}

extension ScaffoldFile {
  fileprivate var isSource: Bool { [".swift", ".h", ".m"].contains(where: name.hasSuffix) }
}
