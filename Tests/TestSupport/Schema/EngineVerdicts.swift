import Foundation

/// What engines find in the files that are written for them, by their own definitions.
public enum EngineVerdicts {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case kubernetes, github, gitlab
    case googleBatch = "google-batch"
    case cloudRun = "cloud-run"
    case awsDefinition = "aws-definition"
    case awsJob = "aws-job"
  }

  /// The faults of each document.
  ///
  /// - Throws: `TestServerError` when `.venv` is not there, `ProgramError` when a document is neither JSON nor YAML.
  public static func faults(in documents: [Kind: [String]]) async throws -> [Kind: [[String]]] {
    let folder = try TemporaryFolder()
    let named = Dictionary(uniqueKeysWithValues: documents.map { ($0.rawValue, $1) })
    try folder.write(JSONEncoder().encode(named), to: "documents.json")
    let script = packageRoot + "/Tests/TestSupport/Schema/engines.py"
    let output = try await Program(ServerProcess.environment()).run([script, folder.absolute("documents.json")])
    guard output.status == 0 else { throw ProgramError.failed("engines.py", stderr: output.stderr) }
    let found = try JSONDecoder().decode([String: [[String]]].self, from: Data(output.stdout.utf8))
    return Dictionary(
      uniqueKeysWithValues: found.compactMap { name, faults in Kind(rawValue: name).map { ($0, faults) } })
  }
}
