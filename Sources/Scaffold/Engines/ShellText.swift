/// Words for a POSIX shell.
enum ShellText {
  /// A word that the shell takes as it is, whatever is in it.
  static func word(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }

  /// A command of words that the shell takes as they are.
  static func command(_ words: [String]) -> String {
    words.map { $0.wholeMatch(of: #/[A-Za-z0-9_.\/=-]+/#) != nil ? $0 : word($0) }.joined(separator: " ")
  }
}

extension ArrayJob {
  /// The words of a task's command, in the folder of the plan.
  ///
  /// - Parameter endsWithZero: where the engine takes a refused picture for a failure of the machine, or keeps what waits for
  ///   the array from starting.
  func runWords(shard: String = "auto", endsWithZero: Bool = false) -> [String] {
    ["richpush", "run", "--plan", paths.plan, "--shard", shard, "--jobs", "\(jobs)"]
      + (endsWithZero ? ["--task-exit-zero"] : [])
  }

  /// The words of the command that joins the shards, in the folder of the plan.
  var mergeWords: [String] { ["richpush", "merge", paths.plan] }
}
