import PushDelivery

/// The folders that a run or a shard writes to: there, locked, and with a work folder of its own in them.
struct WritableFolders: ~Copyable {
  private let lock: FolderLock
  private let outputFolder: String
  private let workFolder: String

  /// Those of a run, which waits until nobody else is at work there, and clears what killed ones left.
  ///
  /// - Throws: `PipelineError.fileSystem`.
  init(_ settings: PipelineSettings, waiting: @Sendable (String) -> Void) async throws(PipelineError) {
    outputFolder = settings.outputFolder
    workFolder = settings.workFolder
    // The request folder itself is exchanged for another when it is committed, so its parent carries the lock.
    let folders = [settings.outputFolder, FileSystem.parent(of: settings.requestFolder)]
    lock = try await Self.lock(folders, settings, isShared: false, waiting: waiting)
  }

  /// That of a shard, in which others may publish at the same time. What they publish has names made of digests and takes its place in
  /// one step, so they do no harm to each other. A run, which puts the folder in order, waits until they are done.
  ///
  /// - Throws: `PipelineError.fileSystem`.
  init(sharedBy settings: PipelineSettings, waiting: @Sendable (String) -> Void) async throws(PipelineError) {
    outputFolder = settings.outputFolder
    workFolder = settings.workFolder
    lock = try await Self.lock([settings.outputFolder], settings, isShared: true, waiting: waiting)
  }

  private static func lock(
    _ folders: [String], _ settings: PipelineSettings, isShared: Bool, waiting: @Sendable (String) -> Void
  ) async throws(PipelineError) -> FolderLock {
    do throws(FileSystemError) {
      for folder in folders { try FileSystem.createFolder(folder) }
      let lock = try await FolderLock(folders: folders, isShared: isShared, waiting: waiting)
      if !isShared { clearLeftovers(in: settings.outputFolder) }
      try FileSystem.createPrivateFolder(settings.workFolder)
      return lock
    } catch {
      throw .fileSystem(error)
    }
  }

  /// Of runs and shards that were killed. Call it under a lock that nobody shares.
  private static func clearLeftovers(in folder: String) {
    DurableFile.removeLeftovers(in: folder)
    for case .name(let name) in (try? FileSystem.entries(of: folder)) ?? []
    where name.hasPrefix(PipelineSettings.workPrefix) { clear(folder + "/" + name) }
  }

  /// Makes the names of what was published survive a power failure.
  func syncOutput() { DurableFile.syncFolder(outputFolder) }

  /// Removes the work folder and lets the next run begin.
  consuming func release() {}

  deinit { Self.clear(workFolder) }

  fileprivate static func clear(_ folder: String) {
    FileSystem.removeAll(folder)
  }
}

extension Pipeline {
  /// Removes what a run or a shard leaves when it is ended early, and nothing of others. For the moment before the process ends.
  public static func tidyUp(after settings: PipelineSettings) { WritableFolders.clear(settings.workFolder) }
}
