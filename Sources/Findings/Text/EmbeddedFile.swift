internal import Cresources

/// Text files of the folder Resources that are part of the program: the handbook, and templates of files that it writes.
public enum EmbeddedFile {
  /// The text of a file.
  ///
  /// - Parameter path: its path in Resources, as "handbook/rules.md". A path that is not in the list of Resources/Cresources.c is a
  ///   programming error.
  public static func text(_ path: String) -> String {
    guard let text = texts[path] else { preconditionFailure("Resources/Cresources.c does not name \(path)") }
    return String(cString: text)
  }

  /// The paths of all files of a folder and of the folders in it, in the order of the list.
  ///
  /// - Parameter folder: its path in Resources, as "ios-extension/swift".
  public static func paths(in folder: String) -> [String] {
    all.map(\.path).filter { $0.hasPrefix(folder + "/") }
  }

  /// C strings that stay while the program runs, so every thread may read them.
  private nonisolated(unsafe) static let all = {
    var files: [(path: String, text: UnsafePointer<CChar>)] = []
    var next = embedded_files()
    while let file = next?.pointee, let path = file.path, let text = file.text {
      files.append((String(cString: path), text))
      next = next?.successor()
    }
    return files
  }()

  private nonisolated(unsafe) static let texts = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0.text) })
}
