import Findings
import MediaPipeline

/// The checks before a run, for people: a line for each, and below it how to fix a failed one.
struct DoctorText {
  let report: DoctorReport
  let style: Style

  var text: String {
    let width = report.examinations.map(\.name.count).max() ?? 0
    let found = report.examinations.flatMap { lines($0, width) }
    return (found + ["", verdict]).joined(separator: "\n")
  }

  private func lines(_ examination: DoctorFinding, _ width: Int) -> [String] {
    let name = examination.name + String(repeating: " ", count: width - examination.name.count)
    let more = [examination.cost.map { "so \($0)" }, examination.remedy.map { "remedy: \($0)" }].compactMap(\.self)
    let indentation = String(repeating: " ", count: width + 11)
    return ["\(mark(examination.state))  \(style.bold(name))  \(examination.found.printable)"]
      + more.map { indentation + $0.printable }
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
