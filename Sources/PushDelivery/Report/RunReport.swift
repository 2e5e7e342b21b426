public import Findings
public import MediaFacts

/// A run's result: the only input to the output and the exit status. Its JSON form is a public contract; `version` is raised when a field
/// changes its meaning or goes.
public struct RunReport: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  public var version = 1
  /// One for each source and focal point, in the order of their paths.
  public var assets: StoredValues<AssetOutcome>
  /// One for each message, in the order of the campaign.
  public var requests: RequestOutcomes
  /// All findings, each once, in the order of the stages.
  public var diagnostics: [Diagnostic] {
    didSet { totals.count(diagnostics) }
  }
  public var totals: Totals
  /// Who gets the valid requests; nil if nothing was composed.
  public var recipients: Recipients?
  /// A run's changes to the request folder; nil if it was not a dry run, or the requests would be withheld.
  public var changes: RequestFolderChanges?
  /// The sandbox of workers: `full`, `partly (…)`, `none` or `off`; nil if nothing had to be decoded, as in `compose`.
  public var sandbox: String?
  /// If all requests are proven: the time of the oldest proof, as `2026-11-25T19:24:05Z`, when an earlier run within the hour loaded some
  /// URLs; or the time of `verify`. nil if this run loaded each URL.
  public var provenAt: String?
  /// True if the requests must not be sent; nil if you may send them.
  public var isTrial: Bool?

  public init(
    assets: StoredValues<AssetOutcome>, requests: some Sequence<RequestOutcome>, diagnostics: [Diagnostic],
    recipients: Recipients? = nil
  ) {
    let requests = RequestOutcomes(requests)
    (self.assets, self.requests, self.diagnostics, self.recipients) = (assets, requests, diagnostics, recipients)
    totals = Totals(assets: assets, requests: requests, diagnostics: diagnostics)
  }

  /// Whether all ready requests are proven; nil if none has URLs.
  public var proof: DeliveryProof? { requests.proof }
}

/// A run's changes to the request folder, as paths relative to it.
public struct RequestFolderChanges: Hashable, Sendable, Codable {
  /// Files that are new or would change.
  public var written: [String]
  /// Files that would be withdrawn, which means moved to `stale`.
  public var withdrawn: [String]

  public init(written: [String] = [], withdrawn: [String] = []) {
    (self.written, self.withdrawn) = (written, withdrawn)
  }
}

/// The outcome for one source.
public struct AssetOutcome: Hashable, Sendable, Codable {
  /// Relative to the campaign folder.
  public var path: String
  /// The point that crops keep, if a message gives one.
  public var focalPoint: FocalPoint?
  /// Its still, if a message gives one.
  public var poster: PosterChoice?
  /// nil if it could not be read.
  public var source: SourceFile?
  public var status: Status
  /// nil if its format could not be recognised.
  public var inspection: Inspection?
  /// The planned stills, one for each profile.
  public var plans: [StillPlan]
  /// The planned animation or movie; nil for a still, or if only stills are wanted.
  public var motionPlan: MotionPlan?
  /// The share of its picture that each platform shows, 0 to 1 to a thousandth; nil without plans.
  public var shown: [String: Double]?
  /// The renditions, or in a dry run the planned ones: stills first.
  public var renditions: [RenditionOutcome]

  public enum Status: String, Hashable, Sendable, Codable {
    /// Renditions are at their URLs.
    case published
    /// The renditions are planned, not published.
    case planned
    /// An error prevents showing it.
    case refused
    /// The machine or the network failed; retrying may help.
    case failed
    /// It is valid, but not published, because no message shows it.
    case unused
    /// Not a picture, and not in a message.
    case ignored
  }

  public init(
    path: String, focalPoint: FocalPoint? = nil, poster: PosterChoice? = nil, source: SourceFile? = nil,
    status: Status, inspection: Inspection? = nil,
    plans: [StillPlan] = [], motionPlan: MotionPlan? = nil, renditions: [RenditionOutcome] = []
  ) {
    (self.path, self.focalPoint, self.poster, self.source, self.status) = (path, focalPoint, poster, source, status)
    (self.inspection, self.plans, self.motionPlan, self.renditions) = (inspection, plans, motionPlan, renditions)
  }
}

/// Sums over a run.
public struct Totals: Hashable, Sendable, Codable {
  public var assets = 0
  public var published = 0
  public var refused = 0
  public var ignored = 0
  /// Sources that the machine or the network kept from being published.
  public var failed = 0
  /// Renditions that were encoded, copied or stripped in this run.
  public var rendered = 0
  /// Renditions taken from the cache.
  public var cached = 0
  /// Files written to the destination.
  public var written = 0
  /// Bytes of the sources of published assets.
  public var sourceBytes = 0
  /// Bytes of the renditions.
  public var publishedBytes = 0
  public var requests = 0
  public var refusedRequests = 0
  public var errors = 0
  public var warnings = 0

  init(
    assets outcomes: some Sequence<AssetOutcome>, requests requestOutcomes: RequestOutcomes, diagnostics: [Diagnostic]
  ) {
    for outcome in outcomes { add(outcome) }
    requests = requestOutcomes.counts[.ready] ?? 0
    refusedRequests = requestOutcomes.counts[.refused] ?? 0
    count(diagnostics)
  }

  fileprivate mutating func count(_ diagnostics: [Diagnostic]) {
    errors = diagnostics.count { $0.severity == .error }
    warnings = diagnostics.count { $0.severity == .warning }
  }

  private mutating func add(_ outcome: AssetOutcome) {
    assets += 1
    switch outcome.status {
    case .published:
      published += 1
      sourceBytes += outcome.source?.byteCount ?? 0
    case .refused: refused += 1
    case .ignored: ignored += 1
    case .failed: failed += 1
    case .planned, .unused: break
    }
    for rendition in outcome.renditions {
      if rendition.fromCache { cached += 1 } else { rendered += 1 }
      if rendition.written { written += 1 }
      publishedBytes += rendition.bytes
    }
  }
}

/// One rendition as the index of a request folder lists it.
public struct IndexedRendition: Hashable, Codable, Sendable {
  /// Its source, relative to the campaign folder.
  public var source: String
  /// Length and digest of the source, so that `compose` sees whether it is still the same; nil in older indexes.
  public var sourceBytes: Int?
  public var sourceSha256: ContentDigest?
  /// The point that crops keep, if any.
  public var focalPoint: FocalPoint?
  public var poster: PosterChoice?
  public var url: String
  /// Its name in the destination.
  public var path: String
  public var bytes: Int
  public var sha256: ContentDigest
  public var width: Int
  public var height: Int
  public var format: MediaFormat
  public var quality: Int?
  /// True if it moves.
  public var moves: Bool?
  /// True if every pixel of its source has the same colour.
  public var isOneColour: Bool?
  /// For a still, the platforms that show it, sorted; nil: all of them.
  public var platforms: [Platform]?

  /// A rendition of a run's source.
  public init(_ rendition: RenditionOutcome, of asset: AssetOutcome) {
    source = asset.path
    (sourceBytes, sourceSha256) = (asset.source?.byteCount, asset.source?.digest)
    (focalPoint, poster) = (asset.focalPoint, asset.poster)
    (url, path) = (rendition.url, rendition.path)
    (bytes, sha256) = (rendition.bytes, rendition.digest)
    (width, height, format) = (rendition.width, rendition.height, rendition.format)
    quality = rendition.quality
    moves = rendition.motion == nil ? nil : true
    if case .still(let picture) = asset.inspection, picture.isOneColour { isOneColour = true }
    platforms = rendition.platforms
  }
}

extension IndexedRendition: DeliverableFile {
  public var digest: ContentDigest { sha256 }
  public var mediaFormat: MediaFormat { format }
}

extension IndexedRendition {
  package var isMotion: Bool { moves == true }

  /// Its clients: all for a still without `platforms`, Apple's systems if it moves.
  package var clients: Set<Platform> { isMotion ? [.ios] : Set(platforms ?? Platform.allCases) }
}
