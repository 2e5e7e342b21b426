import Findings
import PushDelivery

/// What was published, for people: each file and its URL, then what is wrong, then totals.
struct PublicationText {
  let report: PublicationReport
  let style: Style

  var text: String {
    let problems = report.diagnostics.flatMap { DiagnosticText($0, style: style).lines }
    let sections = [assets, problems, [totals]].filter { !$0.isEmpty }
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private var assets: [String] {
    report.assets.flatMap { asset in
      let state = asset.written ? style.green("new") : "there already"
      return [
        "\(style.bold(asset.name.printable))  \(readable(bytes: asset.bytes))  \(state)", "  " + style.dim(asset.url),
      ]
    }
  }

  private var totals: String {
    let new = report.assets.count(where: \.written)
    let errors = report.diagnostics.count { $0.severity == .error }
    let faults = errors > 0 ? ", " + style.red(counted(errors, "error")) : ""
    return "\(counted(report.assets.count, "file")) published to \(report.destination), \(new) new\(faults)"
  }
}
