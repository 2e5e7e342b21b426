package import Findings
public import PushDelivery

/// The contents of a page: each message as clients show it, each file with its numbers, and what is not sent.
public struct ContactSheetContents: Hashable, Sendable {
  /// The campaign's name.
  package var title: String
  /// In the order of the campaign.
  package var messages: [ShownMessage]
  /// Files of the campaign that no message shows.
  package var files: [File]
  /// Findings about no message and no file on the page.
  package var findings: [Diagnostic]
  /// How many more messages of each kind do not fit the page.
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

  /// Whether it names a single device.
  package var namesDevices: Bool { messages.contains { $0.target?.isDevice == true } }

  /// One message.
  package struct ShownMessage: Hashable, Sendable {
    package var id: String
    package var status: RequestOutcome.Status
    package var title: String?
    package var body: String?
    /// nil where the target of a refused message is unknown.
    package var target: MessageTarget?
    /// The link that a tap opens, as written.
    package var link: String?
    /// The language of its words, and which text it is, where there are several.
    package var locale: String?
    package var variant: String?
    /// The words of each client; a missing client shows title and body.
    package var words: [Platform: ClientWords]
    /// The picture of each client; a missing client shows only text.
    package var pictures: [Platform: RenditionOutcome]
    /// The share of the source's picture that each client shows, 0 to 1, where known.
    package var shownParts: [Platform: Double]
    /// Findings about it and its files.
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

    /// Each of its files once, with the clients that show it; Android's comes first.
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

  /// Every file that messages show, in order; a file that is shown several times is repeated.
  package var shownRenditions: [RenditionOutcome] { messages.flatMap { $0.renditions.map(\.rendition) } }

  /// The same, followed by the files that no message shows.
  package var renditions: [RenditionOutcome] { shownRenditions + files.flatMap(\.renditions) }
}

extension ContactSheetContents {
  /// The contents for a run.
  ///
  /// - Parameters:
  ///   - title: the campaign's name.
  ///   - requests: the composed requests; what a message shows is read from them.
  ///   - messages: the messages as they were written, with the defaults applied; a refused message has only these.
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

  /// The most messages of each kind on a page. Browsers can scroll through this many.
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
