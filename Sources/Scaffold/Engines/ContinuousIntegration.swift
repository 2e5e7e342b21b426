import Findings

/// What the jobs of continuous integration have in common. There the sources come anew with each job, so a run is planned
/// where it begins, and the plan that the files are made for tells how.
extension ArrayJob {
  /// The command that plans the run again, with as many shards.
  var planCommand: String {
    ShellWord.command([
      "richpush", "plan", paths.campaign, "--config", paths.configuration, "--shards", "\(shards)", "--save",
      paths.plan,
    ])
  }

  /// What a shard leaves: its result and what it has published, if that is a folder.
  var shardFolders: [String] { [paths.results.folder, paths.output].compactMap { $0 } }

  /// What flags and variables said when the run was planned.
  var variables: Node {
    .map(settings.sorted { $0.key < $1.key }.map { Node.Entry(key: $0.key, value: .text($0.value)) })
  }

  /// Minutes of a job.
  var minutes: Int { seconds / 60 }
}

extension [Node.Entry] {
  /// These, and the variables if there are any.
  func with(_ name: String, _ variables: Node) -> [Node.Entry] {
    variables == .map([]) ? self : self + [.init(key: name, value: variables)]
  }
}
