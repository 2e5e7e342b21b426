import Essentials
import Findings
import MediaFacts
package import PushDelivery

/// What the last run over a campaign reported, kept in its cache, so that the next one says what is fixed.
package struct FormerFindings {
  private let disk: DiskCache
  private let key: ContentDigest
  /// The errors and warnings of the last run, in its order, a line for each.
  private let former: String

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
    former = String(decoding: disk.bytes(under: key, limit: Self.largestEntry) ?? [], as: UTF8.self)
  }

  /// Those that a report no longer has, and how many it still has. A failure of the machine hides others, so that nothing counts as fixed
  /// then.
  package func compared(with report: RunReport) -> (fixed: [String], left: Int) {
    let former = former.split(separator: "\n").map(String.init)
    guard !former.isEmpty, !Self.isPartial(report) else { return ([], former.count) }
    // As hashes: there may be tens of thousands.
    let known = Set(former.lazy.map(\.hashValue))
    var (names, moved) = (Set<Int>(), Set<Substring>())
    Self.forEachName(in: report) { name in
      names.insert(name.hashValue)
      if !known.contains(name.hashValue), let rule = Self.ruleOfURL(name) { moved.insert(rule) }
    }
    let fixed = former.filter { name in
      !names.contains(name.hashValue) && Self.ruleOfURL(name).map(moved.contains) != true
    }
    return (fixed, former.count - fixed.count)
  }

  /// The rule of a finding about a URL, which changes with base-url and the picture: if another URL breaks it now, nothing is fixed.
  private static func ruleOfURL(_ name: String) -> Substring? {
    name.hasPrefix("https://") || name.hasPrefix("http://") ? name.split(separator: " ").last : nil
  }

  /// Keeps a run's findings for the next one.
  package func save(_ report: RunReport) {
    var (text, names) = ("", Set<Int>())
    Self.forEachName(in: report) { name in
      guard names.insert(name.hashValue).inserted, text.utf8.count <= Self.largestEntry else { return }
      text += (text.isEmpty ? "" : "\n") + name
    }
    guard !Self.isPartial(report), text != former, text.utf8.count <= Self.largestEntry else { return }
    disk.write(Array(text.utf8), under: key)
  }

  private static func isPartial(_ report: RunReport) -> Bool {
    report.diagnostics.contains { $0.rule.withholdsRequests || $0.isDestinationError }
  }

  /// Findings by their subject and rule: lines move when others are fixed.
  private static func forEachName(in report: RunReport, _ body: (String) -> Void) {
    for finding in report.diagnostics where finding.severity != .note && !finding.rule.isAboutSet {
      let kind = finding.subject.kind == .message ? "message " : ""
      let key = finding.subject.keyPath.map { " (\($0))" } ?? ""
      body("\(kind)\(finding.subject.name)\(key)  \(finding.rule.rawValue)".printable)
    }
  }
}
