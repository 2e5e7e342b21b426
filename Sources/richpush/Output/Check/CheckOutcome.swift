import PushDelivery

/// How a check ended.
struct CheckOutcome {
  let report: CheckReport
  /// What a new baseline is to say; nil: none is wanted, or not everything could be looked at.
  let baseline: Baseline?
}
