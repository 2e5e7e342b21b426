import Essentials
import Findings
import MediaPipeline
import PushDelivery

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
        "\(shown(first)) lies above a part of what is checked and is not read; name it with --config, or check that part by itself"
      )
      return nil
    }
    guard let root, first.hasPrefix(root + "/") else {
      return refused(
        first,
        isBelowCurrent(first)
          ? "lies below the current folder as everything does, whoever it is from,"
          : "lies outside of the current folder")
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
