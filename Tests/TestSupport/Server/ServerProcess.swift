import Foundation

/// A server of this folder's, in Python, which ends when the last reference goes or this process does.
final class ServerProcess: Sendable {
  private let program: InteractiveProgram
  /// Its message when it is ready.
  let greeting: String

  /// - Parameter python: nil for the one in `PATH`, which then looks for no other packages than its own and starts sooner.
  init(_ script: String, _ arguments: [String], python: String? = nil) throws {
    let path = packageRoot + "/Tests/TestSupport/Server/" + script
    program = try InteractiveProgram((python.map { [$0] } ?? ["python3", "-S"]) + [path] + arguments)
    greeting = try program.readLine()
  }

  /// The Python that has what scripts/requirements.txt names.
  static func environment() throws -> String {
    let python = packageRoot + "/.venv/bin/python3"
    guard FileManager.default.isExecutableFile(atPath: python) else {
      throw TestServerError(description: "there is no \(python): run scripts/bootstrap")
    }
    return python
  }
}
