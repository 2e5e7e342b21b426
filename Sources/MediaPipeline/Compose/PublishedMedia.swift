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

  /// Every rendition, in the order of the files' paths.
  let assets: [RequestIndex.Asset]
  private let sources: [String: [Use]]

  /// One use of a file. There may be hundreds of thousands, so its media is only made on demand: of many messages that show the same, only
  /// the first ask.
  private struct Use: Sendable {
    let status: AssetOutcome.Status
    let picture: PictureUse
    /// Asset indexes.
    let places: [Int]
  }

  /// Assets that a run published or tried to.
  init(_ outcomes: [AssetOutcome]) {
    var (assets, sources): ([RequestIndex.Asset], [String: [Use]]) = ([], [:])
    for outcome in outcomes {
      let first = assets.count
      assets += outcome.indexEntries
      let picture = PictureUse(focalPoint: outcome.focalPoint, poster: outcome.poster)
      sources[outcome.path, default: []].append(
        Use(status: outcome.status, picture: picture, places: Array(first..<assets.count)))
    }
    (self.assets, self.sources) = (assets, sources)
  }

  /// Assets of an earlier run.
  init(assets: [RequestIndex.Asset]) {
    self.assets = assets
    sources = Dictionary(grouping: assets.indices, by: { assets[$0].source }).mapValues { places in
      Dictionary(grouping: places, by: { PictureUse(focalPoint: assets[$0].focalPoint, poster: assets[$0].poster) })
        .map { Use(status: .published, picture: $0, places: $1) }
    }
  }

  /// Paths of the files with published assets.
  var publishedPaths: [String] { sources.filter { $0.value.contains { $0.status == .published } }.map(\.key).sorted() }

  /// The digests of files with published assets, by path, if known.
  var sourceDigests: [String: ContentDigest] {
    let known = assets.lazy.compactMap { asset in asset.sourceSha256.map { (asset.source, $0) } }
    return Dictionary(known) { first, _ in first }
  }

  /// The source for a file that a message names, cropped for the message's focal point.
  func source(of file: String, for message: CampaignMessage) -> Source? {
    let candidates = sources[file]?.filter { $0.picture.poster == message.poster } ?? []
    let exact = candidates.first { $0.picture.focalPoint == message.focalPoint }
    guard let use = exact ?? candidates.first else { return nil }
    return Source(status: use.status, renditions: use.places.map { assets[$0] })
  }
}

extension AssetOutcome {
  /// Its entries in the request folder's index.
  fileprivate var indexEntries: [RequestIndex.Asset] { renditions.map { RequestIndex.Asset($0, of: self) } }
}
