public import Findings
public import MediaFacts

/// What one run did: the only input to what is printed and to the exit status. Its JSON form is a public contract; `version` is
/// raised when a field changes its meaning or goes.
public struct RunReport: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  public var version = 1
  /// One for each source and focal point, in the order of their paths.
  public var assets: [AssetOutcome]
  /// One for each message, in the order of the campaign.
  public var requests: RequestOutcomes
  /// Everything that was found, each once, in the order of the stages.
  public var diagnostics: [Diagnostic]
  public var totals: Totals
  /// Who gets the good requests; nil where nothing was composed.
  public var recipients: Recipients?
  /// What a run would change in the request folder; nil where it was no dry run, or the requests would be withheld.
  public var changes: RequestFolderChanges?
  /// How workers were locked in: `full`, `partly (…)`, `none` or `off`; nil where nothing was to be decoded, as by `compose`.
  public var sandbox: String?
  /// Where all requests are proven, and some of their URLs by what an earlier run found within the hour: when the first of these was
  /// asked, as `2026-11-25T19:24:05Z`; or when `verify` loaded all of them. nil where each URL was asked by this run.
  public var provenAt: String?
  /// True where the requests are to be sent to nobody; nil where they may be.
  public var isTrial: Bool?
  /// What an earlier run's report said of its sources, where requests were composed from that: this report takes its place.
  public var formerAssets: [AssetOutcome]?
  /// What the index of a request folder said of its files, where requests were composed from that.
  public var formerFiles: [IndexedRendition]?

  public init(
    assets: [AssetOutcome], requests: some Collection<RequestOutcome>, diagnostics: [Diagnostic],
    recipients: Recipients? = nil
  ) {
    let requests = RequestOutcomes(requests)
    self.assets = assets
    self.requests = requests
    self.diagnostics = diagnostics
    self.recipients = recipients
    totals = Totals(assets: assets, requests: requests, diagnostics: diagnostics)
  }
}

extension RunReport {
  /// Whether all requests that are ready are proven; nil where none of them refers to anything.
  public var proof: DeliveryProof? { requests.proof }
}

/// What a run would change in the request folder, as paths relative to it.
public struct RequestFolderChanges: Hashable, Sendable, Codable {
  /// Files that are new or would hold something else.
  public var written: [String]
  /// Files that would be withdrawn, which is to move to `stale`.
  public var withdrawn: [String]

  public init(written: [String], withdrawn: [String]) {
    self.written = written
    self.withdrawn = withdrawn
  }
}

/// What became of one source.
public struct AssetOutcome: Hashable, Sendable, Codable {
  /// Relative to the campaign folder.
  public var path: String
  /// The point that crops keep, where a message gives one.
  public var focalPoint: FocalPoint?
  /// Which still stands for it, where a message says.
  public var poster: PosterChoice?
  /// nil when it could not be read.
  public var source: SourceFile?
  public var status: Status
  /// nil when it could not be told what it is.
  public var inspection: Inspection?
  /// Which stills are planned, one for each profile.
  public var plans: [StillPlan]
  /// What is planned that moves; nil when it does not move, or only stills are wanted.
  public var motionPlan: MotionPlan?
  /// How much of its picture each platform shows, 0 to 1 to a thousandth; nil where nothing is planned.
  public var shown: [String: Double]?
  /// What was made, or in a dry run what would be published: the stills, then what moves.
  public var renditions: [RenditionOutcome]

  public enum Status: String, Hashable, Sendable, Codable {
    /// Renditions are at their URLs.
    case published
    /// What would be published is known; nothing was.
    case planned
    /// An error keeps it from being shown.
    case refused
    /// Something failed that is not its fault; running again may help.
    case failed
    /// It is sound, and no message shows it, so that it was not published.
    case unused
    /// It is no picture and no message names it.
    case ignored
  }

  public init(
    path: String, focalPoint: FocalPoint? = nil, poster: PosterChoice? = nil, source: SourceFile? = nil,
    status: Status, inspection: Inspection? = nil,
    plans: [StillPlan] = [], motionPlan: MotionPlan? = nil, renditions: [RenditionOutcome] = []
  ) {
    self.path = path
    self.focalPoint = focalPoint
    self.poster = poster
    self.source = source
    self.status = status
    self.inspection = inspection
    self.plans = plans
    self.motionPlan = motionPlan
    self.renditions = renditions
  }
}

/// Sums over a run.
public struct Totals: Hashable, Sendable, Codable {
  public var assets = 0
  public var published = 0
  public var refused = 0
  public var ignored = 0
  /// Sources that something else than their own fault kept from being published.
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

  init(assets outcomes: [AssetOutcome], requests requestOutcomes: RequestOutcomes, diagnostics: [Diagnostic]) {
    assets = outcomes.count
    for outcome in outcomes { add(outcome) }
    requests = requestOutcomes.counts[.ready] ?? 0
    refusedRequests = requestOutcomes.counts[.refused] ?? 0
    errors = diagnostics.count { $0.severity == .error }
    warnings = diagnostics.count { $0.severity == .warning }
  }

  private mutating func add(_ outcome: AssetOutcome) {
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
