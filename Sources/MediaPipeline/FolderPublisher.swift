import Findings
import MediaFacts
public import PushDelivery

/// Publishes an earlier run's renditions to another destination.
public struct FolderPublisher: Sendable {
  private let settings: PipelineSettings
  private let observe: @Sendable (PipelineEvent) -> Void

  /// - Parameter observe: receives events, from several tasks at once.
  public init(_ settings: PipelineSettings, observe: @escaping @Sendable (PipelineEvent) -> Void = { _ in }) {
    var settings = settings
    settings.access.store.clock.willRetry = { observe(.retrying($0)) }
    (self.settings, self.observe) = (settings, observe)
  }

  /// Publishes missing files.
  ///
  /// - Throws: `PipelineError` if the destination cannot be reached.
  public func publish(_ files: RenderedFiles) async throws(PipelineError) -> PublicationReport {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in
      let lock = try await lockDestination()
      let destination = try await OpenDestination(settings)
      let report = await publish(files, to: destination.destination) { destination.close() }
      let deployed = await Deployment(settings, observe: observe).carryOut(report)
      lock.release()
      return deployed
    }
  }

  /// The result of `publish` without its effects: contacts no destination; remembered files count as published.
  ///
  /// - Throws: `PipelineError`, as `publish` would.
  public func plan(_ files: RenderedFiles) async throws(PipelineError) -> PublicationReport {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in
      await publish(files, to: try await PlannedDestination.open(settings))
    }
  }

  /// - Parameter close: called at the end; gives the diagnostics about the whole destination.
  private func publish(
    _ files: RenderedFiles, to destination: any Destination, close: () -> [Diagnostic] = { [] }
  ) async -> PublicationReport {
    observe(.started(files: files.names.count, bytes: 0))
    let results = await files.names.mapInOrder(atMost: settings.transfers * 2) { name in
      observe(.began(path: name))
      let result = await publish(name, of: files, to: destination)
      if result.asset != nil { observe(.finished(path: name, status: "published")) }
      return result
    }
    let doubts = settings.destination.verificationNotes + close()
    return PublicationReport(
      destination: settings.destination.name, assets: results.compactMap { $0.asset },
      diagnostics: (doubts + results.flatMap { $0.diagnostics }.untold(by: doubts)).withoutRepetitions)
  }

  /// Only one run at a time writes a bucket's records, or a directory.
  private func lockDestination() async throws(PipelineError) -> FolderLock {
    do throws(FileSystemError) {
      try FileSystem.createFolder(settings.outputFolder)
      let lock = try await FolderLock(folders: [settings.outputFolder], waiting: { observe(.waiting(folder: $0)) })
      DurableFile.removeLeftovers(in: settings.outputFolder)
      return lock
    } catch { throw .fileSystem(error) }
  }

  private func publish(
    _ name: String, of files: RenderedFiles, to destination: any Destination
  ) async -> (asset: PublicationReport.Asset?, diagnostics: [Diagnostic]) {
    do {
      let file = try files.file(name)
      let asset = try await destination.publish(file, slug: file.slug)
      let published = PublicationReport.Asset(
        name: name, url: asset.url, bytes: file.bytes.count, digest: file.digest, written: asset.wasWritten)
      return (published, [])
    } catch let error as MediaError {
      // The earlier run's bytes no longer exist.
      var diagnostic = error.diagnostic(for: name)
      if case .unreadable = error {
        diagnostic.remedy =
          "name the folder that holds it with --from, or publish from the campaign: `richpush run --to`"
      }
      return (nil, [diagnostic])
    } catch let error as PublishError {
      return (nil, error.diagnostics(for: name))
    } catch { return (nil, [.refused(.machineFailed, .init(.file, name), error.reason, by: error)]) }
  }
}

/// Renditions from an earlier run, and where their bytes are.
public struct RenderedFiles: Sendable {
  /// As `PublishedAsset.name` gives it, sorted.
  let names: [String]
  private let folder: String

  /// Every file of a folder that is named as richpush names renditions.
  ///
  /// - Throws: `PipelineError.campaign` if it has none; `.fileSystem` if the folder cannot be read.
  public init(folder: String) throws(PipelineError) {
    names = try PipelineError.wrapping(try PublishedNames.files(in: folder))
    guard !names.isEmpty else { throw .refused(.campaign("nothingRendered"), .init(.file, folder)) }
    self.folder = folder
  }

  /// The files that a run report names.
  ///
  /// - Parameters:
  ///   - path: the report's path.
  ///   - folder: the folder that has them.
  /// - Throws: `PipelineError.campaign` if it names none.
  public init(report: RunReport, at path: String, folder: String) throws(PipelineError) {
    names = Set(report.assets.flatMap(\.renditions).map(\.path)).sorted()
    guard !names.isEmpty else { throw .refused(.campaign("nothingRendered"), .init(.file, path)) }
    self.folder = folder
  }

  /// Reads a file.
  ///
  /// - Throws: `MediaError` if its bytes do not match the name, or are not found.
  func file(_ name: String) throws(MediaError) -> PublishedFile {
    guard FileSystem.kind(of: folder + "/" + name) != .missing else {
      throw .unreadable(detail: "it is not in \(folder.quoted)")
    }
    return try PublishedFile(name, in: folder)
  }
}
