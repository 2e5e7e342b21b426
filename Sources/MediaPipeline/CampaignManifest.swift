import Essentials
import Findings
import PushDelivery

/// What an earlier run published, as it was written down.
public struct CampaignManifest: Sendable {
  let assets: [RequestIndex.Asset]
  /// The URLs that were known to deliver what was published.
  let provenURLs: Set<String>
  /// The file that tells it.
  let path: String
  /// What it says of its sources; nil where it is an index, or a report that was made from one.
  private let sources: [AssetOutcome]?

  /// - Parameter path: of a request folder, of the `index.json` in one, or of a run report.
  /// - Throws: `PipelineError.campaign` where nothing is there or the file is none; `.fileSystem` where it cannot be read.
  public init(path: String) throws(PipelineError) {
    let path = try RequestFolder.manifest(at: path)
    let bytes: [UInt8]
    do { bytes = try FileReading.bytes(of: path, limit: RequestIndex.largestFile) } catch { throw .fileSystem(error) }
    self.path = path
    // That of `compose` has no assets, and reads as an index of nothing.
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

  /// When it was written, as reports write it: each URL that it calls proven had been loaded by then.
  var moment: String? { (try? FileSystem.state(of: path)).map { RunReport.moment($0.seconds) } }

  /// Has a report tell what this does: it often takes the place of the very file that this was read from.
  func carry(into report: inout RunReport) {
    report.formerAssets = sources
    report.formerFiles = sources == nil ? assets : nil
  }

  /// The address under which the assets lie; nil where there are none, or they have no address in common.
  public var baseURL: String? {
    let addresses = Set(assets.map { $0.url.hasSuffix("/" + $0.path) ? String($0.url.dropLast($0.path.count)) : nil })
    return addresses.count == 1 ? addresses.first ?? nil : nil
  }
}

extension RunReport {
  /// The report that bytes hold; nil where they are something else, as where they have no totals. An index may be large, and is not
  /// read for that.
  static func read(_ bytes: [UInt8]) -> RunReport? {
    guard let outline = JSONOutline(of: bytes), outline.has("totals"), outline.hasArray("diagnostics") else {
      return nil
    }
    return try? JSONDecoder().decode(RunReport.self, from: Data(bytes))
  }

  /// Its sources; where it is that of `compose`, those of the run before.
  var publishedAssets: [AssetOutcome] { formerAssets ?? assets }
}

extension RequestFolder {
  /// The file by which what somebody named tells what was published: of a folder its index, of a file that file itself.
  ///
  /// - Throws: `PipelineError.campaign` where nothing is there, or a folder that has no index.
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

  /// The request folder that somebody named by its path, or by that of the index in it.
  ///
  /// - Throws: `PipelineError.campaign` where it is none.
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
  static func noManifest(_ path: String) -> Diagnostic {
    Diagnostic(
      .campaignManifest, .init(.configuration, path),
      "this is neither the index.json of a request folder nor a run report")
  }

  /// About a manifest of which every picture would be missing, and with it every message.
  static func emptyManifest(_ path: String) -> Diagnostic {
    Diagnostic(
      .campaignManifest, .init(.configuration, path),
      "it names no file that was published, and a campaign without messages has requests for such files alone: all "
        + "would be withdrawn",
      remedy: "name the index.json or the report of a run that published the pictures, or run again")
  }

  /// About a folder that was taken for a request folder.
  static func noIndex(_ path: String) -> Diagnostic {
    Diagnostic(
      .campaignManifest, .init(.configuration, path),
      "there is no such file, by which a request folder tells what was published")
  }

  fileprivate static func noRequestFolder(_ path: String) -> Diagnostic {
    Diagnostic(
      .campaignManifest, .init(.configuration, path), "this is neither a request folder nor the index.json in one")
  }

  fileprivate static func nothingPublished(_ path: String) -> Diagnostic {
    Diagnostic(
      .argumentMissing, .init(.file, path), "there is nothing at this path",
      remedy: "name the folder that `richpush run` wrote its requests to, or the index.json in it")
  }
}
