import PushDelivery

/// The output folder of a shard, in which others may publish at the same time, and a work folder of its own.
///
/// What shards publish has names made of digests and takes its place in one step, so they do no harm to each other. A run, which puts
/// the folder in order, waits until they are done.
struct SharedOutputFolder: ~Copyable {
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
    do throws(FileSystemError) {
      try FileSystem.createFolder(settings.outputFolder)
      let lock = try await FolderLock(folders: [settings.outputFolder], isShared: true, waiting: waiting)
      try FileSystem.createPrivateFolder(settings.workFolder)
      return lock
    } catch {
      throw .fileSystem(error)
    }
  }

  deinit { WritableFolders.clear(workFolder) }

  /// Makes the names of what was published survive a power failure, and lets the next run begin.
  consuming func release() { DurableFile.syncFolder(outputFolder) }
}
