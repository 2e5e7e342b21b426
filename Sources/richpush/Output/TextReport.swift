import Findings
import MediaFacts
import PushDelivery

/// The report as a person scans it: each source and what it became, then what is wrong and the remedies, then totals.
struct TextReport {
  let report: RunReport
  let style: Style
  /// Where the request files are, for the last line; nil when none were written.
  let requestFolder: String?

  var text: String {
    let assets = report.assets.filter { $0.status != .ignored }.flatMap { AssetText($0, style: style).lines }
    let sections = [assets, PayloadText(requests: report.requests).lines, problemLines, totalLines].filter {
      !$0.isEmpty
    }
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// What most sources are. A campaign with videos has files.
  private var noun: String {
    let hasVideo = report.assets.contains { if case .video = $0.inspection { true } else { false } }
    return hasVideo ? "file" : "picture"
  }

  private var problemLines: [String] {
    report.diagnostics.sorted { ($1.severity, $0.subject.name) < ($0.severity, $1.subject.name) }
      .flatMap { DiagnosticText($0, style: style).lines }
  }

  private var totalLines: [String] {
    let totals = report.totals
    var lines: [String] = []
    if totals.published > 0 {
      lines.append(
        "\(counted(totals.published, noun)) published: \(readable(bytes: totals.sourceBytes)) -> "
          + "\(readable(bytes: totals.publishedBytes)) "
          + "(\(totals.rendered) rendered, \(totals.cached) from the cache, \(counted(totals.written, "new file")))")
    }
    let planned = report.assets.count { $0.status == .planned }
    if planned > 0 { lines.append("\(counted(planned, noun)) planned, nothing written") }
    if totals.requests > 0, let requestFolder {
      lines.append("\(counted(totals.requests, "request")) ready in \(requestFolder)")
    }
    let withheld = report.requests.count { $0.status == .withheld }
    let faults = [
      totals.failed > 0 ? style.red("\(counted(totals.failed, noun)) failed") : nil,
      withheld > 0 ? style.red("\(counted(withheld, "request")) withheld, the former ones are untouched") : nil,
      totals.refused > 0 ? style.red("\(counted(totals.refused, noun)) refused") : nil,
      totals.refusedRequests > 0 ? style.red("\(counted(totals.refusedRequests, "message")) refused") : nil,
      totals.warnings > 0 ? style.yellow(counted(totals.warnings, "warning")) : nil,
      totals.ignored > 0 ? "\(counted(totals.ignored, "other file")) passed over" : nil,
    ].compactMap { $0 }
    if !faults.isEmpty { lines.append(faults.joined(separator: ", ")) }
    return lines.isEmpty ? ["nothing to do"] : lines
  }
}

/// `1 picture`, `2 pictures`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
