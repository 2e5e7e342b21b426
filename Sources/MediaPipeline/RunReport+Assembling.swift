import Essentials
import Findings
public import PushDelivery

extension RunReport {
  /// The report on a run.
  ///
  /// - Parameters:
  ///   - composition: nil when nothing was composed.
  ///   - hosting: what there is to say of the destination and of the files for static hosts.
  init(
    intake: CampaignIntake.Result, assets: [AssetLine.Result], composition: CampaignComposition?,
    hosting: [Diagnostic] = []
  ) {
    let found =
      (composition?.widening ?? []) + intake.diagnostics + assets.flatMap(\.diagnostics) + hosting
      + (composition?.diagnostics ?? [])
    self.init(
      assets: assets.map(\.outcome), requests: composition?.outcomes ?? RequestOutcomes(),
      diagnostics: found.withoutRepetitions, recipients: composition?.tally.recipients)
  }

  /// The report on composing alone.
  init(intake: CampaignIntake.Result, composition: CampaignComposition) {
    self.init(
      assets: [], requests: composition.outcomes,
      diagnostics: (composition.widening + intake.diagnostics + composition.diagnostics).withoutRepetitions,
      recipients: composition.tally.recipients)
  }

  /// How a report writes a moment: `2026-11-25T19:24:05Z`.
  ///
  /// - Parameter seconds: since 1970.
  static func moment(_ seconds: Int) -> String {
    Date(timeIntervalSince1970: Double(seconds)).formatted(Date.ISO8601FormatStyle())
  }

  /// Says of every good request that it was not written.
  mutating func withholdRequests() {
    self = RunReport(assets: assets, requests: requests.withheld, diagnostics: diagnostics)
  }

  /// Whether the former requests stay: what went wrong is no fault of the campaign's, or nothing of it is left, which is reported.
  ///
  /// - Parameter changes: what is otherwise than in the former set.
  mutating func keepsFormerRequests(_ changes: Recipients.Changes?, _ settings: PipelineSettings) -> Bool {
    if hasEnvironmentalErrors || hasDestinationErrors { return true }
    guard let changes, !settings.withdrawsAll, totals.requests == 0, !changes.gone.isEmpty else { return false }
    let emptied = Diagnostic.emptied(settings.campaignFolder, "no message of the campaign became a request")
    self = RunReport(assets: assets, requests: requests, diagnostics: diagnostics + [emptied])
    return true
  }

  /// True when nothing can be published to the destination until it, or what pipeline.yml says of it, is corrected.
  public var hasDestinationErrors: Bool { diagnostics.contains(where: \.isDestinationError) }

  /// True when something outside the campaign went wrong that concerns all of it, and that trying again may mend.
  public var hasEnvironmentalErrors: Bool {
    diagnostics.contains { $0.severity == .error && $0.rule.withholdsRequests }
  }
}

extension [Diagnostic] {
  /// Each once, where it stood first.
  var withoutRepetitions: [Diagnostic] {
    // Their places by their hashes: a second copy of each would take more room than all else that is known of its file.
    var places: [Int: Int] = [:]
    let kept = indices.filter { index in
      var hash = self[index].hashValue
      while let place = places[hash] {
        if self[place] == self[index] { return false }
        hash &+= 1
      }
      places[hash] = index
      return true
    }
    return kept.count == count ? self : kept.map { self[$0] }
  }
}
