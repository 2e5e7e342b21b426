import Findings
import MediaPipeline

/// The checks before a run, for people: a line for each, and below it how to fix a failed one.
struct DoctorText {
  let report: DoctorReport
  let style: Style

  var text: String {
    let width = report.examinations.map(\.name.count).max() ?? 0
    let found = report.examinations.flatMap { lines($0, width) }
    let versions = report.versions.map { [""] + $0.lines } ?? []
    return (found + versions + ["", verdict]).joined(separator: "\n")
  }

  private func lines(_ examination: DoctorFinding, _ width: Int) -> [String] {
    let name = examination.name.padded(toColumns: width)
    let more = [examination.cost.map { "so \($0)" }, examination.remedy.map { "remedy: \($0)" }].compactMap(\.self)
    let indentation = String(repeating: " ", count: width + 11)
    // Only words of one colour can be broken.
    let found = style.wrapped(indentation + examination.found.printable)
    let head = "\(mark(examination.state))  \(style.bold(name))  \(found[0].dropFirst(indentation.count))"
    return [head] + found.dropFirst() + more.flatMap { style.wrapped(indentation + $0.printable) }
  }

  /// Seven letters each, so that the texts align.
  private func mark(_ state: DoctorFinding.State) -> String {
    switch state {
    case .good: style.green("good   ")
    case .warning: style.yellow("warning")
    case .missing: style.yellow("missing")
    case .broken: style.red("broken ")
    }
  }

  private var verdict: String {
    let broken = report.examinations.count { $0.state == .broken }
    let missing = report.examinations.count { $0.state == .missing }
    let warnings = report.examinations.count { $0.state == .warning }
    if broken > 0 { return style.red("\(counted(broken, "thing")) would keep a run from its end") }
    return style.green("a run has what it needs")
      + (warnings > 0 ? ", with \(counted(warnings, "warning"))" : "")
      + (missing > 0 ? ", and \(counted(missing, "thing")) could be had beside" : "")
  }
}

extension InstalledVersions {
  /// richpush's, then those of its parts and of other programs.
  fileprivate var lines: [String] {
    ["richpush \(richpush)"] + components.sorted { $0.key < $1.key }.map { "  \($0.key) \(text(of: $0.key, $0.value))" }
      + ["  reads \(loaders.joined(separator: ", "))"]
  }

  /// For a program of others, its version and build; for the renderer, the meaning of its two numbers.
  private func text(of name: String, _ value: String) -> String {
    if let version = programs[name] { return "\(version) (build \(value))" }
    guard name == "renderer", let stills = encoders["stills"], let movies = encoders["movies"] else { return value }
    return "\(value) (stills and their JPEG encoder \(stills), movies \(movies))"
  }
}
