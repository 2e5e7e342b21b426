import PushDelivery

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The folders that a run writes to: there, locked, and without what a killed run left in them.
struct WritableFolders: ~Copyable {
  private let lock: FolderLock
  private let outputFolder: String
  private let workFolder: String

  /// - Throws: `PipelineError.fileSystem`.
  init(_ settings: PipelineSettings, waiting: (String) -> Void) throws(PipelineError) {
    outputFolder = settings.outputFolder
    workFolder = settings.workFolder
    lock = try Self.lock(settings, waiting: waiting)
  }

  private static func lock(
    _ settings: PipelineSettings, waiting: (String) -> Void
  ) throws(PipelineError) -> FolderLock {
    let requestParent = parent(of: settings.requestFolder)
    do throws(FileSystemError) {
      try FolderListing.create(settings.outputFolder)
      try FolderListing.create(requestParent)
      // The request folder itself is exchanged for another when it is committed, so its parent carries the lock.
      let lock = try FolderLock(folders: [settings.outputFolder, requestParent], waiting: waiting)
      DurableFile.removeLeftovers(in: settings.outputFolder)
      clear(settings.workFolder)
      guard mkdir(settings.workFolder, 0o700) == 0 else {
        throw FileSystemError("create the folder", settings.workFolder)
      }
      return lock
    } catch {
      throw .fileSystem(error)
    }
  }

  /// Makes the names of what was published survive a power failure.
  func syncOutput() { DurableFile.syncFolder(outputFolder) }

  /// Removes the work folder and lets the next run begin.
  consuming func release() {}

  deinit { Self.clear(workFolder) }

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func clear(_ folder: String) {
    guard !FolderListing.isLink(folder) else { return DurableFile.remove(folder) }
    for case .name(let name) in (try? FolderListing.entries(of: folder)) ?? [] {
      DurableFile.remove(folder + "/" + name)
    }
    rmdir(folder)
  }
}

extension Pipeline {
  /// Removes what a run leaves when it is ended early. For the moment before the process ends.
  public static func tidyUp(after settings: PipelineSettings) { WritableFolders.clear(settings.workFolder) }
}
