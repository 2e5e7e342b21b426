import Essentials
import Findings
import MediaFacts
package import PushDelivery

/// What the last run over a campaign reported, kept in its cache, so that the next one says what is fixed.
package struct FormerFindings {
  private let disk: DiskCache
  private let key: ContentDigest
  /// The errors and warnings of the last run, in its order.
  private let former: [String]

  /// A screen shows a few; more than this are not kept.
  private static let largestEntry = 1 << 20

  /// - Returns: nil if nothing is kept between runs.
  package init?(_ settings: PipelineSettings) {
    guard let disk = DiskCache(settings) else { return nil }
    self.disk = disk
    let folders = [settings.campaignFolder, settings.requestFolder].map { FileSystem.canonicalPath($0) ?? $0 }
    // A trial accepts more, which does not fix it.
    key = MemoryKey.digest(
      ["findings 1"] + folders + [settings.destination.name, "\(settings.configuration.compose.isTrial)"])
    let text = String(decoding: disk.bytes(under: key, limit: Self.largestEntry) ?? [], as: UTF8.self)
    former = text.split(separator: "\n").map(String.init)
  }

  /// Those that a report no longer has, and how many it still has. A failure of the machine hides others, so that nothing counts as fixed
  /// then.
  package func compared(with report: RunReport) -> (fixed: [String], left: Int) {
    guard !former.isEmpty, !Self.isPartial(report) else { return ([], former.count) }
    let names = Set(Self.names(report))
    let fixed = former.filter { !names.contains($0) }
    return (fixed, former.count - fixed.count)
  }

  /// Keeps a run's findings for the next one.
  package func save(_ report: RunReport) {
    let names = Self.names(report)
    guard !Self.isPartial(report), names != former else { return }
    let bytes = Array(names.joined(separator: "\n").utf8)
    if bytes.count <= Self.largestEntry { disk.write(bytes, under: key) }
  }

  private static func isPartial(_ report: RunReport) -> Bool {
    report.diagnostics.contains { $0.rule.withholdsRequests || $0.isDestinationError }
  }

  /// Findings by their subject and rule: lines move when others are fixed. What is found by comparing with the last set
  /// is not reported by the next run, although it was not fixed.
  private static func names(_ report: RunReport) -> [String] {
    let lasting = report.diagnostics.filter {
      $0.severity != .note && ![Incident.campaignWiderAudience.id, Incident.campaignFewerRequests.id].contains($0.rule)
    }
    return lasting.map { finding in
      let kind = finding.subject.kind == .message ? "message " : ""
      let key = finding.subject.keyPath.map { " (\($0))" } ?? ""
      return "\(kind)\(finding.subject.name)\(key)  \(finding.rule.rawValue)".printable
    }.distinct
  }
}
