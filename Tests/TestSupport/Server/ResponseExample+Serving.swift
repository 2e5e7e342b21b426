public import Findings
import PushDelivery

extension ResponseExample {
  /// The flags of `richpush check` that it is checked with.
  public func flags() async throws -> [String] {
    let trust = ["--ca-file", try await TestAuthority.shared().certificateFile]
    return switch checking {
    case .asUsual: ["--allow-private"] + trust
    case .publicOnly: trust
    case .untrusted: ["--allow-private"]
    }
  }
}
