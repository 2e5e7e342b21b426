import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// The contents of a saved plan, and how to use it.
struct PlanSummaryText {
  let summary: RunPlanner.Summary
  /// The plan's path.
  let path: String

  var text: String {
    let shards = summary.shares.count
    let least = summary.shares.min() ?? 0
    let most = summary.shares.max() ?? 0
    let share = least == most ? "\(most)" : "\(least) to \(most)"
    let name = ShellWord.plain(path)
    return """
      \(path): \(counted(summary.assets, "file")) of \(readable(bytes: summary.bytes)) in \(counted(shards, "shard")), \(share) in each
      On each machine:   richpush run --plan \(name) --shard 1/\(shards)   (to \(shards)/\(shards); in an array: --shard auto)
      When all are done: richpush merge \(name)
      """
  }
}

/// The given command, so that you can give it again.
enum CommandText {
  /// - Parameter name: of another command with the same words; nil: the same.
  static func again(as name: String? = nil) -> String {
    let words = CommandLine.arguments.dropFirst().filter { name == nil || $0 != "--dry-run" }
    return (["richpush", name ?? words.first ?? ""] + words.dropFirst()).map { ShellWord.plain($0.maskingUserInfo) }
      .joined(separator: " ")
  }
}
