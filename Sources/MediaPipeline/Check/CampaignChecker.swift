import PushDelivery

/// Tells whether `run` would succeed with a campaign folder, without writing anything.
struct CampaignChecker: Sendable {
  let settings: CheckSettings
  let workers: WorkerPool

  /// - Throws: `PipelineError` when the folder or its campaign.yml cannot be read.
  func check(_ folder: String) async throws(PipelineError) -> CheckResult {
    CheckResult()
  }
}
