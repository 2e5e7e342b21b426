import Foundation

/// A program that is spoken to line by line. It ends when the last reference goes or this process does.
final class InteractiveProgram: Sendable {
  private let name: String
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let hasEnded = DispatchSemaphore(value: 0)

  /// - Parameter command: the program, which is looked up in `PATH` unless it is an absolute path, and its arguments.
  init(_ command: [String]) throws {
    name = command.joined(separator: " ")
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = input
    process.standardOutput = output
    process.terminationHandler = { [hasEnded] _ in hasEnded.signal() }
    try process.run()
  }

  /// Waits for a line, which is all that the program says before it is spoken to again.
  func readLine() throws -> String {
    var line: [UInt8] = []
    while line.last != UInt8(ascii: "\n") {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw ProgramError.failed(name, stderr: "it ended") }
      line += more
    }
    return String(decoding: line.dropLast(), as: UTF8.self)
  }

  func write(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

  deinit {
    try? input.fileHandleForWriting.close()
    process.terminate()
    // Not `waitUntilExit`: Foundation waits for a socket to close, which programs that were started at the same time may have inherited,
    // and then for their end (https://github.com/swiftlang/swift-corelibs-foundation/issues/4795).
    _ = hasEnded.wait(timeout: .now() + 5)
  }
}
