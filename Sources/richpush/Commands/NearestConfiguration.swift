import Essentials
import MediaPipeline
import PushDelivery

extension ConfigurationFile {
  /// The path of the pipeline.yml that is meant where none is named: that of the working directory, else of the nearest folder above it;
  /// nil where there is none.
  ///
  /// Folders above a checkout, and above the home folder, are not looked at, nor is what belongs to somebody else: pipeline.yml names
  /// a command that is run, and whoever may write to a folder such as /tmp must not choose it.
  static let nearest: String? = {
    let manager = FileManager.default
    let home = URL(filePath: homeFolder).standardizedFileURL
    var folder = URL(filePath: manager.currentDirectoryPath).standardizedFileURL
    var path = defaultPath
    while !isMeant(path) {
      let isLast =
        folder == home || folder.path() == "/"
        || manager.fileExists(atPath: folder.appending(path: ".git").path(percentEncoded: false))
      guard !isLast else { return nil }
      folder.deleteLastPathComponent()
      path = "../" + path
    }
    guard path == defaultPath || isOwn(path) else {
      Console.standard.note("\(path) belongs to another user and is not read; name it with --config if it is meant")
      return nil
    }
    return path
  }()

  /// Where the shell has the user at home; a `HOME` of nothing says nothing.
  static var homeFolder: String {
    FileSystem.homeFolder(ProcessInfo.processInfo.environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }) + "/"
  }

  /// The same, and where there is none, that of the working directory, by which it is named.
  static var nearestPath: String { nearest ?? defaultPath }

  /// Whether a file is there, and not one of another program that has the same name.
  private static func isMeant(_ path: String) -> Bool {
    guard FileManager.default.fileExists(atPath: path) else { return false }
    guard isForeign(path) else { return true }
    Console.standard.note("\(path) is another program's, since no key of it is richpush's; name yours with --config")
    return false
  }

  /// What is no regular file can perhaps be read once alone.
  static func isForeign(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let text = try? beginning(of: path) else {
      return false
    }
    return Destinations.file.isForeign(text)
  }

  static func isOwn(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_uid == geteuid()
  }
}
