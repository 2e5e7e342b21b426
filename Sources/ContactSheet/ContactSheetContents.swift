package import Findings
public import PushDelivery

/// What a page shows of a run: each message as the clients show it, each file with its numbers, and what does not go out.
public struct ContactSheetContents: Hashable, Sendable {
  /// The campaign's name.
  package var title: String
  /// In the order of the campaign.
  package var messages: [ShownMessage]
  /// Files of the campaign that no message shows.
  package var files: [File]
  /// What was found about neither a message nor a file that is on the page.
  package var findings: [Diagnostic]
  /// How many more messages there are of each kind, for which the page has no room.
  package var omitted: [RequestOutcome.Status: Int]

  package init(
    title: String, messages: [ShownMessage] = [], files: [File] = [], findings: [Diagnostic] = [],
    omitted: [RequestOutcome.Status: Int] = [:]
  ) {
    self.omitted = omitted
    self.title = title
    self.messages = messages
    self.files = files
    self.findings = findings
  }

  /// Whether it tells anything of a single device.
  package var namesDevices: Bool { messages.contains { $0.target?.isDevice == true } }

  /// One message.
  package struct ShownMessage: Hashable, Sendable {
    package var id: String
    package var status: RequestOutcome.Status
    package var title: String?
    package var body: String?
    /// nil where it is not known whom a refused message was for.
    package var target: MessageTarget?
    /// Where a tap leads, as it was written.
    package var link: String?
    /// The language of its words, and which of several texts it has, where there are several.
    package var locale: String?
    package var variant: String?
    /// What each client says; one that is missing says title and body.
    package var words: [Platform: ClientWords]
    /// What each client shows; a client that is missing shows text alone.
    package var pictures: [Platform: RenditionOutcome]
    /// How much of the source's picture each client shows, 0 to 1, where that is known.
    package var shownParts: [Platform: Double]
    /// What was found about it and about its files.
    package var findings: [Diagnostic]

    package init(
      id: String, status: RequestOutcome.Status = .ready, title: String? = nil, body: String? = nil,
      target: MessageTarget? = nil, link: String? = nil, locale: String? = nil,
      variant: String? = nil, words: [Platform: ClientWords] = [:],
      pictures: [Platform: RenditionOutcome] = [:], shownParts: [Platform: Double] = [:], findings: [Diagnostic] = []
    ) {
      self.shownParts = shownParts
      self.id = id
      self.status = status
      self.title = title
      self.body = body
      self.target = target
      self.link = link
      self.locale = locale
      self.variant = variant
      self.words = words
      self.pictures = pictures
      self.findings = findings
    }

    /// Each file that it shows once, with the clients that show it; what Android shows comes first.
    package var renditions: [(rendition: RenditionOutcome, clients: [Platform])] {
      let order: [Platform] = [.android, .ios, .web]
      let shown = order.compactMap { client in pictures[client].map { (client, $0) } }
      let distinct = shown.reduce(into: [RenditionOutcome]()) { if !$0.contains($1.1) { $0.append($1.1) } }
      return distinct.map { rendition in (rendition, shown.filter { $0.1 == rendition }.map(\.0)) }
    }
  }

  /// One file of the campaign.
  package struct File: Hashable, Sendable {
    /// Relative to the campaign folder.
    package var path: String
    package var status: AssetOutcome.Status
    package var renditions: [RenditionOutcome]
    package var findings: [Diagnostic]

    package init(
      path: String, status: AssetOutcome.Status, renditions: [RenditionOutcome] = [], findings: [Diagnostic] = []
    ) {
      self.path = path
      self.status = status
      self.renditions = renditions
      self.findings = findings
    }
  }

  /// Every file that messages show, in the order in which they come; one that is shown several times comes several times.
  package var shownRenditions: [RenditionOutcome] { messages.flatMap { $0.renditions.map(\.rendition) } }

  /// The same and, behind them, those that no message shows.
  package var renditions: [RenditionOutcome] { shownRenditions + files.flatMap(\.renditions) }
}

extension ContactSheetContents {
  /// What a run has to show.
  ///
  /// - Parameters:
  ///   - title: the campaign's name.
  ///   - requests: the requests that were composed; what a message shows is read from them.
  ///   - messages: the messages as they were written, with the defaults applied: of one that was refused there is no more.
  public init(title: String, report: RunReport, requests: [ComposedRequest], messages: [CampaignMessage]) {
    let run = ShownRun(report: report, requests: requests, messages: messages)
    let (outcomes, omitted) = Self.fitting(report.requests)
    let shown = outcomes.map(run.message)
    let namedPaths = Set(report.requests.flatMap { run.paths(of: $0.id) })
    let files = report.assets.filter { $0.status != .ignored && !namedPaths.contains($0.path) }.map(run.file)
    let told = Set(shown.flatMap(\.findings) + files.flatMap(\.findings))
    self.init(
      title: title, messages: shown, files: files,
      findings: report.diagnostics.filter { $0.severity > .note && !told.contains($0) }, omitted: omitted)
  }

  /// The most messages of each kind on a page: browsers scroll through so many.
  public static let messageLimit = 300

  private static func fitting(
    _ outcomes: RequestOutcomes
  ) -> (outcomes: [RequestOutcome], omitted: [RequestOutcome.Status: Int]) {
    var counts: [RequestOutcome.Status: Int] = [:]
    let fitting = outcomes.filter { outcome in
      counts[outcome.status, default: 0] += 1
      return counts[outcome.status, default: 0] <= messageLimit
    }
    return (fitting, counts.mapValues { $0 - messageLimit }.filter { $0.value > 0 })
  }
}
