import Csystem

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Puts a folder that was built beside another in its place, and brings back what is not ours.
///
/// A run may be killed between any two steps: the next run finds what is left under the two hidden names and finishes. Nothing is ever
/// deleted but JSON files and folders that have become empty.
struct FolderExchange {
  /// The folder that others read.
  let folder: String
  /// Where its next state is built.
  let next: String
  /// Where its former state lies for a moment, on file systems that cannot exchange two folders.
  let former: String

  init(folder: String) {
    self.folder = folder
    let slash = folder.lastIndex(of: "/")
    let parent = slash.map { String(folder[...$0]) } ?? ""
    let name = slash.map { String(folder[folder.index(after: $0)...]) } ?? folder
    next = "\(parent).\(name).next"
    former = "\(parent).\(name).former"
  }

  /// Brings an exchange to its end that a killed run had begun.
  ///
  /// - Throws: `FileSystemError` when something is in the way that is not ours.
  func finishInterrupted() throws(FileSystemError) {
    if FolderListing.kind(of: folder) == .missing, FolderListing.kind(of: former) == .folder {
      guard rename(former, folder) == 0 else { throw FileSystemError("rename", former) }
    }
    for remains in [next, former] where FolderListing.kind(of: remains) == .folder {
      try bringBackForeign(from: remains)
      clear(remains)
      guard FolderListing.kind(of: remains) == .missing else {
        throw FileSystemError("clear", remains, code: ENOTEMPTY)
      }
    }
  }

  /// Puts `next` in the place of the folder.
  ///
  /// - Throws: `FileSystemError`; whichever state the folder has then is whole.
  func perform() throws(FileSystemError) {
    let remains = try exchange()
    if let slash = folder.lastIndex(of: "/") { DurableFile.syncFolder(String(folder[..<slash])) }
    guard let remains else { return }
    try bringBackForeign(from: remains)
    clear(remains)
  }

  /// - Returns: where the former state lies now; nil when there was none.
  private func exchange() throws(FileSystemError) -> String? {
    if FolderListing.kind(of: folder) == .missing {
      guard rename(next, folder) == 0 else { throw FileSystemError("rename", next) }
      return nil
    }
    switch csystem_exchange(next, folder) {
    case 0: return next
    case ENOSYS, EINVAL, ENOTSUP: return try exchangeInTwoSteps()
    case let code: throw FileSystemError("exchange", folder, code: code)
    }
  }

  /// For file systems without an exchange: for a moment there is no folder, which is still no mixture.
  private func exchangeInTwoSteps() throws(FileSystemError) -> String {
    guard rename(folder, former) == 0 else { throw FileSystemError("rename", folder) }
    guard rename(next, folder) == 0 else {
      let error = FileSystemError("rename", next)
      rename(former, folder)
      throw error
    }
    return former
  }

  /// Moves what is not ours from a former state to the folder; what has the same name there already stays where it is.
  private func bringBackForeign(from remains: String) throws(FileSystemError) {
    try moveForeign(from: remains, to: folder)
    let stale = "/" + RequestFolder.staleName
    if FolderListing.kind(of: remains + stale) == .folder {
      if try !FolderListing.foreignNames(in: remains + stale).isEmpty { try FolderListing.create(folder + stale) }
      try moveForeign(from: remains + stale, to: folder + stale)
    }
  }

  private func moveForeign(from source: String, to destination: String) throws(FileSystemError) {
    for name in try FolderListing.foreignNames(in: source) where !FolderListing.exists(destination + "/" + name) {
      guard rename(source + "/" + name, destination + "/" + name) == 0 else {
        throw FileSystemError("move", source + "/" + name)
      }
    }
  }

  /// Removes our files from a folder and its `stale`, and each if it is empty then.
  func clear(_ remains: String) {
    for path in [remains + "/" + RequestFolder.staleName, remains] {
      // A link would lead to somebody else's files.
      guard !FolderListing.isLink(path) else {
        unlink(path)
        continue
      }
      for name in (try? FolderListing.requestFiles(in: path)) ?? [] { unlink(path + "/" + name) }
      DurableFile.removeLeftovers(in: path)
      rmdir(path)
    }
  }
}

extension FolderListing {
  /// The JSON files in a folder, which are ours; none where there is no folder.
  static func requestFiles(in folder: String) throws(FileSystemError) -> [String] {
    try names(in: folder).filter { isRequestFile(folder, $0) }
  }

  /// The names in a folder that are neither ours nor `stale`.
  static func foreignNames(in folder: String) throws(FileSystemError) -> [String] {
    try names(in: folder).filter { name in
      !isRequestFile(folder, name) && name != RequestFolder.staleName && !DurableFile.isTemporary(name)
    }
  }

  private static func names(in folder: String) throws(FileSystemError) -> [String] {
    guard kind(of: folder) == .folder else { return [] }
    return try entries(of: folder).map { entry in
      switch entry {
      case .name(let name), .undecodable(let name): name
      }
    }
  }

  /// A link of that name, or a folder, is somebody else's.
  private static func isRequestFile(_ folder: String, _ name: String) -> Bool {
    name.hasSuffix(".json") && !name.hasPrefix(".") && isRegularFile(folder + "/" + name)
  }
}
