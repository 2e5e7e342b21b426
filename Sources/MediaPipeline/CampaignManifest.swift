import Essentials
import Findings
import PushDelivery

/// The published assets in an earlier manifest.
public struct CampaignManifest: Sendable {
  let assets: [RequestIndex.Asset]
  /// The URLs known to deliver the published files.
  private let provenURLs: Set<String>
  /// The manifest file.
  private let path: String
  /// The sources in it; nil for an index, or a report that was made from one.
  private let sources: [AssetOutcome]?

  /// - Parameter path: of a request folder, of the `index.json` in one, or of a run report.
  /// - Throws: `PipelineError.campaign` if it is missing or not a manifest; `.fileSystem` if it cannot be read.
  public init(path: String) throws(PipelineError) {
    let path = try RequestFolder.manifest(at: path)
    let bytes = try PipelineError.wrapping(try FileReading.bytes(of: path, limit: RequestIndex.largestFile))
    self.path = path
    // The report of `compose` has no assets; it reads as an empty index.
    if let report = RunReport.read(bytes) {
      sources = report.formerFiles == nil ? report.publishedAssets : nil
      assets = report.formerFiles ?? PublishedMedia(report.publishedAssets).assets
      provenURLs = Set(report.requests.filter { $0.proof == .proven }.flatMap(\.assets))
    } else if let index = RequestIndex.read(bytes) {
      assets = index.assets
      sources = nil
      provenURLs = RequestIndex.provenURLs(ofIndex: path)
    } else {
      throw .campaign([.noManifest(path)])
    }
  }

  /// Which URLs are known to deliver the published files, and since when. A URL that failed since then is not one of them.
  ///
  /// - Parameter requests: what is known of the set that is replaced.
  func proof(beside requests: RequestFolder) -> (ProvenURLs, String?) {
    // Before this was written, its proven URLs were loaded.
    let written = (try? FileSystem.state(of: path)).map { RunReport.moment($0.seconds) }
    return (
      .only(provenURLs.subtracting(RequestIndex.unprovenURLs(in: requests))),
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
    let changed = ChangedSources(folder: intake.folder, limits: limits)
      .diagnostics(of: intake.assets.map(\.path).filter(names.contains), since: assets)
    guard changed.isEmpty else { throw .campaign(changed) }
  }

  /// Copies its contents into a report, which often replaces the very file that this was read from.
  func carry(into report: inout RunReport) {
    report.formerAssets = sources
    report.formerFiles = sources == nil ? assets : nil
  }

  /// The base URL of the assets; nil without assets, or if they have no base URL in common.
  public var baseURL: String? {
    let addresses = Set(assets.map { $0.url.hasSuffix("/" + $0.path) ? String($0.url.dropLast($0.path.count)) : nil })
    return addresses.count == 1 ? addresses.first ?? nil : nil
  }
}

/// Finds pictures that changed after they were published.
private struct ChangedSources {
  let folder: String
  let limits: SourceLimits

  func diagnostics(of paths: [String], since assets: [RequestIndex.Asset]) -> [Diagnostic] {
    let published = Dictionary(assets.map { ($0.source, $0) }) { first, _ in first }
    return paths.compactMap { path in
      guard let asset = published[path] else { return .notPublished(path) }
      // Earlier indexes have no digest.
      guard let digest = asset.sourceSha256 else { return nil }
      let current = try? SourceReader.digest(of: folder + "/" + path, limit: limits.maximumBytes)
      return current == digest ? nil : .changed(path)
    }
  }
}

extension RunReport {
  /// Reads a report; nil for other content, such as one without totals. An index may be large, so it is not parsed for that.
  static func read(_ bytes: [UInt8]) -> RunReport? {
    guard let outline = JSONOutline(of: bytes), outline.has("totals"), outline.hasArray("diagnostics") else {
      return nil
    }
    return try? JSONDecoder().decode(RunReport.self, from: Data(bytes))
  }

  /// Its sources; for a report of `compose`, those of the previous run.
  var publishedAssets: [AssetOutcome] { formerAssets ?? assets }
}

extension RequestFolder {
  /// The file that lists what was published: the index for a folder, otherwise the named file.
  ///
  /// - Throws: `PipelineError.campaign` if it is missing, or a folder without an index.
  static func manifest(at path: String) throws(PipelineError) -> String {
    let isIndex = FileSystem.name(of: path) == indexName
    try RequestFolder(path: isIndex ? FileSystem.parent(of: path) : path.withoutTrailingSlash).recover()
    switch FileSystem.kind(of: path) {
    case .file: return path
    case .folder: return try index(inFolder: path)
    case .other: throw .campaign([.noManifest(path)])
    case .missing: throw .campaign([.nothingPublished(path)])
    case .unreadable(let code):
      let error = FileSystemError("read", path, code)
      throw error.isAboutThePath ? .campaign([.nothingPublished(path)]) : .fileSystem(error)
    }
  }

  /// The request folder at a path, which may also name its index.
  ///
  /// - Throws: `PipelineError.campaign` if it is not one.
  static func named(_ path: String) throws(PipelineError) -> RequestFolder {
    let manifest = try manifest(at: path)
    guard FileSystem.name(of: manifest) == indexName else { throw .campaign([.noRequestFolder(path)]) }
    return RequestFolder(path: FileSystem.parent(of: manifest))
  }

  private static func index(inFolder path: String) throws(PipelineError) -> String {
    let index = (path.hasSuffix("/") ? path : path + "/") + indexName
    guard FileSystem.kind(of: index) != .missing else { throw .campaign([.noIndex(index)]) }
    return index
  }
}

extension Diagnostic {
  private static func manifest(_ path: String, _ message: String, remedy: String? = nil) -> Diagnostic {
    Diagnostic(.campaignManifest, .init(.configuration, path), message, remedy: remedy)
  }

  static func noManifest(_ path: String) -> Diagnostic {
    manifest(path, "this is neither the index.json of a request folder nor a run report")
  }

  /// About a manifest without assets: all pictures and messages would be missing.
  static func emptyManifest(_ path: String) -> Diagnostic {
    manifest(
      path,
      "it names no published file; a campaign without messages has requests for published files only, so all would "
        + "be withdrawn",
      remedy: "name the index.json or the report of a run that published the pictures, or run again")
  }

  /// About a request folder without an index.
  static func noIndex(_ path: String) -> Diagnostic {
    manifest(path, "there is no such file; it lists what was published")
  }

  fileprivate static func noRequestFolder(_ path: String) -> Diagnostic {
    manifest(path, "this is neither a request folder nor the index.json in one")
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
