import Findings
import MediaFacts
import PushDelivery

/// What composing needs to know of a campaign's files: what became of each, and the addresses of what was made of it.
struct PublishedMedia: Sendable {
  /// What became of one file, for one focal point and one poster.
  struct Source: Sendable {
    var status: AssetOutcome.Status
    var focalPoint: FocalPoint?
    var poster: PosterChoice?
    /// What messages show of it; nil when there is nothing, or one of its addresses is of no use.
    let media: MessageMedia?
    private let stills: [RequestIndex.Asset]
    private let motion: RequestIndex.Asset?

    init(
      status: AssetOutcome.Status, focalPoint: FocalPoint?, poster: PosterChoice?, renditions: [RequestIndex.Asset]
    ) {
      self.status = status
      self.focalPoint = focalPoint
      self.poster = poster
      stills = renditions.filter { !$0.isMotion }
      motion = renditions.first(where: \.isMotion)
      // Once, and not for each of the many messages that show it.
      var diagnostics: [Diagnostic] = []
      media = Self.media(stills, motion, for: .init(.program, "assets"), reporting: &diagnostics)
    }

    /// Why there are no `media`.
    func diagnostics(for subject: Diagnostic.Subject) -> [Diagnostic] {
      var diagnostics: [Diagnostic] = []
      _ = Self.media(stills, motion, for: subject, reporting: &diagnostics)
      return diagnostics
    }

    private static func media(
      _ stills: [RequestIndex.Asset], _ motion: RequestIndex.Asset?, for subject: Diagnostic.Subject,
      reporting diagnostics: inout [Diagnostic]
    ) -> MessageMedia? {
      var images: [Platform: AssetURL<EveryClient>] = [:]
      for still in stills {
        guard
          let image = AssetURL<EveryClient>(still.url, format: still.format, subject: subject, reporting: &diagnostics)
        else { return nil }
        for platform in still.clients { images[platform] = images[platform] ?? image }
      }
      guard let android = images[.android], let web = images[.web] else { return nil }
      var media = MessageMedia(
        android: android, apple: AssetURL<AppleSystems>(images[.ios] ?? android), web: web)
      guard let motion else { return media }
      guard
        let moving = AssetURL<AppleSystems>(
          motion.url, format: motion.format, subject: subject, reporting: &diagnostics)
      else { return nil }
      media.apple = moving
      return media
    }
  }

  /// Every rendition, in the order of the files' paths.
  let assets: [RequestIndex.Asset]
  private let sources: [String: [Source]]

  /// What a run has just published, or failed to.
  init(_ outcomes: [AssetOutcome]) {
    var (assets, sources): ([RequestIndex.Asset], [String: [Source]]) = ([], [:])
    for outcome in outcomes {
      let entries = outcome.indexEntries
      assets += entries
      sources[outcome.path, default: []].append(
        Source(
          status: outcome.status, focalPoint: outcome.focalPoint, poster: outcome.poster, renditions: entries))
    }
    (self.assets, self.sources) = (assets, sources)
  }

  /// What an earlier run published.
  init(assets: [RequestIndex.Asset]) {
    self.assets = assets
    sources = Dictionary(grouping: assets, by: \.source).mapValues { assets in
      Dictionary(grouping: assets, by: \.use).values.map { renditions in
        Source(
          status: .published, focalPoint: renditions.first?.focalPoint, poster: renditions.first?.poster,
          renditions: renditions)
      }
    }
  }

  /// A line for each way in which a file is used and for each rendition: all that requests may have of them.
  var lines: [String] {
    sources.sorted { $0.key < $1.key }.flatMap { path, sources in
      sources.map { "\(path)\t\($0.status)\t\(String(describing: $0.focalPoint))\t\(String(describing: $0.poster))\n" }
    }
      + assets.map { asset in
        let clients = asset.clients.sorted().map(\.rawValue).joined(separator: ",")
        return "\(asset.source)\t\(asset.url)\t\(asset.format)\t\(asset.isMotion)\t\(clients)\n"
      }
  }

  /// Paths of the files of which something was published.
  var publishedPaths: [String] {
    sources.filter { $0.value.contains { $0.status == .published } }.map(\.key).sorted()
  }

  /// What became of a file that a message names, cut for the message's own focal point.
  func source(of file: String, for message: CampaignMessage) -> Source? {
    let candidates = sources[file]?.filter { $0.poster == message.poster } ?? []
    return candidates.first { $0.focalPoint == message.focalPoint } ?? candidates.first
  }
}

extension RequestIndex.Asset {
  /// Which of the ways that messages use its source in it was made for.
  fileprivate struct Use: Hashable {
    var focalPoint: FocalPoint?
    var poster: PosterChoice?
  }

  fileprivate var use: Use { Use(focalPoint: focalPoint, poster: poster) }
}

extension AssetOutcome {
  /// What the index of the request folder says of it.
  fileprivate var indexEntries: [RequestIndex.Asset] {
    renditions.map { rendition in
      RequestIndex.Asset(
        source: path, sourceBytes: source?.byteCount, sourceSha256: source?.digest, focalPoint: focalPoint,
        poster: poster, url: rendition.url, path: rendition.path, bytes: rendition.bytes, sha256: rendition.digest,
        width: rendition.width, height: rendition.height, format: rendition.format, quality: rendition.still?.quality,
        moves: rendition.motion == nil ? nil : true, platforms: rendition.platforms)
    }
  }
}
