import Findings
public import PushDelivery

/// Publishes what an earlier run rendered to another destination.
public struct FolderPublisher: Sendable {
  private let settings: PipelineSettings
  private let observe: @Sendable (String) -> Void

  /// - Parameter observe: told the name of each file that is published, from several tasks at once.
  public init(_ settings: PipelineSettings, observe: @escaping @Sendable (String) -> Void = { _ in }) {
    self.settings = settings
    self.observe = observe
  }

  /// Every file of a folder that is named as richpush names renditions.
  ///
  /// - Parameter names: those that are wanted; nil: all.
  /// - Throws: `PipelineError` when the folder cannot be read, or the destination cannot be reached at all.
  public func publish(
    folder: String, names: [String]? = nil
  ) async throws(PipelineError) -> PublicationReport {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in
      let wanted = if let names { names } else { try namesOfRenditions(in: folder) }
      return try await publish(wanted, in: folder)
    }
  }

  private func publish(_ names: [String], in folder: String) async throws(PipelineError) -> PublicationReport {
    let lock = try await lockDestination()
    let destination = try OpenDestination(settings)
    let results = await names.mapInOrder(atMost: settings.transfers * 2) { name in
      let result = await publish(name, in: folder, to: destination.destination)
      if result.asset != nil { observe(name) }
      return result
    }
    let doubts = destination.close()
    lock.release()
    return PublicationReport(
      destination: settings.destination.name, assets: results.compactMap(\.asset),
      diagnostics: (settings.destination.verificationNotes + doubts + results.flatMap(\.diagnostics))
        .withoutRepetitions)
  }

  private func namesOfRenditions(in folder: String) throws(PipelineError) -> [String] {
    do throws(FileSystemError) {
      return try FileSystem.entries(of: folder).compactMap { entry in
        if case .name(let name) = entry, PublishedAsset.isName(name) { name } else { nil }
      }.sorted()
    } catch {
      throw .fileSystem(error)
    }
  }

  /// What is kept about a bucket is written by one run at a time, and so is a directory.
  private func lockDestination() async throws(PipelineError) -> FolderLock {
    do throws(FileSystemError) {
      try FileSystem.createFolder(settings.outputFolder)
      let lock = try await FolderLock(folders: [settings.outputFolder], waiting: { _ in })
      DurableFile.removeLeftovers(in: settings.outputFolder)
      return lock
    } catch {
      throw .fileSystem(error)
    }
  }

  private struct Result: Sendable {
    var asset: PublicationReport.Asset?
    var diagnostics: [Diagnostic] = []
  }

  private func publish(_ name: String, in folder: String, to destination: any Destination) async -> Result {
    do {
      let file = try PublishedFile(name, in: folder)
      let asset = try await destination.publish(file, slug: file.slug)
      return Result(
        asset: .init(
          name: name, url: asset.url, bytes: file.bytes.count, digest: file.digest, written: asset.wasWritten))
    } catch let error as MediaError {
      return Result(diagnostics: [error.diagnostic(for: name)])
    } catch let error as PublishError {
      return Result(diagnostics: error.diagnostics(for: name))
    } catch {
      return Result(diagnostics: [MediaError.machine(detail: "\(error)").diagnostic(for: name)])
    }
  }
}
