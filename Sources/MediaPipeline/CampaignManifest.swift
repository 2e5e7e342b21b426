import Findings
import PushDelivery

/// The published assets that the index of a request folder lists.
public struct CampaignManifest: Sendable {
  let assets: [RequestIndex.Asset]
  /// The URLs known to deliver the published files.
  private let provenURLs: Set<String>
  /// As given.
  private let path: String
  private let indexPath: String

  /// - Parameter path: of a request folder, or of the `index.json` in one.
  /// - Throws: `PipelineError.campaign` if it is missing or another file; `.fileSystem` if it cannot be read.
  public init(path: String) throws(PipelineError) {
    let folder = try RequestFolder.named(path)
    let bytes = try PipelineError.wrapping(
      try FileReading.bytes(of: folder.indexPath, limit: RequestIndex.largestFile))
    guard let index = RequestIndex.read(bytes) else { throw .campaign([.noRequestFolder(path)]) }
    (self.path, indexPath) = (path, folder.indexPath)
    assets = index.assets
    provenURLs = (try? RequestIndex.usedURLs(in: folder, proof: .proven)) ?? []
  }

  /// Which URLs are known to deliver the published files, and since when. A URL that failed since then is not one of them.
  ///
  /// - Parameter requests: what is known of the set that is replaced.
  func proof(beside requests: RequestFolder) -> (ProvenURLs, String?) {
    // Before this was written, its proven URLs were loaded.
    let written = (try? FileSystem.state(of: indexPath)).map { RunReport.moment($0.seconds) }
    return (
      .only(provenURLs.subtracting((try? RequestIndex.usedURLs(in: requests, proof: .unproven)) ?? [])),
      RequestIndex.provenAt(in: requests) ?? written
    )
  }

  /// Requires that the files which messages show, or without messages those in here, are still what was published.
  ///
  /// - Throws: `PipelineError.campaign`, also if neither names any file.
  func requireSamePictures(as intake: CampaignIntake.Result, limits: SourceLimits) throws(PipelineError) {
    var names = intake.namedPaths
    if case .onePerPicture = intake.messages {
      guard !assets.isEmpty else { throw .campaign([.emptyManifest(path)]) }
      names = Set(assets.map(\.source))
    }
    let published = Dictionary(assets.map { ($0.source, $0) }) { first, _ in first }
    let changed = intake.assets.map(\.path).filter(names.contains).compactMap { path -> Diagnostic? in
      guard let asset = published[path] else { return .notPublished(path) }
      // Earlier indexes have no digest.
      guard let digest = asset.sourceSha256 else { return nil }
      let current = try? SourceReader.digest(of: intake.folder + "/" + path, limit: limits.maximumBytes)
      return current == digest ? nil : .changed(path)
    }
    guard changed.isEmpty else { throw .campaign(changed) }
  }

  /// The base URL of the assets; nil without assets, or if they have no base URL in common.
  public var baseURL: String? {
    let addresses = Set(assets.map { $0.url.hasSuffix("/" + $0.path) ? String($0.url.dropLast($0.path.count)) : nil })
    return addresses.count == 1 ? addresses.first ?? nil : nil
  }
}

extension RequestFolder {
  /// - Parameter path: of the folder, or of its index.
  init(at path: String) {
    self.init(
      path: FileSystem.name(of: path) == Self.indexName ? FileSystem.parent(of: path) : path.withoutTrailingSlash)
  }

  /// The request folder at a path, which may also name its index.
  ///
  /// - Throws: `PipelineError.campaign` if it is not one; `.fileSystem` if it cannot be read.
  static func named(_ path: String) throws(PipelineError) -> RequestFolder {
    let isIndex = FileSystem.name(of: path) == indexName
    let folder = RequestFolder(at: path)
    try folder.recover()
    switch FileSystem.kind(of: path) {
    case .file where isIndex: return folder
    case .folder:
      guard FileSystem.kind(of: folder.indexPath) != .missing else {
        throw .campaign([.noIndex((path.hasSuffix("/") ? path : path + "/") + indexName)])
      }
      return folder
    case .file, .other: throw .campaign([.noRequestFolder(path)])
    case .missing: throw .campaign([.nothingPublished(path)])
    case .unreadable(let code):
      let error = FileSystemError("read", path, code)
      throw error.isAboutThePath ? .campaign([.nothingPublished(path)]) : .fileSystem(error)
    }
  }
}

extension Diagnostic {
  private static func manifest(_ path: String, _ message: String, remedy: String? = nil) -> Diagnostic {
    Diagnostic(.campaignManifest, .init(.configuration, path), message, remedy: remedy)
  }

  static func noRequestFolder(_ path: String) -> Diagnostic {
    manifest(path, "this is neither a request folder nor the index.json in one")
  }

  /// About a manifest without assets: all pictures and messages would be missing.
  static func emptyManifest(_ path: String) -> Diagnostic {
    manifest(
      path,
      "it names no published file; a campaign without messages has requests for published files only, so all would "
        + "be withdrawn",
      remedy: "name the request folder of a run that published the pictures, or run again")
  }

  /// About a request folder without an index.
  static func noIndex(_ path: String) -> Diagnostic {
    manifest(path, "there is no such file; it lists what was published")
  }

  fileprivate static func nothingPublished(_ path: String) -> Diagnostic {
    Diagnostic(
      .argumentMissing, .init(.file, path), "there is nothing at this path",
      remedy: "run `richpush run` first, or name the folder that it wrote its requests to")
  }

  fileprivate static func notPublished(_ path: String) -> Diagnostic {
    Diagnostic(.campaignUnpublished, .init(.file, path), "no earlier run published it, so no message can show it")
  }

  fileprivate static func changed(_ path: String) -> Diagnostic {
    Diagnostic(
      .campaignChangedPicture, .init(.file, path),
      "it is no longer the file that was published, and messages would show the former one")
  }
}
