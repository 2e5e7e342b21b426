import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// A setup from a plan, with this machine's own settings.
enum PlannedSetup {
  /// - Throws: `ExitCode` after saying why the plan is unusable.
  static func plan(at path: String) throws -> RunPlan {
    try explaining { try RunPlanFile(path: path).header() }
  }

  /// For one shard.
  static func load(
    _ plan: RunPlan, at path: String, _ options: PipelineOptions, report: String?, results: ResultsAddress
  ) throws -> PipelineSetup {
    try load(
      plan, at: path, campaign: options.campaign, results: results,
      [
        (.output, options.output), (.requests, options.requests), (.report, report), (.format, options.format),
        (.jobs, options.jobs), (.noCache, options.noCache ? "true" : nil), (.cacheURL, options.cacheURL),
        (.cacheMode, options.cacheMode),
      ]
    ).ofPart(report: report ?? ProcessInfo.processInfo.environment[Setting.report.variable])
  }

  /// From the plan, for commands that only look at it.
  static func load(_ plan: RunPlan, at path: String) throws -> PipelineSetup {
    try load(plan, at: path, campaign: nil, results: PlannedRun.standardResults(ofPlan: path), [])
  }

  /// For joining them.
  static func load(_ plan: RunPlan, _ command: MergeCommand) throws -> PipelineSetup {
    var setup = try load(
      plan, at: command.plan, campaign: command.campaign, results: command.results.address(ofPlan: command.plan),
      [
        (.output, command.output), (.requests, command.requests), (.report, command.report),
        (.contactSheet, command.contactSheet), (.format, command.format),
      ])
    setup.settings.replacesRequests = command.replace
    setup.settings.withdrawsAll = command.withdrawAll
    return setup
  }

  private static func load(
    _ plan: RunPlan, at path: String, campaign: String?, results: ResultsAddress, _ texts: [(Setting, String?)]
  ) throws -> PipelineSetup {
    let folder = URL(filePath: path).deletingLastPathComponent().relativePath
    func thawed(_ path: String) -> String { PlannedPath.thawed(path, from: folder) }
    var diagnostics: [Diagnostic] = []
    let own = ConfigurationOverrides(
      PipelineSetup.overrides(texts, diagnostics: &diagnostics).only(Setting.ofThisMachine))
    let frozen = ConfigurationOverrides.read(
      flags: Dictionary(
        uniqueKeysWithValues: plan.settings.compactMap { name, text in
          Setting(rawValue: name).map { ($0, RunPlanner.paths.contains($0) ? thawed(text) : text) }
        }))
    let file = ConfigurationFile.read(
      plan.configuration.text, at: thawed(plan.configuration.path), diagnostics: &diagnostics)
    var setup = try PipelineSetup.load(
      own.merged(over: frozen.value ?? .init()), file: file, campaign: campaign ?? thawed(plan.campaign),
      isComposing: true,
      diagnostics: diagnostics + frozen.diagnostics)
    // All machines judge expiry by the same clock.
    setup.settings.now = plan.moment
    setup.settings.plan = path
    setup.settings.foreignFolders = results.folder.map { [$0] } ?? []
    return setup
  }
}
