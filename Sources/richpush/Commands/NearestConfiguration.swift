import Essentials

extension ConfigurationFile {
  /// The path of the pipeline.yml that is meant where none is named: that of the working directory, else of the nearest folder above it.
  /// Where there is none, that of the working directory.
  ///
  /// Folders above a checkout, and above the home folder, are not looked at, nor is what belongs to somebody else: pipeline.yml names
  /// a command that is run, and whoever may write to a folder such as /tmp must not choose it.
  static let nearestPath: String = {
    let manager = FileManager.default
    let home = manager.homeDirectoryForCurrentUser.standardizedFileURL
    var folder = URL(filePath: manager.currentDirectoryPath).standardizedFileURL
    var path = defaultPath
    while !manager.fileExists(atPath: path) {
      let isLast =
        folder == home || folder.path() == "/"
        || manager.fileExists(atPath: folder.appending(path: ".git").path(percentEncoded: false))
      guard !isLast else { return defaultPath }
      folder.deleteLastPathComponent()
      path = "../" + path
    }
    guard path == defaultPath || isOwn(path) else {
      Console.standard.note("\(path) belongs to another user and is not read; name it with --config if it is meant")
      return defaultPath
    }
    return path
  }()

  private static func isOwn(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_uid == geteuid()
  }
}
