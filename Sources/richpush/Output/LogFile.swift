import Essentials
import Findings
import SystemPackage

/// A file that gets a line for everything that is told while a command works.
final class LogFile: Sendable {
  private let file: FileDescriptor
  private let format: OutputOptions.LogFormat

  /// How much it matters.
  enum Level: String, Encodable { case debug, info }

  private struct Line: Encodable {
    let time: String
    let level: Level
    let message: String
  }

  /// - Throws: what keeps the file from being written. What is in it stays.
  init(_ path: String, format: OutputOptions.LogFormat) throws {
    self.format = format
    file = try FileDescriptor.open(
      path, .writeOnly, options: [.append, .create, .closeOnExec], permissions: .ownerReadWrite)
  }

  deinit { try? file.close() }

  /// One line for each of a message, whole or not at all, so that several processes can have the same log. Nothing can be said about
  /// an error that cannot be written.
  func write(_ level: Level, _ message: String) {
    let time = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    for message in message.split(separator: "\n") {
      let line = Line(time: time, level: level, message: String(message))
      _ = try? file.writeAll((text(line) + "\n").utf8)
    }
  }

  private func text(_ line: Line) -> String {
    switch format {
    case .text: return "\(line.time) \(line.level.rawValue) \(line.message)"
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return (try? encoder.encode(line)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
  }
}
