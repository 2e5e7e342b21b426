extension ContactSheet {
  /// What a run has to show.
  ///
  /// - Parameters:
  ///   - title: the campaign's name.
  ///   - requests: the requests that were composed; what a message shows is read from them.
  ///   - messages: the messages as they were written, with the defaults applied: of one that was refused there is no more.
  package init(title: String, report: RunReport, requests: [ComposedRequest], messages: [CampaignMessage]) {
    let run = ShownRun(report: report, requests: requests, messages: messages)
    let (outcomes, omitted) = Self.fitting(report.requests)
    let shown = outcomes.map(run.message)
    let namedPaths = Set(report.requests.flatMap { run.paths(of: $0.id) })
    let files = report.assets.filter { $0.status != .ignored && !namedPaths.contains($0.path) }.map(run.file)
    let told = Set(shown.flatMap(\.findings) + files.flatMap(\.findings))
    self.init(
      title: title, messages: shown, files: files,
      findings: report.diagnostics.filter { $0.severity > .note && !told.contains($0) }, omitted: omitted)
  }

  /// The most messages of each kind on a page: browsers scroll through so many.
  package static let messageLimit = 300

  private static func fitting(
    _ outcomes: [RequestOutcome]
  ) -> (outcomes: [RequestOutcome], omitted: [RequestOutcome.Status: Int]) {
    var counts: [RequestOutcome.Status: Int] = [:]
    let fitting = outcomes.filter { outcome in
      counts[outcome.status, default: 0] += 1
      return counts[outcome.status, default: 0] <= messageLimit
    }
    return (fitting, counts.mapValues { $0 - messageLimit }.filter { $0.value > 0 })
  }
}
