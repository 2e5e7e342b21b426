import ArgumentParser
import Findings
import Foundation
import PushDelivery

/// Where a check's results go, and in which form.
struct CheckOutput {
  /// What standard output gets.
  let format: CheckFormat
  let files: [ReportFile]
  /// The mildest finding that fails.
  let threshold: Diagnostic.Severity
  /// The working directory.
  let paths: PathBase

  /// Prints the results; beside a form for machines, standard error gets the totals.
  ///
  /// - Throws: `ExitCode(3)` after saying why standard output did not take them.
  func print(_ report: CheckReport) throws {
    let console = Console.standard
    do {
      let text = try format.text(of: report, failingOn: threshold, paths: paths, style: console.output)
      if !text.isEmpty { try console.write(text) }
    } catch {
      console.complain("cannot write the results to standard output: \(error.localizedDescription)")
      throw ExitCode(ExitStatus.environment.rawValue)
    }
    if format != .text { CheckText(report: report, style: console.error).totals.forEach(console.complain) }
  }

  /// Writes every report file: one that cannot be written keeps no other from it.
  ///
  /// - Throws: `ExitCode(3)` after saying which could not be written.
  func save(_ report: CheckReport) throws {
    let results = files.map { file in Result { try save(report, to: file) } }
    for result in results { try result.get() }
  }

  private func save(_ report: CheckReport, to file: ReportFile) throws {
    do {
      let style = Style(isColored: false)
      let text = try file.format.text(of: report, failingOn: threshold, paths: paths, style: style)
      try Data((text.isEmpty ? "" : text + "\n").utf8).write(toOutput: file.path)
    } catch {
      Console.standard.complain("cannot write the report \(file.path): \(error.localizedDescription)")
      throw ExitCode(ExitStatus.environment.rawValue)
    }
  }
}
