import PushDelivery

extension FolderPublisher {
  /// The result of `publish` without its effects: contacts no destination; remembered files count as published.
  ///
  /// - Throws: `PipelineError`, as `publish` would.
  public func plan(_ files: RenderedFiles) async throws(PipelineError) -> PublicationReport {
    try await BlockingThreads.forFiles.run { () async throws(PipelineError) in
      await publish(files, to: try await PlannedDestination.open(settings))
    }
  }
}

extension AssetOutcome {
  /// The same if nothing was published.
  var planned: AssetOutcome {
    var outcome = self
    if status == .published { outcome.status = .planned }
    return outcome
  }
}

extension RunReport {
  /// The same if nothing was published: renditions count as planned.
  var planned: RunReport {
    var report = RunReport(
      assets: assets.map(\.planned), requests: requests, diagnostics: diagnostics, recipients: recipients)
    report.changes = changes
    return report
  }
}

extension PipelineSettings {
  /// The same for a dry run.
  ///
  /// - Parameter folder: gets all that a run would write elsewhere.
  func dryRun(in folder: String) -> PipelineSettings {
    var settings = self
    settings.dryRunFolder = folder
    return settings
  }
}

extension PrivateFolder {
  /// Gives `body` a temporary folder.
  static func with<Value>(
    _ body: (String) async throws(PipelineError) -> Value
  ) async throws(PipelineError) -> Value {
    let folder: PrivateFolder
    do { folder = try PrivateFolder() } catch { throw .fileSystem(error) }
    defer { withExtendedLifetime(folder) {} }
    return try await body(folder.path)
  }
}
