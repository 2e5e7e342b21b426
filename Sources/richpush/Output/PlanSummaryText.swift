import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// What a saved plan holds, and what to do with it.
struct PlanSummaryText {
  let summary: RunPlanner.Summary
  /// That of the plan.
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

/// The command that somebody gave, for whoever is to give it again.
enum CommandText {
  /// - Parameter name: of another command that takes the same words; nil: the same.
  static func again(as name: String? = nil) -> String {
    let words = CommandLine.arguments.dropFirst().filter { name == nil || $0 != "--dry-run" }
    return (["richpush", name ?? words.first ?? ""] + words.dropFirst()).map { ShellWord.plain($0.maskingUserInfo) }
      .joined(separator: " ")
  }
}
