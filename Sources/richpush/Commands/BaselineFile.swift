import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// The file of a baseline, and what it said when the check began.
struct BaselineFile {
  let path: String
  /// True when it is to be made anew of what is found.
  let isNew: Bool
  private let baseline: Baseline

  /// The largest that is read: the findings of hundreds of thousands of files.
  private static let mostBytes = 100_000_000

  /// The folder in which it lies, where its paths start.
  private var base: PathBase {
    .workingDirectory(folder: URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false))
  }

  /// Reads the file, where one is named; problems are added to `problems`.
  static func read(_ path: String?, isNew: Bool, diagnostics: inout [Diagnostic]) -> BaselineFile? {
    guard let path else { return nil }
    if isNew { return BaselineFile(path: path, isNew: true, baseline: Baseline(findings: [])) }
    do {
      let checked = Baseline.read(try GivenFile.bytes(of: path, limit: mostBytes), file: path)
      diagnostics += checked.diagnostics
      return checked.value.map { BaselineFile(path: path, isNew: false, baseline: $0) }
    } catch {
      diagnostics.append(.missingBaseline(path, detail: error.reason))
      return nil
    }
  }

  /// The report without what the file knows; and with a new one, what the file is to say.
  func judge(_ report: CheckReport) -> (report: CheckReport, new: Baseline?) {
    // What could not be looked at might break other rules.
    let isKept = !isNew || report.diagnostics.contains { $0.rule.isEnvironmental }
    let new = isKept ? nil : report.baseline(from: base)
    return (report.applying(new ?? baseline, from: base), new)
  }

  /// Writes what was found, where everything was looked at.
  ///
  /// - Throws: `ExitCode(3)` after saying why it was not written.
  func save(_ new: Baseline?) throws {
    guard isNew else { return }
    guard let new else {
      return Console.standard.note("the baseline \(path) stays as it is: not everything could be looked at")
    }
    do {
      try DurableFile.replace(path, with: try new.json())
    } catch {
      throw Console.standard.failure(to: "write the baseline", path, error)
    }
  }
}

extension Diagnostic {
  fileprivate static func missingBaseline(_ path: String, detail: String) -> Diagnostic {
    Diagnostic(.configurationBaseline, .init(.configuration, path), "the baseline cannot be read: \(detail)")
  }
}
