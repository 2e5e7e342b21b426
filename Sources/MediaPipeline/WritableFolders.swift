import PushDelivery

/// The folders that a run writes to: there, locked, and without what a killed run left in them.
struct WritableFolders: ~Copyable {
  private let lock: FolderLock
  private let outputFolder: String
  private let workFolder: String

  /// - Throws: `PipelineError.fileSystem`.
  init(_ settings: PipelineSettings, waiting: @Sendable (String) -> Void) async throws(PipelineError) {
    outputFolder = settings.outputFolder
    workFolder = settings.workFolder
    lock = try await Self.lock(settings, waiting: waiting)
  }

  private static func lock(
    _ settings: PipelineSettings, waiting: @Sendable (String) -> Void
  ) async throws(PipelineError) -> FolderLock {
    let requestParent = FileSystem.parent(of: settings.requestFolder)
    do throws(FileSystemError) {
      try FileSystem.createFolder(settings.outputFolder)
      try FileSystem.createFolder(requestParent)
      // The request folder itself is exchanged for another when it is committed, so its parent carries the lock.
      let lock = try await FolderLock(folders: [settings.outputFolder, requestParent], waiting: waiting)
      DurableFile.removeLeftovers(in: settings.outputFolder)
      clearWorkFolders(in: settings.outputFolder)
      try FileSystem.createPrivateFolder(settings.workFolder)
      return lock
    } catch {
      throw .fileSystem(error)
    }
  }

  /// Of runs and shards that were killed. Call it under the folder's lock only.
  private static func clearWorkFolders(in folder: String) {
    for case .name(let name) in (try? FileSystem.entries(of: folder)) ?? []
    where name.hasPrefix(PipelineSettings.workName) { clear(folder + "/" + name) }
  }

  /// Makes the names of what was published survive a power failure.
  func syncOutput() { DurableFile.syncFolder(outputFolder) }

  /// Removes the work folder and lets the next run begin.
  consuming func release() {}

  deinit { Self.clear(workFolder) }

  static func clear(_ folder: String) {
    guard !FileSystem.isLink(folder) else { return FileSystem.remove(folder) }
    for case .name(let name) in (try? FileSystem.entries(of: folder)) ?? [] {
      FileSystem.remove(folder + "/" + name)
    }
    FileSystem.removeFolder(folder)
  }
}

extension Pipeline {
  /// Removes what a run leaves when it is ended early. For the moment before the process ends.
  public static func tidyUp(after settings: PipelineSettings) { WritableFolders.clear(settings.workFolder) }
}
