import Findings
import Foundation
public import PushDelivery

/// Makes a campaign's requests anew from what an earlier run published: texts have changed, pictures have not.
public struct Recomposition: Sendable {
  private let settings: PipelineSettings
  private let manifest: CampaignManifest

  public init(_ settings: PipelineSettings, manifest: CampaignManifest) {
    self.settings = settings
    self.manifest = manifest
  }

  /// Nothing is rendered or published. The request folder is committed as by a run.
  ///
  /// - Throws: `PipelineError`; the request folder is as it was then.
  public func run() async throws(PipelineError) -> RunReport {
    let formatter = try settings.requestFormatter()
    let intake = try CampaignIntake(settings).take()
    let changed = ChangedSources(folder: intake.folder, limits: settings.configuration.sourceLimits)
      .diagnostics(of: intake.assets.map(\.path).filter(intake.namedPaths.contains), since: manifest.assets)
    guard changed.isEmpty else { throw .campaign(changed) }
    let lock = try lockRequestFolder()
    defer { withExtendedLifetime(lock) {} }
    let media = PublishedMedia(assets: manifest.assets)
    let campaign = try await settings.compose(intake.messages, from: media, as: formatter)
    let report = RunReport(intake: intake, composition: campaign.composition)
    try campaign.commit()
    return report
  }

  private func lockRequestFolder() throws(PipelineError) -> FolderLock {
    let parent = WritableFolders.parent(of: settings.requestFolder)
    do throws(FileSystemError) {
      try FolderListing.create(parent)
      return try FolderLock(folders: [parent], waiting: { _ in })
    } catch {
      throw .fileSystem(error)
    }
  }
}

/// Finds pictures that are no longer those that were published.
private struct ChangedSources {
  let folder: String
  let limits: SourceLimits

  func diagnostics(of paths: [String], since assets: [RequestIndex.Asset]) -> [Diagnostic] {
    let published = Dictionary(assets.map { ($0.source, $0) }) { first, _ in first }
    return paths.compactMap { path in
      guard let asset = published[path] else { return .notPublished(path) }
      // Indexes of earlier versions do not tell.
      guard let digest = asset.sourceSha256 else { return nil }
      let current = try? SourceReader.digest(of: folder + "/" + path, limit: limits.maximumBytes)
      return current == digest ? nil : .changed(path)
    }
  }
}

extension Diagnostic {
  fileprivate static func notPublished(_ path: String) -> Diagnostic {
    Diagnostic(
      .campaignUnpublished, .init(.file, path), "no earlier run published it, so no message can show it",
      remedy: "render and publish it: `richpush run`")
  }

  fileprivate static func changed(_ path: String) -> Diagnostic {
    Diagnostic(
      .campaignChangedPicture, .init(.file, path),
      "it is no longer the file that was published, and messages would show the former one",
      remedy: "render and publish it: `richpush run`")
  }
}
