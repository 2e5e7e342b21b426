import Foundation
import TestSupport

/// `richpush serve` at work on a free port. It ends when the last reference goes.
final class RunningServer: Sendable {
  private let process: Process
  private let log = TemporaryFolder()
  /// Ends in a slash.
  let url: String

  init(_ arguments: [String], workingDirectory: String) throws {
    try log.write("", to: "log")
    process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: try RichpushBinary.path())
    process.arguments = ["serve", "--port", "0"] + arguments
    process.currentDirectoryURL = URL(filePath: workingDirectory)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: URL(filePath: log.absolute("log")))
    try process.run()
    let words = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let url = words.firstMatch(of: #/http://\S+/#) else {
      process.terminate()
      throw ProgramError.failed("richpush serve", stderr: try log.text(of: "log"))
    }
    self.url = String(url.0)
  }

  // Signals are blocked in what Foundation starts, but for this one.
  deinit { kill(process.processIdentifier, SIGKILL) }

  /// Its standard error.
  var errors: String { (try? log.text(of: "log")) ?? "" }
}

/// The answer of a server to curl.
struct CurlAnswer {
  let status: Int
  /// By lower-case names.
  let fields: [String: String]
  let body: [UInt8]

  init(_ arguments: String..., url: String) async throws {
    let folder = TemporaryFolder()
    try folder.write("", to: "body")
    let output = try await Program("curl").run(
      ["-sS", "--noproxy", "*", "--path-as-is", "-m", "60", "-D", "-", "-o", folder.absolute("body")] + arguments + [
        url
      ])
    let lines = output.stdout.split(separator: "\r\n")
    guard output.status == 0, let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { throw ProgramError.failed("curl \(url)", stderr: output.stderr) }
    self.status = status
    fields = Dictionary(
      lines.dropFirst().compactMap { line in
        line.firstMatch(of: #/([^:]+): (.*)/#).map { ($0.1.lowercased(), String($0.2)) }
      }, uniquingKeysWith: { $0 + ", " + $1 })
    // With -I the head is the output too.
    body = arguments.contains("-I") ? [] : try folder.bytes(of: "body")
  }
}
