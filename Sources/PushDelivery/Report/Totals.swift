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

  init(assets outcomes: [AssetOutcome], requests requestOutcomes: [RequestOutcome], diagnostics: [Diagnostic]) {
    let renditions = outcomes.flatMap(\.renditions)
    assets = outcomes.count
    published = outcomes.count { $0.status == .published }
    refused = outcomes.count { $0.status == .refused }
    ignored = outcomes.count { $0.status == .ignored }
    failed = outcomes.count { $0.status == .failed }
    rendered = renditions.count { !$0.fromCache }
    cached = renditions.count { $0.fromCache }
    written = renditions.count { $0.written }
    sourceBytes = outcomes.filter { $0.status == .published }.compactMap(\.source?.byteCount).reduce(0, +)
    publishedBytes = renditions.reduce(0) { $0 + $1.bytes }
    requests = requestOutcomes.count { $0.status == .ready }
    refusedRequests = requestOutcomes.count { $0.status == .refused }
    errors = diagnostics.count { $0.severity == .error }
    warnings = diagnostics.count { $0.severity == .warning }
  }
}
