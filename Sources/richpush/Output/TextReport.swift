import Essentials
import Findings
import MediaFacts
import MediaPipeline
import PushDelivery

/// How far a campaign is taken.
enum RunMode: Equatable {
  case run
  /// What a run would do, without doing it.
  case plan
  /// A part of the pictures; outputs about the whole are left to the last run.
  case shard(Shard)
}

/// The report for people: errors with remedies, then the totals. With details, each source and its renditions come first.
struct TextReport {
  let report: RunReport
  let style: Style
  let settings: PipelineSettings
  let mode: RunMode
  /// Whether it lists each source and message.
  let isDetailed: Bool
  /// The beginning of the summary.
  let heading: [String]
  /// The last run's findings that are gone, and how many are still there.
  let former: (fixed: [String], left: Int)
  let assets: AssetSums

  /// Gives the text in parts, so that it is never in memory as a whole, however many sources there are.
  func forEachPart(_ body: (String) throws -> Void) rethrows {
    var isEmpty = true
    for asset in report.assets where isDetailed && asset.status != .ignored {
      try body((isEmpty ? "" : "\n") + AssetText(asset: asset, style: style).lines.joined(separator: "\n"))
      isEmpty = false
    }
    let payloads = isDetailed ? payloadLines : []
    let problems = DiagnosticsText(
      findings.lazy.map(names.reported), style: style, inOrder: Diagnostic.inReadingOrder
    ).lines
    let sections = [payloads, problems, conclusion]
    for lines in sections where !lines.isEmpty {
      try body((isEmpty ? "" : "\n\n") + lines.joined(separator: "\n"))
      isEmpty = false
    }
  }

  /// The last lines: the totals, on one screen. Refusals and the next command are the very last.
  private var conclusion: [String] {
    let (totals, errors) = (totalLines, errorLines)
    let isGood = report.totals.errors == 0
    let ends = fixedLines + (isGood ? errors + proofLines : proofLines + errors) + nextLines
    let taken = (heading + totals + ends).reduce(0) { $0 + Screen.rows(of: $1) }
    let recipients = RecipientsText(
      report.recipients, findings: report.diagnostics, isDetailed: isDetailed, rows: Screen.rows - taken)
    let lines = totals + recipients.lines
    let isIdle = lines.isEmpty && errors.isEmpty
    return heading + (isIdle ? ["nothing to do"] : lines) + ends
  }

  /// The noun for most sources. A campaign with videos has files.
  private var noun: String { assets.hasVideo ? "file" : "picture" }

  private var fixedLines: [String] {
    let left = former.left > 0 ? "; \(counted(former.left, "finding")) \(former.left == 1 ? "is" : "are") left" : ""
    return former.fixed.isEmpty ? [] : ["fixed since the last run: \(shortList(former.fixed.map(\.printable)))\(left)"]
  }

  /// A dry run tries nothing.
  private var proofLines: [String] {
    guard mode != .plan, let proof = report.proof else { return [] }
    return [ProofText.line(proof, at: report.provenAt, lasting: settings.configuration.proofLife)]
  }

  /// The next step, as the last line, unless a run is finished.
  private var nextLines: [String] {
    if report.totals.errors > 0 {
      let status = ExitStatus(report)
      guard status != .environment, refusesOnlyUnshown, !hasOtherErrors else { return CommandText.next(status) }
      let files = report.totals.refused == 1 ? "it" : "them"
      return [CommandText.next(after: "fix \(files), or take \(files) out of the folder")]
    }
    return mode == .plan ? [CommandText.nextAfterDryRun()] : []
  }

  /// Whether no message shows the refused files: one that did would be refused with them.
  private var refusesOnlyUnshown: Bool {
    let totals = report.totals
    return totals.refused > 0 && totals.refusedRequests == 0 && !report.requests.isEmpty
      && !settings.configuration.makesMessagesFromPictures
  }

  /// Whether more than files was refused.
  private var hasOtherErrors: Bool {
    let refused = Set(assets.refused)
    return report.diagnostics.contains {
      $0.severity == .error && !($0.subject.kind == .file && refused.contains($0.subject.name))
    }
  }

  /// The findings that are listed, without warnings and notes about files that no message shows: you would not see the difference.
  private var findings: some Sequence<Diagnostic> {
    let unused = isDetailed ? [] : assets.unused
    return report.diagnostics.listed.lazy.filter {
      $0.severity == .error || $0.subject.kind != .file || !unused.contains($0.subject.name)
    }
  }

  private var names: CampaignNames { CampaignNames(folder: settings.campaignFolder) }

  private var totalLines: [String] {
    let totals = report.totals
    var lines: [String] = []
    if totals.published > 0 {
      lines.append(
        "\(counted(totals.published, noun)) published: \(readable(bytes: totals.sourceBytes)) -> "
          + "\(readable(bytes: totals.publishedBytes)) "
          + "(\(totals.rendered) rendered, \(totals.cached) from the cache, \(counted(totals.written, "new file")))")
    }
    if case .shard = mode { lines += storedLines }
    if !assets.unused.isEmpty {
      let (count, names) = (assets.unused.count, assets.unused.sorted().map(\.printable))
      let them = count == 1 ? "it" : "them"
      lines.append("\(counted(count, noun)) not published, since no message shows \(them): \(shortList(names))")
    }
    if mode == .plan {
      lines += planLines
    } else if totals.requests > 0 {
      lines.append("\(counted(totals.requests, "request")) ready in \(settings.requestFolder)")
    }
    return lines
  }

  /// What a shard has left for the last run, which publishes to a folder.
  private var storedLines: [String] {
    let (all, cached) = assets.renditions
    let origins = "\(all - cached) rendered, \(cached) there before"
    return assets.planned == 0 ? [] : ["\(counted(assets.planned, noun)) in the shared cache: \(origins)"]
  }

  /// The problems, counted.
  private var errorLines: [String] {
    let totals = report.totals
    let withheld = report.requests.counts[.withheld] ?? 0
    let warnings = findings.count { $0.severity == .warning }
    let errorCounts = [
      totals.failed > 0 ? style.red("\(counted(totals.failed, noun)) failed") : nil,
      withheld > 0 ? style.red("\(counted(withheld, "request")) withheld, the former ones are untouched") : nil,
      totals.refused > 0
        ? style.red("\(counted(totals.refused, noun)) refused\(refusesOnlyUnshown ? ", which no message shows" : "")")
        : nil,
      totals.refusedRequests > 0 ? style.red("\(counted(totals.refusedRequests, "message")) refused") : nil,
      warnings > 0 ? style.yellow(counted(warnings, "warning")) : nil,
      totals.ignored > 0 ? "\(counted(totals.ignored, "other file")) passed over" : nil,
    ].compactMap { $0 }
    return refusedLines + failedLines + (errorCounts.isEmpty ? [] : [errorCounts.joined(separator: ", ")])
  }

  /// What keeps the destination or the machine from working.
  private var failedLines: [String] {
    let failed = findings.filter { $0.severity == .error && ($0.isDestinationError || $0.rule.withholdsRequests) }
      .map(names.reported).map { "\(DiagnosticsText.place($0.subject))  \($0.rule.rawValue)" }.distinct
    return failed.isEmpty ? [] : ["failed: " + shortList(failed)]
  }

  /// The first refused ones, by name.
  private var refusedLines: [String] {
    let totals = report.totals
    guard totals.refused + totals.refusedRequests > 0 else { return [] }
    var refused = assets.refused.prefix(AlikeFindings.named).map { PathBase.here(names.path($0)).printable }
    // There may be millions.
    if totals.refusedRequests > 0, refused.count < AlikeFindings.named {
      for request in report.requests where request.status == .refused {
        refused.append("message \(request.id.printable)")
        if refused.count == AlikeFindings.named { break }
      }
    }
    return ["refused: " + shortList(refused[...], of: totals.refused + totals.refusedRequests)]
  }
}

/// `1 picture`, `2 pictures`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

extension TextReport {
  /// The largest payload of a message: the report as JSON has that of each.
  private var payloadLines: [String] {
    let largest = report.requests.max { $0.payloadBytes ?? 0 < $1.payloadBytes ?? 0 }
    guard let largest, let payload = largest.payload else { return [] }
    return [
      "the largest payload is that of \(largest.id.printable): \(payload.android) bytes on Android, "
        + "\(payload.apns) on APNs, \(payload.webpush) on web push, of \(ClientLimit.payloadBytes.value)"
    ]
  }

  /// What a run would publish, deploy and commit.
  private var planLines: [String] {
    var lines = assets.planned == 0 ? [] : [publicationLine]
    if assets.planned > 0, let deployment = settings.destination.place.deployment {
      lines.append("\(deployment.shownWords.joined(separator: " ").printable.quoted) would be run")
    }
    if let changes = report.changes {
      lines.append("\(counted(report.totals.requests, "request")) would be ready in \(settings.requestFolder)")
      lines += named("new or changed", changes.written) + named("withdrawn to stale/", changes.withdrawn)
    }
    let page = settings.contactSheet.flatMap { path in
      report.diagnostics.contains { $0.subject.name == path } ? nil : " but \(path.printable)"
    }
    return lines + ["nothing was written\(page ?? "")"]
  }

  private var publicationLine: String {
    let (new, newBytes, known) = assets.publication
    let news = new == 0 ? "nothing new" : "\(counted(new, "new file")) of \(readable(bytes: newBytes))"
    return "\(counted(assets.planned, noun)) planned: \(news) would be published, \(known) there already"
  }

  /// One file of each request: its other forms and the index change with it.
  private func named(_ words: String, _ names: [String]) -> [String] {
    let requests = names.filter { $0.hasSuffix(".json") && !$0.contains("/") && $0 != RequestFolder.indexName }
    let shown = requests.isEmpty ? names : requests
    return shown.isEmpty ? [] : ["  \(words): \(shortList(shown.map(\.printable)))"]
  }
}
