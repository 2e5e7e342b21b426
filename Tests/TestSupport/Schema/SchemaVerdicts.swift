import Foundation

/// What a JSON Schema finds in YAML documents, as editors see it.
public enum SchemaVerdicts {
  /// The faults of each document.
  ///
  /// - Parameter schema: the schema as JSON text.
  /// - Throws: `TestServerError` when `.venv` is not there, `ProgramError` when the schema is invalid.
  public static func faults(in documents: [String], schema: String) async throws -> [[String]] {
    let folder = try TemporaryFolder()
    let texts = try JSONEncoder().encode(documents)
    try folder.write(
      #"{"schema": \#(schema), "documents": \#(String(decoding: texts, as: UTF8.self))}"#, to: "job.json")
    let script = packageRoot + "/Tests/TestSupport/Schema/verdicts.py"
    let output = try await Program(ServerProcess.environment()).run([script, folder.path + "/job.json"])
    guard output.status == 0 else { throw ProgramError.failed("verdicts.py", stderr: output.stderr) }
    return try JSONDecoder().decode([[String]].self, from: Data(output.stdout.utf8))
  }
}
