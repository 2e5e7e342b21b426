import ArgumentParser
import Essentials
import Findings
import MediaPipeline
import Synchronization
import SystemPackage

/// How much is reported during a command, where, and how it looks.
struct OutputOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Also tell of each file, and what is read, waited for and tried again.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Print nothing where all is well, and no progress.")
  var quiet = false

  enum ProgressStyle: String, CaseIterable, ExpressibleByArgument {
    /// A bar on a terminal, nothing elsewhere.
    case auto
    /// A line for each file.
    case plain
    case none
  }

  @Option(help: "How progress is shown: auto (a bar on a terminal), plain (a line for each file) or none.")
  var progress: ProgressStyle = .auto

  enum Color: String, CaseIterable, ExpressibleByArgument { case auto, always, never }

  @Option(help: "When colours are used: auto, always or never. [$NO_COLOR, $FORCE_COLOR]")
  var color: Color = .auto

  @Option(
    name: .customLong("log-file"),
    help: ArgumentHelp(
      "Also append what happens, each finding and the end, with the time, to a file.", valueName: "file"),
    completion: .file())
  var logFile: String?

  enum LogFormat: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Option(name: .customLong("log-format"), help: "The form of the log's lines: text or json.")
  var logFormat: LogFormat = .text

  func validate() throws {
    if verbose, quiet { throw ValidationError("--verbose and --quiet exclude each other") }
    if logFormat != .text, logFile == nil { throw ValidationError("--log-format needs --log-file FILE") }
    if let logFile, !OutputKind.log.mayReplace(logFile) {
      throw ValidationError(
        "\(logFile) is not a log: lines at its end would spoil it; name another file, or remove this one")
    }
    let log: LogFile?
    do { log = try logFile.map { try LogFile($0, format: logFormat) } } catch {
      throw ValidationError("the log \(logFile ?? "") cannot be written: \(error.reason)")
    }
    Console.standard = Console(environment: ProcessInfo.processInfo.environment, self, log: log)
  }
}

/// How most commands print their results.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument { case text, json }

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

    fileprivate init(_ severity: Diagnostic.Severity) { self = Level(rawValue: severity.rawValue) ?? .error }
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
    case .json: return (try? JSONText.compact(record)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
  }

  /// `campaign.yml:3:37 (messages[0].link)  message.link: what is wrong; remedy: what to do`.
  private func words(_ record: Record) -> String {
    guard let rule = record.rule, let subject = record.subject else { return record.message.printable }
    let remedy = record.remedy.map { "; remedy: \($0)" } ?? ""
    return "\(DiagnosticText.place(subject))  \(rule): \((record.message + remedy).printable)"
  }
}
