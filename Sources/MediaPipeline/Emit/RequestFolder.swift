public import PushDelivery
import SystemPackage

/// The folder from which scripts send every request file.
///
/// It is replaced as a whole: the next state is made in a folder next to it (`FolderDraft`), and the two change places in one step
/// (`FolderExchange`). So a reader sees the previous set or the new one, and a run that ends early changes nothing. Only the entries of
/// `RequestFolderLayout` and `stale` are ours; all others are carried over and never deleted.
public struct RequestFolder: Sendable {
  /// Its canonical path. The folder above it must exist.
  public let path: String
  /// Which of its files are ours.
  private let layout: RequestFolderLayout
  /// Whether the folder and its next state change places in one step, if the file system supports it.
  let isExchanged: Bool

  /// - Parameters:
  ///   - path: the folder's path; a link is followed, so that its target is exchanged.
  ///   - forms: all forms of requests that a run may write.
  public init(path: String, forms: [RequestForm] = RequestForm.all) {
    self.init(path: path, forms: forms, isExchanged: true)
  }

  /// - Parameter isExchanged: whether it may change places with its next state in one step.
  package init(path: String, forms: [RequestForm] = RequestForm.all, isExchanged: Bool) {
    self.path = FileSystem.canonicalPath(path) ?? path
    layout = RequestFolderLayout(of: forms)
    self.isExchanged = isExchanged
  }

  /// The folder for files that are no longer in the set, at their previous paths.
  public static let staleName = "stale"
  /// The file that lists the set.
  public static let indexName = "index.json"
  /// Its path.
  var indexPath: String { path + "/" + Self.indexName }

  /// Its folders without requests to send, each with a slash at its end.
  static let foldersWithoutRequests = RequestFolderLayout().folders.dropFirst() + [staleName + "/"]

  /// A commit's changes, as relative paths.
  public typealias Change = RequestFolderChanges
}

/// Its contents.
extension RequestFolder {
  /// Whether one of our files may have this relative path.
  func owns(_ path: String) -> Bool {
    let path = path.withoutStale
    let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return layout.owns(String(path[end...]), in: String(path[..<end]))
  }

  /// Whether a folder, with a slash at its end, is for our files.
  func isPlace(_ place: String) -> Bool { layout.folders.contains(place.withoutStale) }

  /// Files with the name of a request or the index.
  func requestPaths() throws(FileSystemError) -> [String] {
    var paths: [String] = []
    for place in layout.folders where FileSystem.isPlainFolder(String("\(path)/\(place)".dropLast())) {
      let names = try FileSystem.entries(of: path + "/" + place).compactMap(\.name)
      paths += names.filter { layout.owns($0, in: place) }.map { place + $0 }
    }
    return paths
  }

  /// The files of the set, the index among them.
  func ownFiles() throws(FileSystemError) -> [String] {
    try requestPaths().filter { FileSystem.isRegularFile(path + "/" + $0) }
  }

  /// Finishes an exchange of a run that was killed between two renames. Call it before reading the folder, without its lock.
  ///
  /// - Throws: `PipelineError.fileSystem`.
  func recover() throws(PipelineError) {
    guard FolderExchange(self).isHalfDone else { return }
    let lock = try PipelineError.wrapping(try FolderLock(folder: FileSystem.parent(of: path)))
    defer { withExtendedLifetime(lock) {} }
    if FolderExchange(self).isHalfDone { try PipelineError.wrapping(try FolderExchange(self).recover()) }
  }
}

extension String {
  /// A path in `stale` as it was in the request folder.
  var withoutStale: String {
    let stale = RequestFolder.staleName + "/"
    return hasPrefix(stale) ? String(dropFirst(stale.count)) : self
  }
}

/// Replaces the request folder with a folder that was made next to it.
///
/// Both change places in one step if the file system supports it (`renameat2`, `renamex_np`). Otherwise two renames are needed, between
/// which there is no folder. A run may be killed between any two steps: the next command finishes what it began.
struct FolderExchange {
  private let folder: RequestFolder
  /// The next state's path.
  let next: String
  /// The temporary path of the previous state, on file systems that cannot exchange two folders.
  private let former: String

  init(_ folder: RequestFolder) {
    self.folder = folder
    let end = folder.path.lastIndex(of: "/").map { folder.path.index(after: $0) } ?? folder.path.startIndex
    let hidden = folder.path[..<end] + "." + folder.path[end...]
    (next, former) = (hidden + ".next", hidden + ".former")
  }

  /// Whether a killed run has left something.
  var isInterrupted: Bool { FileSystem.exists(next) || FileSystem.exists(former) }

  /// Whether a run was killed between two renames, so that there is no folder.
  var isHalfDone: Bool { !FileSystem.exists(folder.path) && FileSystem.isPlainFolder(former) }

  /// Finishes what a killed run began. Call it under the lock of the folder above.
  ///
  /// - Throws: `FileSystemError`, also if a foreign file has the name of the next state.
  func recover() throws(FileSystemError) {
    if isHalfDone { try FileSystem.rename(former, to: folder.path) }
    for remains in [next, former] where FileSystem.exists(remains) {
      clear(remains)
      guard FileSystem.exists(remains) else { continue }
      throw FileSystemError(
        "make the next requests where something else is", remains, .fileExists,
        remedy: "move it elsewhere, and run again")
    }
  }

  /// Replaces the folder with `next`.
  ///
  /// - Throws: `FileSystemError`; the folder is then unchanged.
  func perform() throws(FileSystemError) {
    let remains = try exchange()
    DurableFile.syncFolder(FileSystem.parent(of: folder.path))
    // The next run removes what cannot be removed now.
    if let remains { clear(remains) }
  }

  /// - Returns: the path of the previous state; nil if there was none.
  private func exchange() throws(FileSystemError) -> String? {
    guard FileSystem.exists(folder.path) else {
      try FileSystem.rename(next, to: folder.path, operation: "replace the requests")
      return nil
    }
    guard folder.isExchanged else { return try renameTwice() }
    do throws(Errno) {
      try SystemCall.exchange(next, with: folder.path)
      return next
    } catch {
      guard [.noFunction, .invalidArgument, .notSupported].contains(error) else {
        throw FileSystemError("replace the requests", folder.path, error)
      }
      return try renameTwice()
    }
  }

  private func renameTwice() throws(FileSystemError) -> String {
    try FileSystem.rename(folder.path, to: former, operation: "replace the requests")
    do throws(FileSystemError) { try FileSystem.rename(next, to: folder.path) } catch {
      try? FileSystem.rename(former, to: folder.path)
      throw error
    }
    return former
  }

  /// Removes a state that is no longer needed: our files, and those that the folder has too. Foreign files stay.
  func clear(_ remains: String) {
    if FileSystem.isPlainFolder(remains) { clear(remains, "") }
  }

  private func clear(_ remains: String, _ place: String) {
    let path = remains + "/" + place
    if FileSystem.refusalOfNewFiles(in: path) != nil {
      try? SystemCall.setPermissions(of: path, to: .ownerReadWriteExecute)
    }
    for name in FileSystem.names(in: path) {
      if FileSystem.isPlainFolder(path + name) {
        clear(remains, place + name + "/")
      } else if isOwn(place + name, in: remains) {
        FileSystem.remove(path + name)
      }
    }
    FileSystem.removeFolder(path)
  }

  private func isOwn(_ path: String, in remains: String) -> Bool {
    let file = remains + "/" + path
    let isOurs = folder.owns(path) || DurableFile.isTemporary(FileSystem.name(of: path))
    return isOurs && FileSystem.isRegularFile(file) || FileSystem.isSame(file, folder.path + "/" + path)
  }
}
