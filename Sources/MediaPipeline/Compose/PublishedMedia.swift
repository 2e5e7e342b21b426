import Findings
import MediaFacts
import PushDelivery

/// What composing needs to know of a campaign's files: what became of each, and the addresses of what was made of it.
struct PublishedMedia: Sendable {
  /// What became of one file, for one focal point and one poster.
  struct Source: Sendable {
    let status: AssetOutcome.Status
    /// What messages show of it; nil when there is nothing, or one of its addresses is of no use.
    let media: MessageMedia?
    private let stills: [RequestIndex.Asset]
    private let motion: RequestIndex.Asset?

    fileprivate init(status: AssetOutcome.Status, renditions: [RequestIndex.Asset]) {
      self.status = status
      stills = renditions.filter { !$0.isMotion }
      motion = renditions.first(where: \.isMotion)
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
  private let sources: [String: [Use]]

  /// A way in which a file is used. There may be hundreds of thousands, so what messages show is made when one asks: of many messages
  /// that show the same only the first ones do.
  private struct Use: Sendable {
    let status: AssetOutcome.Status
    let focalPoint: FocalPoint?
    let poster: PosterChoice?
    /// Among the assets.
    let places: [Int]
  }

  /// What a run has just published, or failed to.
  init(_ outcomes: [AssetOutcome]) {
    var (assets, sources): ([RequestIndex.Asset], [String: [Use]]) = ([], [:])
    for outcome in outcomes {
      let first = assets.count
      assets += outcome.indexEntries
      sources[outcome.path, default: []].append(
        Use(
          status: outcome.status, focalPoint: outcome.focalPoint, poster: outcome.poster,
          places: Array(first..<assets.count)))
    }
    (self.assets, self.sources) = (assets, sources)
  }

  /// What an earlier run published.
  init(assets: [RequestIndex.Asset]) {
    self.assets = assets
    sources = Dictionary(grouping: assets.indices, by: { assets[$0].source }).mapValues { places in
      Dictionary(grouping: places, by: { assets[$0].choice }).map { use, places in
        Use(status: .published, focalPoint: use.focalPoint, poster: use.poster, places: places)
      }
    }
  }

  /// Paths of the files of which something was published.
  var publishedPaths: [String] {
    sources.filter { $0.value.contains { $0.status == .published } }.map(\.key).sorted()
  }

  /// Of the bytes of files of which something was published, by their paths, where they are known.
  var sourceDigests: [String: ContentDigest] {
    let known = assets.lazy.compactMap { asset in asset.sourceSha256.map { (asset.source, $0) } }
    return Dictionary(known) { first, _ in first }
  }

  /// What became of a file that a message names, cut for the message's own focal point.
  func source(of file: String, for message: CampaignMessage) -> Source? {
    let candidates = sources[file]?.filter { $0.poster == message.poster } ?? []
    guard let use = candidates.first(where: { $0.focalPoint == message.focalPoint }) ?? candidates.first else {
      return nil
    }
    return Source(status: use.status, renditions: use.places.map { assets[$0] })
  }
}

extension RequestIndex.Asset {
  /// By what the ways that messages use its source in differ.
  fileprivate struct Choice: Hashable {
    var focalPoint: FocalPoint?
    var poster: PosterChoice?
  }

  fileprivate var choice: Choice { Choice(focalPoint: focalPoint, poster: poster) }
}

extension AssetOutcome {
  /// What the index of the request folder says of it.
  fileprivate var indexEntries: [RequestIndex.Asset] {
    renditions.map { RequestIndex.Asset($0, of: self) }
  }
}
