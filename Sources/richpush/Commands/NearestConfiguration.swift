import Essentials
import Findings
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

/// The pipeline.yml above what is checked, if the current folder has none: a hook names files from the top of a checkout.
///
/// It is trusted as above the current folder. It must also be in the checkout or the folder in which the program is called: a folder from
/// others must not decide how carefully its pictures are checked.
struct ConfigurationAbove {
  /// The given targets: paths, URLs and `-`.
  let subjects: [String]

  /// Its path, which is reported; nil without one, for targets below several, or where it is not trusted, which is also reported.
  func find() -> String? {
    guard ConfigurationFile.nearest == nil else { return nil }
    let found = Set(folders.map(nearest))
    guard let first = found.compactMap(\.self).min() else { return nil }
    guard found.count == 1 else {
      Console.standard.note(
        "\(shown(first)) is above a part of what is checked and is not read; name it with --config, or check that part by itself"
      )
      return nil
    }
    guard let root, first.hasPrefix(root + "/") else {
      return refused(
        first,
        isBelowCurrent(first)
          ? "is below the current folder, as everything is,"
          : "is outside of the current folder")
    }
    guard ConfigurationFile.isOwn(first) else { return refused(first, "belongs to another user") }
    Console.standard.hint("pipeline.yml: \(shown(first))")
    return shown(first)
  }

  /// Where the search begins, with links resolved. Requests do not count if there are other targets: they are independent, and a
  /// pipeline.yml is not judged by itself.
  private var folders: [String] {
    let paths = subjects.filter { $0 != "-" && !$0.contains("://") }
    let campaigns = paths.filter { RequestSyntax(fileName: $0) == nil }
    return (campaigns.isEmpty ? paths : campaigns).compactMap { path in
      guard FileSystem.name(of: path) != ConfigurationFile.defaultPath else { return nil }
      return FileSystem.canonicalPath(FileSystem.kind(of: path) == .folder ? path : FileSystem.parent(of: path))
    }
  }

  /// The nearest file of that name that belongs to richpush, up to the checkout or the home folder.
  private func nearest(from start: String) -> String? {
    var folder = start
    while true {
      let path = (folder == "/" ? "" : folder) + "/" + ConfigurationFile.defaultPath
      if FileSystem.exists(path), !ConfigurationFile.isForeign(path) { return path }
      guard folder != "/", folder != home, !FileSystem.exists(folder + "/.git") else { return nil }
      folder = FileSystem.parent(of: folder)
    }
  }

  /// The current checkout, else the current folder; nil where that is the home folder or the root.
  private var root: String? {
    guard let current else { return nil }
    var folder = current
    while folder != "/", folder != home {
      if FileSystem.exists(folder + "/.git") { return folder }
      folder = FileSystem.parent(of: folder)
    }
    return current == "/" || current == home ? nil : current
  }

  private var current: String? { FileSystem.canonicalPath(".") }

  private var home: String? { FileSystem.canonicalPath(ConfigurationFile.homeFolder) }

  private func isBelowCurrent(_ path: String) -> Bool {
    current.map { path.hasPrefix($0 == "/" ? $0 : $0 + "/") } ?? false
  }

  /// Relative to the current folder where possible.
  private func shown(_ path: String) -> String {
    guard let current, current != "/", isBelowCurrent(path) else { return path }
    return String(path.dropFirst(current.count + 1))
  }

  private func refused(_ path: String, _ reason: String) -> String? {
    Console.standard.note("\(shown(path)) \(reason) and is not read; name it with --config if it is meant")
    return nil
  }
}
