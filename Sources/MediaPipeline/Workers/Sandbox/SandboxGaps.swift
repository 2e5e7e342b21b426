import Csandbox
public import PushDelivery
import Synchronization

/// What workers are not kept from though they are to be locked in.
public struct SandboxGaps: OptionSet, Hashable, Sendable, Codable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Files: there is no Landlock, or it is not switched on.
  public static let files = SandboxGaps(csandbox_gap_files)
  /// System calls: the kernel does not filter them.
  public static let calls = SandboxGaps(csandbox_gap_calls)
  /// Privileges that can be had, and limits that can be raised.
  public static let rights = SandboxGaps(csandbox_gap_rights)

  private init(_ gap: csandbox_gap) { self.init(rawValue: Int32(gap.rawValue)) }

  /// What has to be expected here, by what the kernel offers.
  public static let ofThisSystem: SandboxGaps = {
    var gaps: SandboxGaps = []
    if csandbox_landlock_version() == 0 { gaps.insert(.files) }
    if csandbox_can_forbid_calls() == 0 { gaps.insert(.calls) }
    return gaps
  }()

  /// What this process found when it locked itself in at its start; nil where nobody asked it to.
  static var ofThisProcess: SandboxGaps? {
    let gaps = csandbox_gaps()
    return gaps < 0 ? nil : SandboxGaps(rawValue: gaps)
  }

  /// In the words of reports: `full`, `partly (…)` or `none`.
  public var summary: String {
    if isSuperset(of: [.files, .calls]) { return "none" }
    let words: [(SandboxGaps, String)] = [
      (.files, "no Landlock"), (.calls, "no seccomp"), (.rights, "not all rights and limits"),
    ]
    let missing = words.filter { contains($0.0) }.map(\.1)
    return missing.isEmpty ? "full" : "partly (\(missing.joined(separator: ", ")))"
  }
}

/// How workers are locked in, by what they tell themselves before they see any picture.
public final class SandboxRecord: Sendable {
  private let told = Mutex<SandboxGaps?>(nil)

  public init() {}

  /// Adds what one worker has told.
  func add(_ gaps: SandboxGaps) { told.withLock { $0 = ($0 ?? []).union(gaps) } }

  /// How the worst of them is locked in; what is to be expected where none has started.
  ///
  /// - Parameter use: how much of it pipeline.yml asks for.
  public func summary(_ use: SandboxUse) -> String {
    use == .off ? "off" : (told.withLock(\.self) ?? .ofThisSystem).summary
  }
}
