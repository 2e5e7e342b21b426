import Essentials
import Findings
import MediaPipeline
import PushDelivery

extension ConfigurationFile {
  /// The path of the default pipeline.yml: in the working directory, else in the nearest folder above it; nil without one.
  ///
  /// Files of other users above it are not read: pipeline.yml names a command to run, and others with access to a folder such as /tmp
  /// must not choose it.
  static let nearest: String? = {
    guard let current = Surroundings.current else { return nil }
    let (path, foreign) = Surroundings.search(from: current)
    for path in foreign {
      Console.standard.note(
        "\(Surroundings.shown(path)) is another program's, since no key of it is richpush's; name yours with --config")
    }
    guard let path else { return nil }
    guard Surroundings.shown(path) == defaultPath || Surroundings.isOwn(path) else {
      return Surroundings.refused(path, "belongs to another user")
    }
    return Surroundings.shown(path)
  }()

  /// The same, or the default name.
  static var nearestPath: String { nearest ?? defaultPath }

  /// A file that is not regular may only be readable once.
  static func isForeign(_ path: String) -> Bool {
    guard case .file = FileSystem.kind(of: path), let text = try? beginning(of: path) else { return false }
    return Destinations.file.isForeign(text)
  }

  /// Another file with the ending that many programs use, whose changes would have no effect.
  static func unreadTwin(of path: String) -> Diagnostic? {
    let twin = path.replacing(/\.yml$/, with: ".yaml")
    guard twin != path, case .file = FileSystem.kind(of: twin), !isForeign(twin) else { return nil }
    return Diagnostic(
      .configurationConflict, .init(.configuration, twin), "it is not read: \(path.quoted) next to it is",
      severity: .warning, remedy: "keep one of the two, or name this one with `--config`")
  }
}

/// The folders around the current one, with links resolved.
private enum Surroundings {
  static var current: String? { FileSystem.canonicalPath(".") }

  /// The shell's home folder of the user; an empty `HOME` does not count.
  static var home: String? {
    let named = ProcessInfo.processInfo.environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
    return FileSystem.canonicalPath(FileSystem.homeFolder(named) + "/")
  }

  /// The nearest pipeline.yml of richpush from a folder upwards, and those of other programs on the way. Folders above a checkout or the home
  /// folder are not searched.
  static func search(from start: String) -> (path: String?, foreign: [String]) {
    var (folder, foreign): (String, [String]) = (start, [])
    while true {
      let path = (folder == "/" ? "" : folder) + "/" + ConfigurationFile.defaultPath
      if FileManager.default.fileExists(atPath: path) {
        guard ConfigurationFile.isForeign(path) else { return (path, foreign) }
        foreign.append(path)
      }
      guard folder != "/", folder != home, !FileSystem.exists(folder + "/.git") else { return (nil, foreign) }
      folder = FileSystem.parent(of: folder)
    }
  }

  /// The current checkout, else the current folder; nil where that is the home folder or the root.
  static var root: String? {
    guard let current else { return nil }
    var folder = current
    while folder != "/", folder != home {
      if FileSystem.exists(folder + "/.git") { return folder }
      folder = FileSystem.parent(of: folder)
    }
    return current == "/" || current == home ? nil : current
  }

  static func isOwn(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_uid == geteuid()
  }

  /// Relative to the current folder, unless only the root holds both.
  static func shown(_ path: String) -> String {
    guard let current, current == "/" || current.split(separator: "/").first == path.split(separator: "/").first else {
      return path
    }
    return PathBase(workingDirectory: current).relative(path)
  }

  static func refused(_ path: String, _ reason: String) -> String? {
    Console.standard.note("\(shown(path)) \(reason) and is not read; name it with --config if it is meant")
    return nil
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
    let found = Set(folders.map { Surroundings.search(from: $0).path })
    guard let first = found.compactMap(\.self).min() else { return nil }
    let shown = Surroundings.shown(first)
    guard found.count == 1 else {
      Console.standard.note(
        "\(shown) is above a part of what is checked and is not read; name it with --config, or check that part by itself"
      )
      return nil
    }
    guard let root = Surroundings.root, first.hasPrefix(root + "/") else {
      let isBelow = Surroundings.current.map { FileSystem.lies(first, in: $0) } ?? false
      return Surroundings.refused(
        first, isBelow ? "is below the current folder, as everything is," : "is outside of the current folder")
    }
    guard Surroundings.isOwn(first) else { return Surroundings.refused(first, "belongs to another user") }
    Console.standard.hint("pipeline.yml: \(shown)")
    return shown
  }

  /// Where the search begins. Requests do not count if there are other targets: they are independent, and a pipeline.yml is not judged by
  /// itself.
  private var folders: [String] {
    let paths = subjects.filter { $0 != "-" && !$0.contains("://") }
    let campaigns = paths.filter { RequestSyntax(fileName: $0) == nil }
    return (campaigns.isEmpty ? paths : campaigns).compactMap { path in
      guard FileSystem.name(of: path) != ConfigurationFile.defaultPath else { return nil }
      return FileSystem.canonicalPath(FileSystem.kind(of: path) == .folder ? path : FileSystem.parent(of: path))
    }
  }
}
