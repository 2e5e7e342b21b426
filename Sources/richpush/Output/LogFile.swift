import Findings
import Foundation

/// A file that gets a line for everything that is told while a command works.
final class LogFile: Sendable {
  private let file: FileHandle
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
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// One line for each of a message, whole or not at all, so that several processes can have the same log. Nothing can be said about
  /// an error that cannot be written.
  func write(_ level: Level, _ message: String) {
    let time = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    for message in message.split(separator: "\n") {
      let line = Line(time: time, level: level, message: String(message))
      try? file.write(contentsOf: Data((text(line) + "\n").utf8))
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
