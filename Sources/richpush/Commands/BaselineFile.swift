import Essentials
import Findings
import MediaPipeline
import PushDelivery

/// A baseline file, and its contents when the check began.
struct BaselineFile {
  let path: String
  /// True when it is to be made from the findings.
  let isNew: Bool
  private let baseline: Baseline

  /// The largest supported size: the findings of hundreds of thousands of files.
  private static let mostBytes = 100_000_000

  /// Its folder, where its paths start.
  private var base: PathBase {
    .workingDirectory(folder: URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false))
  }

  /// Reads the named file, if any; problems are added to `diagnostics`.
  static func read(_ path: String?, isNew: Bool, diagnostics: inout [Diagnostic]) -> BaselineFile? {
    guard let path else { return nil }
    if isNew { return BaselineFile(path: path, isNew: true, baseline: Baseline(findings: [])) }
    do {
      let checked = Baseline.read(try GivenFile.bytes(of: path, limit: mostBytes), file: path)
      diagnostics += checked.diagnostics
      return checked.value.map { BaselineFile(path: path, isNew: false, baseline: $0) }
    } catch {
      diagnostics.append(
        Diagnostic(
          .configurationBaseline, .init(.configuration, path), "the baseline cannot be read: \(error.reason)"))
      return nil
    }
  }

  /// The report without known findings; and for a new baseline, its contents.
  func judge(_ report: CheckReport) -> (report: CheckReport, baseline: Baseline?) {
    // What could not be examined might break other rules.
    let isKept = !isNew || report.diagnostics.contains { $0.rule.isEnvironmental }
    let new = isKept ? nil : report.baseline(from: base)
    return (report.applying(new ?? baseline, from: base), new)
  }

  /// Writes the findings, if everything was examined.
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
