import PushDelivery

/// The folders that a run writes to: existing, locked, and with a work folder in them.
struct WritableFolders: ~Copyable {
  /// nil in a dry run.
  private let lock: FolderLock?
  private let outputFolder: String
  private let workFolder: String

  /// The folders of a run, which waits for other runs there, and removes leftovers of killed ones. A dry run writes to none.
  ///
  /// - Parameter publishes: whether assets are published, and not only requests written.
  /// - Throws: `PipelineError.fileSystem`.
  init(_ settings: PipelineSettings, publishes: Bool, waiting: @Sendable (String) -> Void) async throws(PipelineError) {
    outputFolder = settings.outputFolder
    workFolder = settings.workFolder
    lock = settings.isDryRun ? nil : try await Self.prepare(settings, publishes: publishes, waiting: waiting)
  }

  private static func prepare(
    _ settings: PipelineSettings, publishes: Bool, waiting: @Sendable (String) -> Void
  ) async throws(PipelineError) -> FolderLock {
    // The request folder itself is exchanged on commit, so its parent is locked.
    let folders = (publishes ? [settings.outputFolder] : []) + [FileSystem.parent(of: settings.requestFolder)]
    do throws(FileSystemError) {
      for folder in folders { try FileSystem.createFolder(folder) }
      let lock = try await FolderLock(folders: folders, waiting: waiting)
      if publishes {
        clearLeftovers(in: settings.outputFolder)
        try FileSystem.createPrivateFolder(settings.workFolder)
      }
      return lock
    } catch { throw .fileSystem(error) }
  }

  /// Removes leftovers of killed runs. Call it under the lock.
  private static func clearLeftovers(in folder: String) {
    DurableFile.removeLeftovers(in: folder)
    for name in FileSystem.names(in: folder)
    where name.hasPrefix(PipelineSettings.workPrefix) { clear(folder + "/" + name) }
  }

  /// Makes the names of published files survive a power failure.
  func syncOutput() {
    if lock != nil { DurableFile.syncFolder(outputFolder) }
  }

  /// Removes the work folder and lets the next run begin.
  consuming func release() {}

  deinit { Self.clear(workFolder) }

  fileprivate static func clear(_ folder: String) { FileSystem.removeAll(folder) }
}

extension Pipeline {
  /// Removes leftovers of a run that is ended early, but no foreign files. Call it before the process ends.
  public static func tidyUp(after settings: PipelineSettings) { WritableFolders.clear(settings.workFolder) }
}
