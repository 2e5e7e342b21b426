import SystemPackage

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
    for name in ((try? FileSystem.rawNames(in: path)) ?? []).compactMap({ String(validating: $0, as: UTF8.self) }) {
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
