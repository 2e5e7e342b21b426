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
