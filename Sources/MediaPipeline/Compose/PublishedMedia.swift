import Findings
import MediaFacts
import PushDelivery

/// The facts about a campaign's files that composing needs: the status of each, and the addresses of its renditions.
struct PublishedMedia: Sendable {
  /// The status of one file, for one focal point and one poster.
  struct Source: Sendable {
    let status: AssetOutcome.Status
    fileprivate let renditions: [RequestIndex.Asset]

    /// Whether it shows an empty area: every pixel has the same colour.
    var isBlank: Bool { renditions.contains { $0.isOneColour == true } }

    /// The media that messages show; without any if it has none, or an address is not usable.
    func media(for subject: Diagnostic.Subject) -> (value: MessageMedia?, diagnostics: [Diagnostic]) {
      var (diagnostics, images) = ([Diagnostic](), [Platform: AssetURL<EveryClient>]())
      for still in renditions where !still.isMotion {
        guard
          let image = AssetURL<EveryClient>(still.url, format: still.format, subject: subject, reporting: &diagnostics)
        else { return (nil, diagnostics) }
        for platform in still.clients { images[platform] = images[platform] ?? image }
      }
      guard let android = images[.android], let web = images[.web] else { return (nil, diagnostics) }
      let apple =
        if let motion = renditions.first(where: \.isMotion) {
          AssetURL<AppleSystems>(motion.url, format: motion.format, subject: subject, reporting: &diagnostics)
        } else {
          AssetURL<AppleSystems>(images[.ios] ?? android)
        }
      return (apple.map { MessageMedia(android: android, apple: $0, web: web) }, diagnostics)
    }
  }

  /// The uses of files, in the order of the files' paths. There may be hundreds of thousands, so that each is made when it is asked for.
  private let uses: StoredValues<Use>
  /// The path of each, sorted.
  private let places: [(path: String, index: Int)]

  /// One use of a file.
  private struct Use: Sendable {
    let name: Name
    let status: AssetOutcome.Status
    var renditions: [RequestIndex.Asset]
  }

  private struct Name: Hashable, Sendable {
    let path: String
    let picture: PictureUse
  }

  private init(_ uses: StoredValues<Use>) {
    self.uses = uses
    places = uses.indices.map { (uses[$0].name.path, $0) }.sorted { $0 < $1 }
  }

  /// Assets that a run published or tried to.
  init(_ outcomes: StoredValues<AssetOutcome>) {
    self.init(
      outcomes.changed { outcome in
        Use(
          name: Name(
            path: outcome.path, picture: PictureUse(focalPoint: outcome.focalPoint, poster: outcome.poster)),
          status: outcome.status, renditions: outcome.renditions.map { RequestIndex.Asset($0, of: outcome) })
      })
  }

  /// Assets of an earlier run.
  init(assets: [RequestIndex.Asset]) {
    var (uses, places) = ([Use](), [Name: Int]())
    for asset in assets {
      let name = Name(
        path: asset.source, picture: PictureUse(focalPoint: asset.focalPoint, poster: asset.poster))
      if let place = places[name] {
        uses[place].renditions.append(asset)
      } else {
        places[name] = uses.count
        uses.append(Use(name: name, status: .published, renditions: [asset]))
      }
    }
    self.init(StoredValues(uses))
  }

  /// Every rendition, in the order of the files' paths.
  var assets: some Sequence<RequestIndex.Asset> { uses.lazy.flatMap(\.renditions) }

  /// The files with published assets, sorted by path, each with the digest of its bytes, if known.
  var published: [(path: String, digest: ContentDigest?)] {
    var files: [(path: String, digest: ContentDigest?)] = []
    for (path, index) in places where files.last?.path != path {
      let use = uses[index]
      if use.status == .published { files.append((path, use.renditions.lazy.compactMap(\.sourceSha256).first)) }
    }
    return files
  }

  /// The source for a file that a message names, cropped for the message's focal point.
  func source(of file: String, for message: CampaignMessage) -> Source? {
    let start = places.partitioningIndex { $0.path >= file }
    let candidates = places[start...].prefix { $0.path == file }.map { uses[$0.index] }
      .filter { $0.name.picture.poster == message.poster }
    let exact = candidates.first { $0.name.picture.focalPoint == message.focalPoint }
    return (exact ?? candidates.first).map { Source(status: $0.status, renditions: $0.renditions) }
  }
}

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
      guard !assets.isEmpty else { throw .refused(.campaign("emptyManifest"), .init(.configuration, path)) }
      names = Set(assets.map(\.source))
    }
    let published = Dictionary(assets.map { ($0.source, $0) }) { first, _ in first }
    let changed = intake.assets.map(\.path).filter(names.contains).compactMap { path -> Diagnostic? in
      guard let asset = published[path] else { return Diagnostic(.campaign("unpublished"), .init(.file, path)) }
      // Earlier indexes have no digest.
      guard let digest = asset.sourceSha256 else { return nil }
      let current = try? SourceReader.digest(of: intake.folder + "/" + path, limit: limits.maximumBytes)
      return current == digest ? nil : Diagnostic(.campaign("changedPicture"), .init(.file, path))
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
    let (folder, nothing) = (RequestFolder(at: path), Diagnostic(.campaign("nothingHere"), .init(.file, path)))
    try folder.recover()
    switch FileSystem.kind(of: path) {
    case .file where isIndex: return folder
    case .folder:
      guard FileSystem.kind(of: folder.indexPath) != .missing else {
        throw .campaign([.noIndex((path.hasSuffix("/") ? path : path + "/") + indexName)])
      }
      return folder
    case .file, .other: throw .campaign([.noRequestFolder(path)])
    case .missing: throw .campaign([nothing])
    case .unreadable(let code):
      let error = FileSystemError("read", path, code)
      throw error.isAboutThePath ? .campaign([nothing]) : .fileSystem(error)
    }
  }
}

extension Diagnostic {
  static func noRequestFolder(_ path: String) -> Diagnostic {
    Diagnostic(.campaign("noRequestFolder"), .init(.configuration, path))
  }

  /// About a request folder without an index.
  static func noIndex(_ path: String) -> Diagnostic { Diagnostic(.campaign("noIndex"), .init(.configuration, path)) }
}
