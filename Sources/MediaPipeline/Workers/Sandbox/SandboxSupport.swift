import Csandbox
public import PushDelivery

/// What the kernel offers to lock a worker in with.
public struct SandboxSupport: Hashable, Sendable {
  /// The version of Landlock, which keeps a process to some files; 0: there is none, or it is not switched on.
  public let landlock: Int
  /// Whether calls can be forbidden.
  public let filtersCalls: Bool

  package init(landlock: Int, filtersCalls: Bool) {
    self.landlock = landlock
    self.filtersCalls = filtersCalls
  }

  /// That of the system that this process runs on.
  public static let ofThisSystem = SandboxSupport(
    landlock: Int(csandbox_landlock_version()), filtersCalls: csandbox_can_forbid_calls() != 0)

  /// What workers cannot be kept from; empty where they are locked in wholly.
  public var gaps: [String] {
    var gaps: [String] = []
    if landlock == 0 { gaps.append("no Landlock") } else if landlock < 4 { gaps.append("Landlock without networks") }
    if !filtersCalls { gaps.append("no seccomp") }
    return gaps
  }

  /// In the words of reports: `full`, `partly (…)` or `none`.
  public var summary: String {
    if landlock == 0, !filtersCalls { return "none" }
    // Without Landlock's rule for networks the filter of calls keeps them off.
    let gaps = filtersCalls && landlock > 0 ? [] : gaps
    return gaps.isEmpty ? "full" : "partly (\(gaps.joined(separator: ", ")))"
  }

  /// How workers are locked in here where pipeline.yml says so much of it.
  public func summary(_ use: SandboxUse) -> String { use == .off ? "off" : summary }
}
