import Essentials
public import Findings
public import MediaFacts
public import PushDelivery

/// The result of `verify`. Its JSON form is a public contract; `version` is raised when a field changes meaning or goes.
public struct VerificationReport: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  public var version = 1
  /// One for each URL in the requests, in the order of the URLs.
  public var assets: [Asset]
  public var diagnostics: [Diagnostic]
  /// True if the requests are of a trial and must not be sent; nil if not.
  public var isTrial: Bool?
  /// Whether all requests of the set are marked as proven now.
  public var proof: DeliveryProof

  /// A URL that was loaded.
  public struct Asset: Hashable, Sendable, Codable {
    public var url: String
    public var digest: ContentDigest
    /// Whether it delivers the published bytes.
    public var proof: DeliveryProof
  }

  public var hasEnvironmentalErrors: Bool { diagnostics.contains { $0.severity == .error && $0.rule.isEnvironmental } }
}

/// The result of `prune`. Its JSON form is a public contract; `version` is raised when a field changes its meaning or goes.
public struct PruningReport: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  public var version = 1
  /// Old files that no request refers to, by name; after removal, the removed ones.
  public var files: [File]
  /// Whether they were removed, not only listed.
  public var isRemoved: Bool
  /// Failed removals, and why.
  public var diagnostics: [Diagnostic] = []

  /// A file of the destination.
  public struct File: Hashable, Sendable, Codable {
    public var name: String
    public var bytes: Int
    /// Its age since publication, in seconds.
    public var seconds: Int
  }
}

/// What `publish` did. Its JSON form is a public contract; `version` is raised when a field changes meaning or goes.
public struct PublicationReport: Hashable, Sendable, Codable {
  /// The version of the JSON form.
  public var version = 1
  /// The destination's name in pipeline.yml.
  public var destination: String
  /// One for each file, sorted by name.
  public var assets: [Asset]
  public var diagnostics: [Diagnostic]

  /// A file that is at its URL.
  public struct Asset: Hashable, Sendable, Codable {
    public var name: String
    public var url: String
    public var bytes: Int
    public var digest: ContentDigest
    /// False if equal bytes were there already.
    public var written: Bool
  }

  public var hasDestinationErrors: Bool { diagnostics.contains(where: \.isDestinationError) }

  public var hasEnvironmentalErrors: Bool { diagnostics.contains { $0.severity == .error && $0.rule.isEnvironmental } }
}

extension RunReport {
  /// The report on a run.
  ///
  /// - Parameters:
  ///   - intake, composition: nil for a shard, which composes nothing.
  ///   - hosting: diagnostics about the destination and the files for static hosts.
  init(
    intake: CampaignIntake.Result? = nil, assets: StoredValues<AssetResult>, composition: CampaignComposition? = nil,
    hosting: [Diagnostic] = []
  ) {
    var found = (composition?.widening ?? []) + (intake?.diagnostics ?? [])
    for asset in assets { found += asset.diagnostics }
    found += hosting + (composition?.diagnostics ?? [])
    if intake?.messages.areOfTable == true { found = found.inWordsOfTables }
    self.init(
      assets: assets.changed(\.outcome), requests: composition?.outcomes ?? RequestOutcomes(),
      diagnostics: found.withoutRepetitions, recipients: composition?.tally.recipients)
  }

  /// A time in a report: `2026-11-25T19:24:05Z`.
  ///
  /// - Parameter seconds: since 1970.
  static func moment(_ seconds: Int) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(Date.ISO8601FormatStyle())
  }

  /// Marks every good request as not written.
  mutating func withholdRequests() {
    self = RunReport(assets: assets, requests: requests.withheld, diagnostics: diagnostics)
  }

  /// Whether the previous requests stay: the campaign is not at fault, or no request is left, which is reported.
  ///
  /// - Parameter changes: the differences from the previous set.
  mutating func keepsFormerRequests(_ changes: Recipients.Changes?, _ settings: PipelineSettings) -> Bool {
    if hasEnvironmentalErrors || hasDestinationErrors { return true }
    // What was not approved must not stay where it is sent from.
    guard let changes, !settings.withdrawsAll, settings.approval == nil, totals.requests == 0, !changes.gone.isEmpty
    else { return false }
    diagnostics.append(
      Diagnostic(
        .campaign("emptied", "no message of the campaign became a request"),
        .init(.configuration, settings.campaignFolder)))
    return true
  }

  /// True if nothing can be published until the destination or its settings in pipeline.yml are corrected.
  public var hasDestinationErrors: Bool { diagnostics.contains(where: \.isDestinationError) }

  /// True if an error outside the campaign concerns all of it, and trying again may help.
  public var hasEnvironmentalErrors: Bool {
    diagnostics.contains { $0.severity == .error && $0.rule.withholdsRequests }
  }
}

extension [Diagnostic] {
  /// Each once, at its first place.
  var withoutRepetitions: [Diagnostic] {
    // As hashes: a copy of each diagnostic would need more memory than the rest of its file's data.
    var (seen, found) = (Set<Int>(minimumCapacity: count), self)
    found.removeAll { !seen.insert($0.hashValue).inserted }
    return found
  }
}

extension AssetOutcome {
  /// The same if nothing was published.
  var planned: AssetOutcome {
    var outcome = self
    if status == .published { outcome.status = .planned }
    return outcome
  }
}

extension RunReport {
  /// The same if nothing was published: renditions count as planned.
  var planned: RunReport {
    var report = RunReport(
      assets: assets.changed(\.planned), requests: requests, diagnostics: diagnostics, recipients: recipients)
    report.changes = changes
    return report
  }
}
