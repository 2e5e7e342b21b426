import Findings
import MediaPipeline
import PushDelivery

/// A check for people: what clients show of each subject, the findings, then the totals.
struct CheckText {
  let report: CheckReport
  let style: Style
  /// Whether each subject and finding is listed, even if many are alike.
  var isDetailed = false
  /// The beginning of the summary; empty unless a campaign is checked.
  var heading: [String] = []

  var text: String {
    let findings = DiagnosticsText(
      listed, style: style, isDetailed: isDetailed, inOrder: Diagnostic.inReadingOrder
    ).lines
    let recipients = RecipientsText(report.recipients, findings: report.diagnostics, isDetailed: isDetailed).lines
    // What keeps a run from ending comes last.
    let hasErrors = listed.contains { $0.severity == .error }
    let ends = hasErrors ? [heading + recipients, erroneous + totals + next] : [heading + totals, recipients]
    return paragraphs([verdicts, findings] + ends)
  }

  /// Without the lines of the summary.
  private var listed: some Sequence<Diagnostic> { report.diagnostics.listed }

  /// Of a campaign, what has errors.
  private var erroneous: [String] {
    let names = listed.filter { $0.severity == .error }.map { PathBase.here($0.subject.name).printable }
    return heading.isEmpty ? [] : ["errors in: " + shortList(names.distinct)]
  }

  private var next: [String] { heading.isEmpty ? [] : [CommandText.next()] }

  /// How many subjects, and their findings.
  var totals: [String] {
    let subjects = counted(report.subjects.count, "subject")
    let counts = [
      count(.error).map { style.red(counted($0, "error")) },
      count(.warning).map { style.yellow(counted($0, "warning")) },
      count(.note).map { counted($0, "note") },
    ].compactMap { $0 }
    let clean = report.hasJudgedNothing ? "" : ", " + style.green("clean")
    let found = counts.isEmpty ? clean : ", " + counts.joined(separator: ", ")
    let suppressed = report.suppressed.isEmpty ? "" : ", \(report.suppressed.count) suppressed"
    let programs = report.programs.map { "\(counted($0, "program")) not looked at" }
    return ["\(subjects) checked\(found)\(suppressed)"] + [programs].compactMap(\.self)
  }

  private func count(_ severity: Diagnostic.Severity) -> Int? {
    let count = listed.count { $0.severity == severity }
    return count == 0 ? nil : count
  }

  /// What clients show of each subject; of many alike once.
  private var verdicts: [String] {
    let texts = report.subjects.map { (name: $0.name.printable, lines: lines(of: $0)) }
      .filter { !$0.lines.isEmpty }
    let alike = Dictionary(grouping: texts, by: \.lines)
    var told: Set<[String]> = []
    return texts.flatMap { name, lines in
      let names = alike[lines, default: []].map(\.name)
      guard !isDetailed, names.count > AlikeFindings.named else { return headed(name, lines) }
      return told.insert(lines).inserted ? headed(shortList(names), lines) : []
    }
  }

  /// What clients show of a subject: `shows on iOS; text only on Android because android.image-format`, or of a request
  /// `picture on iOS; depends on Android (text or picture)`. The first line follows the subject's name; it is empty if requests of a file
  /// look different. No lines if nothing was judged.
  private func lines(of subject: CheckedSubject) -> [String] {
    let verdicts = subject.verdicts.map { ClientVerdict($0) }
    if !verdicts.isEmpty { return [ClientVerdict.line(verdicts, style)] + ClientVerdict.settlements(verdicts) }
    let groups = RequestGroup.all(in: subject.requests)
    guard let group = groups.first, groups.count == 1 else {
      return groups.isEmpty ? [] : [""] + groups.flatMap { $0.lines(style) }
    }
    let count = group.count > 1 ? "\(group.count) requests: " : ""
    return [count + ClientVerdict.line(group.verdicts, style)] + ClientVerdict.settlements(group.verdicts)
  }

  private func headed(_ name: String, _ lines: [String]) -> [String] {
    let head = [style.bold(name), lines[0]].filter { !$0.isEmpty }.joined(separator: "  ")
    return [head] + lines.dropFirst().map { "  " + $0 }
  }
}

/// Requests of a file that look alike.
private struct RequestGroup {
  let verdicts: [ClientVerdict]
  /// The first of its requests, as many as are named.
  var first: [CheckedRequest] = []
  var count = 0

  static func all(in requests: CheckedRequests?) -> [RequestGroup] {
    var (groups, indices): ([RequestGroup], [[ClientVerdict]: Int]) = ([], [:])
    for run in requests?.runs ?? [] {
      let verdicts = run.first.verdicts.map { ClientVerdict($0) }
      let index = indices[verdicts] ?? groups.count
      indices[verdicts] = index
      if index == groups.count { groups.append(RequestGroup(verdicts: verdicts)) }
      groups[index].first += run.first(AlikeFindings.named - groups[index].first.count)
      groups[index].count += run.count
    }
    return groups
  }

  func lines(_ style: Style) -> [String] {
    let names = first.map { $0.keyPath ?? "line \($0.line)" }
    return ["\(shortList(names[...], of: count)): \(ClientVerdict.line(verdicts, style))"]
      + ClientVerdict.settlements(verdicts).map { "  " + $0 }
  }
}

/// What one client shows, in words before and after its name.
private struct ClientVerdict: Hashable {
  let client: String
  let words: Words
  /// What settles an open verdict.
  let settledBy: [String]

  /// What several clients may share.
  struct Words: Hashable {
    let before: String
    let after: String
    let because: [RuleIdentifier]
    let look: Style.Look?
  }

  init(_ verdict: Verdict) {
    let (before, look): (String, Style.Look) =
      switch verdict.shows {
      case .yes: ("shows on", .green)
      case .depends: ("depends on", .yellow)
      case .no: ("text only on", .red)
      }
    words = Words(before: before, after: "", because: verdict.shows == .yes ? [] : verdict.because, look: look)
    (client, settledBy) = (verdict.platform.displayName, verdict.settledBy)
  }

  init(_ verdict: RequestVerdict) {
    let isOpen = !verdict.doubts.isEmpty
    let (before, look): (String, Style.Look?) =
      switch verdict.sees {
      case _ where isOpen: ("depends on", .yellow)
      case .picture: ("picture on", .green)
      case .text: ("text on", nil)
      case .app: ("as the app shows it on", nil)
      case .nothing: ("nothing on", .red)
      }
    let after = !isOpen ? "" : verdict.sees == .app ? " (the app's own or words)" : " (text or picture)"
    words = Words(before: before, after: after, because: verdict.because, look: look)
    (client, settledBy) = (verdict.platform.displayName, verdict.doubts)
  }

  /// Clients with the same verdict and reasons are listed together.
  static func line(_ verdicts: [ClientVerdict], _ style: Style) -> String {
    verdicts.map(\.words).distinct.map { words in
      let clients = verdicts.filter { $0.words == words }
      let said = "\(words.before) \(clients.map(\.client).joined(separator: ", "))"
      let because = words.because.isEmpty ? "" : " because " + words.because.map(\.rawValue).joined(separator: ", ")
      return style.styled(said, words.look) + words.after + because
    }.joined(separator: "; ")
  }

  /// How to settle open verdicts, a line for each way with its clients.
  static func settlements(_ verdicts: [ClientVerdict]) -> [String] {
    verdicts.flatMap(\.settledBy).distinct.map { way in
      let clients = verdicts.filter { $0.settledBy.contains(way) }.map(\.client).joined(separator: ", ")
      return "what settles it on \(clients): \(way)"
    }
  }
}
