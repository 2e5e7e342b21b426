import Essentials
import MediaPipeline
import PushDelivery

extension ConfigurationFile {
  /// The path of the default pipeline.yml: in the working directory, else in the nearest folder above it; nil without one.
  ///
  /// Folders above a checkout or the home folder are not searched, nor are files of other users: pipeline.yml names a command to run,
  /// and others with access to a folder such as /tmp must not choose it.
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

  /// The shell's home folder of the user; an empty `HOME` does not count.
  static var homeFolder: String {
    FileSystem.homeFolder(ProcessInfo.processInfo.environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }) + "/"
  }

  /// The same, or the default name.
  static var nearestPath: String { nearest ?? defaultPath }

  /// Whether a file exists and is not another program's file of the same name.
  private static func isMeant(_ path: String) -> Bool {
    guard FileManager.default.fileExists(atPath: path) else { return false }
    guard isForeign(path) else { return true }
    Console.standard.note("\(path) is another program's, since no key of it is richpush's; name yours with --config")
    return false
  }

  /// A file that is not regular may only be readable once.
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
