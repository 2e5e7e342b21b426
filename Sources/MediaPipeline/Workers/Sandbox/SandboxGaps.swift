import Csandbox
public import PushDelivery
import Synchronization

/// The gaps in the workers' sandbox.
public struct SandboxGaps: OptionSet, Hashable, Sendable, Codable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Files: Landlock is missing or disabled.
  public static let files = SandboxGaps(csandbox_gap_files)
  /// System calls: the kernel does not filter them.
  public static let calls = SandboxGaps(csandbox_gap_calls)
  /// Privileges to be gained, and limits that can be raised.
  public static let rights = SandboxGaps(csandbox_gap_rights)

  private init(_ gap: csandbox_gap) { self.init(rawValue: Int32(gap.rawValue)) }

  /// The expected gaps here, from the kernel's features.
  public static let ofThisSystem: SandboxGaps = {
    var gaps: SandboxGaps = []
    if csandbox_landlock_version() == 0 { gaps.insert(.files) }
    if csandbox_can_forbid_calls() == 0 { gaps.insert(.calls) }
    return gaps
  }()

  /// The gaps after this process sandboxed itself at its start; nil if it did not.
  static var ofThisProcess: SandboxGaps? {
    let gaps = csandbox_gaps()
    return gaps < 0 ? nil : SandboxGaps(rawValue: gaps)
  }

  /// In the form of reports: `full`, `partly (…)` or `none`.
  public var summary: String {
    if isSuperset(of: [.files, .calls]) { return "none" }
    let words: [(SandboxGaps, String)] = [
      (.files, "no Landlock"), (.calls, "no seccomp"), (.rights, "not all rights and limits"),
    ]
    let missing = words.filter { contains($0.0) }.map(\.1)
    return missing.isEmpty ? "full" : "partly (\(missing.joined(separator: ", ")))"
  }
}

/// The state of the workers' sandboxes, as they report it before they see any picture.
public final class SandboxRecord: Sendable {
  private let told = Mutex<SandboxGaps?>(nil)

  public init() {}

  /// Adds one worker's report.
  func add(_ gaps: SandboxGaps) { told.withLock { $0 = ($0 ?? []).union(gaps) } }

  /// The state of the worst of them; the expected state if none has started.
  ///
  /// - Parameter use: the level in pipeline.yml.
  public func summary(_ use: SandboxUse) -> String {
    use == .off ? "off" : (told.withLock(\.self) ?? .ofThisSystem).summary
  }
}
