import Essentials
import Findings
import MediaPipeline
import Synchronization
import SystemPackage

/// A file that records all messages of a command, and its result.
final class LogFile: Sendable {
  private let file: FileDescriptor
  private let format: OutputOptions.LogFormat
  let path: String
  /// Whether a failure to write was reported.
  private let hasFailed = Atomic(false)

  /// The level: a finding has its severity, whatever the flags say about output for people.
  enum Level: String, Encodable {
    case debug, info, note, warning, error

    fileprivate init(_ severity: Diagnostic.Severity) {
      switch severity {
      case .note: self = .note
      case .warning: self = .warning
      case .error: self = .error
      }
    }
  }

  /// The parts of a finding are named as in reports.
  private struct Record: Encodable {
    let time = Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    let level: Level
    let message: String
    var rule: RuleIdentifier?
    var subject: Diagnostic.Subject?
    var remedy: String?
    var platforms: [Platform]?

    private enum CodingKeys: String, CodingKey { case time, level, message, rule, subject, remedy, platforms }
  }

  /// - Throws: the error that prevents writing. Existing contents stay.
  init(_ path: String, format: OutputOptions.LogFormat) throws {
    (self.format, self.path) = (format, path)
    file = try FileDescriptor.open(
      path, .writeOnly, options: [.append, .create, .closeOnExec], permissions: .ownerReadWrite)
  }

  deinit { try? file.close() }

  /// One record of words, without terminal colours.
  func write(_ level: Level, _ words: String) {
    let lines = words.replacing(/\u{1B}\[[0-9;]*m/, with: "").split(whereSeparator: \.isNewline)
    guard !lines.isEmpty else { return }
    write(Record(level: level, message: lines.joined(separator: "; ")))
  }

  /// One record of a finding, with its severity.
  func write(_ diagnostic: Diagnostic) {
    write(
      Record(
        level: Level(diagnostic.severity), message: diagnostic.message, rule: diagnostic.rule,
        subject: diagnostic.subject, remedy: diagnostic.remedy.isEmpty ? nil : diagnostic.remedy,
        platforms: diagnostic.platforms))
  }

  /// A line, whole or not at all, so that several processes can share a log. A failure is reported once, and does not end the
  /// command.
  private func write(_ record: Record) {
    do { try file.writeAll((text(record) + "\n").utf8) } catch {
      guard !hasFailed.exchange(true, ordering: .relaxed) else { return }
      Console.standard.tell("the log \(path) lacks lines: they cannot be written: \(error.reason)")
    }
  }

  private func text(_ record: Record) -> String {
    switch format {
    case .text: return "\(record.time) \(record.level.rawValue) \(words(record))"
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return (try? encoder.encode(record)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
  }

  /// `campaign.yml:3:37 (messages[0].link)  message.link: what is wrong; remedy: what to do`.
  private func words(_ record: Record) -> String {
    guard let rule = record.rule, let subject = record.subject else { return record.message.printable }
    let remedy = record.remedy.map { "; remedy: \($0)" } ?? ""
    return "\(DiagnosticText.place(subject))  \(rule): \((record.message + remedy).printable)"
  }
}
