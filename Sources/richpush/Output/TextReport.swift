import Essentials
import Findings
import MediaFacts
import MediaPipeline
import PushDelivery

/// The report for people: errors with remedies, then the totals. With details, each source and its renditions come first.
struct TextReport {
  let report: RunReport
  let style: Style
  /// Where the request files are, or in a dry run would be.
  let requestFolder: String
  /// Whether it says what would be done.
  var isDryRun = false
  /// The part of a run that it is about; nil: all.
  var shard: Shard?
  /// Whether it lists each source and message.
  var isDetailed = false
  /// The command that deploys the published folder.
  var deployment: DeployCommand?
  /// The page that shows it.
  var contactSheet: String?
  let heading: SummaryHeading
  /// Whether each picture is a message.
  let isFromPictures: Bool
  /// How long a proof holds, in seconds.
  let proofLife: Int
  /// The last run's findings that are gone, and how many are still there.
  var former: (fixed: [String], left: Int) = ([], 0)

  /// Gives the text in parts, so that it is never in memory as a whole, however many sources there are.
  func forEachPart(_ body: (String) throws -> Void) rethrows {
    var isEmpty = true
    for asset in report.assets where isDetailed && asset.status != .ignored {
      try body((isEmpty ? "" : "\n") + AssetText(asset, style: style).lines.joined(separator: "\n"))
      isEmpty = false
    }
    let payloads = isDetailed ? PayloadText(requests: report.requests).lines : []
    let sections = [payloads, problemLines, conclusion]
    for lines in sections where !lines.isEmpty {
      try body((isEmpty ? "" : "\n\n") + lines.joined(separator: "\n"))
      isEmpty = false
    }
  }

  /// The last lines: the totals, on one screen. Refusals and the next command are the very last.
  var conclusion: [String] {
    let (totals, errors) = (totalLines, errorLines)
    let isGood = report.totals.errors == 0
    let ends = fixedLines + (isGood ? errors + proofLines : proofLines + errors) + nextLines
    let taken = (heading.lines + totals + ends).reduce(0) { $0 + Screen.rows(of: $1) }
    let recipients = RecipientsText(
      report.recipients, findings: report.diagnostics, isDetailed: isDetailed, rows: Screen.rows - taken)
    let lines = totals + recipients.lines
    let isIdle = lines.isEmpty && errors.isEmpty
    return heading.lines + (isIdle ? ["nothing to do"] : lines) + ends
  }

  /// The noun for most sources. A campaign with videos has files.
  private var noun: String {
    let hasVideo = report.assets.contains { if case .video = $0.inspection { true } else { false } }
    return hasVideo ? "file" : "picture"
  }

  private var fixedLines: [String] {
    let left = former.left > 0 ? "; \(former.left) more \(former.left == 1 ? "is" : "are") left" : ""
    return former.fixed.isEmpty ? [] : ["fixed since the last run: \(shortList(former.fixed.map(\.printable)))\(left)"]
  }

  /// A dry run tries nothing.
  private var proofLines: [String] {
    isDryRun ? [] : report.proof.map { [ProofText.line($0, at: report.provenAt, lasting: proofLife)] } ?? []
  }

  /// The next step, as the last line, unless a run is finished.
  private var nextLines: [String] {
    if report.totals.errors > 0 {
      if ExitStatus(report) == .environment { return [CommandText.next(after: "wait, or fix what failed")] }
      guard refusesOnlyUnshown, !hasOtherErrors else { return [CommandText.next()] }
      let files = report.totals.refused == 1 ? "it" : "them"
      return [CommandText.next(after: "fix \(files), or take \(files) out of the folder")]
    }
    return isDryRun ? [CommandText.nextAfterDryRun()] : []
  }

  /// Whether no message shows the refused files: one that did would be refused with them.
  private var refusesOnlyUnshown: Bool {
    let totals = report.totals
    return totals.refused > 0 && totals.refusedRequests == 0 && !report.requests.isEmpty && !isFromPictures
  }

  /// Whether more than files was refused.
  private var hasOtherErrors: Bool {
    let refused = Set(report.assets.lazy.filter { $0.status == .refused }.map(\.path))
    return report.diagnostics.contains {
      $0.severity == .error && !($0.subject.kind == .file && refused.contains($0.subject.name))
    }
  }

  /// The findings without warnings and notes about files that no message shows: you would not see the difference.
  private var findings: [Diagnostic] {
    let unused = Set(report.assets.lazy.filter { $0.status == .unused }.map(\.path))
    guard !isDetailed, !unused.isEmpty else { return report.diagnostics }
    return report.diagnostics.filter {
      $0.severity == .error || $0.subject.kind != .file || !unused.contains($0.subject.name)
    }
  }

  private var problemLines: [String] {
    let sorted = findings.listed.sorted {
      ($1.severity, $0.subject.name, $0.subject.line ?? 0) < ($0.severity, $1.subject.name, $1.subject.line ?? 0)
    }
    return DiagnosticsText(sorted.filter(\.comesFirst) + sorted.filter { !$0.comesFirst }, style: style).lines
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
    if shard != nil { lines += storedLines }
    let unused = report.assets.count { $0.status == .unused }
    if unused > 0 {
      lines.append("\(counted(unused, noun)) not published, since no message shows \(unused == 1 ? "it" : "them")")
    }
    if isDryRun {
      lines +=
        DryRunText(
          report: report, noun: noun, requestFolder: requestFolder, deployment: deployment, contactSheet: contactSheet
        ).lines
    } else if totals.requests > 0 {
      lines.append("\(counted(totals.requests, "request")) ready in \(requestFolder)")
    }
    return lines
  }

  /// What a shard has left for the last run, which publishes to a folder.
  private var storedLines: [String] {
    let stored = report.assets.filter { $0.status == .planned }
    let renditions = stored.flatMap(\.renditions)
    let cached = renditions.count(where: \.fromCache)
    let origins = "\(renditions.count - cached) rendered, \(cached) there before"
    return stored.isEmpty ? [] : ["\(counted(stored.count, noun)) in the shared cache: \(origins)"]
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
    let names = findings.filter { $0.severity == .error && ($0.isDestinationError || $0.rule.withholdsRequests) }
      .map { "\(DiagnosticText.place($0.subject))  \($0.rule.rawValue)" }.distinct
    return names.isEmpty ? [] : ["failed: " + shortList(names)]
  }

  /// The first refused ones, by name.
  private var refusedLines: [String] {
    let totals = report.totals
    guard totals.refused + totals.refusedRequests > 0 else { return [] }
    var names = Array(
      report.assets.lazy.filter { $0.status == .refused }.map(\.path.printable).prefix(AlikeFindings.named))
    // There may be millions.
    if totals.refusedRequests > 0, names.count < AlikeFindings.named {
      for request in report.requests where request.status == .refused {
        names.append("message \(request.id.printable)")
        if names.count == AlikeFindings.named { break }
      }
    }
    return ["refused: " + shortList(names[...], of: totals.refused + totals.refusedRequests)]
  }
}

/// `1 picture`, `2 pictures`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// The size of a campaign's messages on each platform: all of a small campaign, the largest of a large one.
struct PayloadText {
  let requests: RequestOutcomes

  /// A screen of requests.
  private static let mostRequests = 12
  private static let shownOfMany = 5

  var lines: [String] {
    var (sized, largest): (Int, [Sized]) = (0, [])
    for request in requests {
      guard let payload = request.payload else { continue }
      sized += 1
      largest.append(Sized(id: request.id, payload: payload))
      // There may be millions, and few are shown.
      if largest.count > Self.mostKept { largest = Self.largest(of: largest) }
    }
    guard sized > Self.mostRequests else { return largest.map { line($0.id, $0.payload) } }
    let shown = Self.largest(of: largest)
    return shown.map { line($0.id, $0.payload) } + ["\(sized - shown.count) messages with smaller payloads"]
  }

  private struct Sized {
    let id: String
    let payload: PayloadEstimate
  }

  private static let mostKept = 1000

  private static func largest(of requests: [Sized]) -> [Sized] {
    Array(requests.sorted { ($1.payload.largest, $0.id) < ($0.payload.largest, $1.id) }.prefix(shownOfMany))
  }

  private func line(_ id: String, _ payload: PayloadEstimate) -> String {
    "message \(id.printable): payload of \(payload.android) bytes on Android, \(payload.apns) on APNs, "
      + "\(payload.webpush) on web push, of \(ClientLimit.payloadBytes.value)"
  }
}

/// The published files, for people: each file and its URL, then errors, then totals.
struct PublicationText {
  let report: PublicationReport
  let style: Style
  /// Whether it says what would be done.
  var isDryRun = false

  var text: String { paragraphs([assets, DiagnosticsText(report.diagnostics, style: style).lines, conclusion]) }

  private var assets: [String] {
    report.assets.flatMap { asset in
      let state = asset.written ? style.green("new") : "there already"
      return [
        "\(style.bold(asset.name.printable))  \(readable(bytes: asset.bytes))  \(state)", "  " + style.dim(asset.url),
      ]
    }
  }

  /// The last lines: the totals.
  var conclusion: [String] {
    let new = report.assets.count(where: \.written)
    let errors = report.diagnostics.count { $0.severity == .error }
    let errorCounts = errors > 0 ? ", " + style.red(counted(errors, "error")) : ""
    let verb = isDryRun ? "would be published" : "published"
    return ["\(counted(report.assets.count, "file")) \(verb) to \(report.destination), \(new) new\(errorCounts)"]
  }
}
