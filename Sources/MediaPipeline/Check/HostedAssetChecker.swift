import PushDelivery

/// Loads an asset as each client does and tells what it would make of it.
struct HostedAssetChecker: Sendable {
  let settings: CheckSettings
  let media: MediaChecker

  /// - Parameters:
  ///   - platforms: the clients that are to load it; nil: all that can show its medium.
  ///   - lifetime: for how many seconds from now a device may still load it; nil: `CheckSettings.lifetime`.
  func check(_ url: String, platforms: Set<Platform>? = nil, lifetime: Int? = nil) async -> CheckResult {
    CheckResult()
  }
}
