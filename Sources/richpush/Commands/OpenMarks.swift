import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// The lines of pipeline.yml and a campaign's files that still have the placeholders of `init`.
struct OpenMarks {
  /// The prefix of placeholders. A topic of this name could be sent to, and a bucket could not be opened.
  static let mark = "FILL_IN"
  /// The placeholder of addresses, which must look like one.
  static let reserved = "https://static.example.com/push/"
  /// Those of a campaign that `init` writes.
  static let files = [InitCommand.campaignName, InitCommand.tableName]
  /// `init` writes short files; longer ones have been edited.
  private static let mostBytes = 1 << 16

  struct Line {
    let path: String
    let number: Int
    let column: Int
    let text: String
    var subject: Diagnostic.Subject { .init(.configuration, path, line: number) }
    var isAddress: Bool { !text.contains(OpenMarks.mark) }
  }

  let lines: [Line]

  /// - Parameter pipeline: with its text; the campaign's files are read if possible.
  init(pipeline: ConfigurationFile, campaign folder: String) {
    let base = folder.withoutTrailingSlash + "/"
    let others = Self.files.flatMap { name in
      Self.lines(in: Self.text(of: base + name), path: base + name)
    }
    lines = Self.lines(in: pipeline.text, path: pipeline.path) + others
  }

  private static func text(of path: String) -> String {
    guard case .file = FileSystem.kind(of: path), let start = try? GivenFile.start(of: path, count: mostBytes) else {
      return ""
    }
    return String(decoding: start, as: UTF8.self)
  }

  private static func lines(in text: String, path: String) -> [Line] {
    guard text.contains(mark) || text.contains(reserved) else { return [] }
    return zip(1..., text.split(separator: "\n", omittingEmptySubsequences: false)).compactMap { number, line in
      let code = line.hasPrefix("#") ? "" : line[..<(line.firstRange(of: " #")?.lowerBound ?? line.endIndex)]
      guard let place = code.firstRange(of: mark) ?? code.firstRange(of: reserved) else { return nil }
      let column = code.distance(from: code.startIndex, to: place.lowerBound) + 1
      return Line(path: path, number: number, column: column, text: code.trimmed)
    }
  }

  /// Errors that keep a run from beginning; a trial accepts placeholders. Addresses are reported where they are read.
  ///
  /// - Parameter others: findings; a line that has one already is not reported again.
  static func diagnostics(
    in pipeline: ConfigurationFile, _ settings: PipelineSettings, beside others: [Diagnostic]
  ) -> [Diagnostic] {
    guard !settings.configuration.compose.isTrial else { return [] }
    let told = Set(others.map(\.line))
    let marks = OpenMarks(pipeline: pipeline, campaign: settings.campaignFolder).lines
    return marks.filter { !$0.isAddress && !told.contains($0.subject) }.map { mark in
      var subject = mark.subject
      subject.column = mark.column
      return Diagnostic(.setting("openMark", mark.text.quoted), subject)
    }
  }
}

extension Diagnostic {
  /// The file, and the line if it has one.
  var line: Diagnostic.Subject { .init(subject.kind, subject.name, line: subject.line) }
}
