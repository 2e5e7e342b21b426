import Foundation

/// What a JSON Schema finds in YAML documents, as editors see it.
public enum SchemaVerdicts {
  /// The faults of each document.
  ///
  /// - Parameter schema: the schema as JSON text.
  /// - Throws: `TestServerError` when `.venv` is not there, `ProgramError` when the schema is invalid.
  public static func faults(in documents: [String], schema: String) async throws -> [[String]] {
    let texts = String(decoding: try JSONEncoder().encode(documents), as: UTF8.self)
    return try await answer("verdicts.py", #"{"schema": \#(schema), "documents": \#(texts)}"#)
  }

  /// What a program of this folder answers to a text.
  fileprivate static func answer<Answer: Decodable>(_ program: String, _ text: String) async throws -> Answer {
    let folder = TemporaryFolder()
    try folder.write(text, to: "job.json")
    let script = packageRoot + "/Tests/TestSupport/Schema/" + program
    let output = try await Program(ServerProcess.environment()).run([script, folder.absolute("job.json")])
    guard output.status == 0 else { throw ProgramError.failed(program, stderr: output.stderr) }
    return try JSONDecoder().decode(Answer.self, from: Data(output.stdout.utf8))
  }
}

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
    let named = Dictionary(uniqueKeysWithValues: documents.map { ($0.rawValue, $1) })
    let text = String(decoding: try JSONEncoder().encode(named), as: UTF8.self)
    let found: [String: [[String]]] = try await SchemaVerdicts.answer("engines.py", text)
    return Dictionary(
      uniqueKeysWithValues: found.compactMap { name, faults in Kind(rawValue: name).map { ($0, faults) } })
  }
}
