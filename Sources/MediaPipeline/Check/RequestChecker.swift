import PushDelivery

/// Judges files of send requests.
struct RequestChecker: Sendable {
  let settings: CheckSettings
  let assets: HostedAssetChecker

  func check(_ path: String) async -> CheckResult {
    CheckResult()
  }

  /// - Parameter name: what the bytes are reported as.
  func check(_ bytes: [UInt8], name: String) async -> CheckResult {
    CheckResult()
  }
}
