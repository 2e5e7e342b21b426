import Foundation

/// The programs next to messages.jsonl, as they send with the Admin SDKs: the real one for Python, and for Node.js a stand-in.
package enum AdminPrograms {
  private static let servers = packageRoot + "/Tests/TestSupport/Server/"

  /// What send.mjs sends, one message on each line.
  ///
  /// - Parameter folder: that of the programs.
  package static func node(_ folder: String) async throws -> ProgramOutput {
    let module = folder + "/node_modules/firebase-admin"
    try FileManager.default.createDirectory(atPath: module, withIntermediateDirectories: true)
    try #"{"exports": {"./app": "./index.mjs", "./messaging": "./index.mjs"}}"#
      .write(toFile: module + "/package.json", atomically: false, encoding: .utf8)
    try String(contentsOfFile: servers + "admin_node.mjs", encoding: .utf8)
      .write(toFile: module + "/index.mjs", atomically: false, encoding: .utf8)
    return try await Program("node").run([folder + "/send.mjs"])
  }

  /// What send.py sends, one message on each line.
  package static func python(_ folder: String) async throws -> ProgramOutput {
    try await Program(ServerProcess.environment()).run([servers + "admin_python.py", folder])
  }
}
