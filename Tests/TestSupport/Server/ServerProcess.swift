import Foundation

/// A server of this folder's, in Python, which ends when the last reference goes or this process does.
final class ServerProcess: Sendable {
  private let process: Process
  private let input: Pipe
  /// What it says when it is ready.
  let greeting: String

  /// - Parameter python: nil for the one in `PATH`.
  init(_ script: String, _ arguments: [String], python: String? = nil) throws {
    process = Process()
    input = Pipe()
    let output = Pipe()
    process.executableURL = URL(filePath: python ?? "/usr/bin/env")
    let path = packageRoot + "/Tests/TestSupport/Server/" + script
    process.arguments = (python == nil ? ["python3"] : []) + [path] + arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line: [UInt8] = []
    while line.last != UInt8(ascii: "\n") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw TestServerError(description: "\(script) did not start") }
      line += more
    }
    greeting = String(decoding: line.dropLast(), as: UTF8.self)
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.terminate()
    process.waitUntilExit()
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
