package import Findings
package import MediaFacts
package import PushDelivery

/// The contents of a page: each message as clients show it, each file with its numbers, and what is not sent.
package struct ContactSheetContents: Hashable, Sendable {
  /// The campaign's name.
  package var title: String
  package var head: Head
  /// Who gets the ready messages, the rarest first.
  package var audiences: [Recipients.Group]
  /// In the order of the campaign.
  package var messages: [ShownMessage]
  /// Files of the campaign, those that messages show among them.
  package var files: [File]
  /// Of renditions, by their addresses.
  package var originals: [String: Original]
  /// Findings about no message and no file on the page.
  package var findings: [Diagnostic]
  /// How many more messages of each kind do not fit the page.
  package var omitted: [RequestOutcome.Status: Int]

  package init(
    title: String, head: Head = Head(), audiences: [Recipients.Group] = [], messages: [ShownMessage] = [],
    files: [File] = [], originals: [String: Original] = [:], findings: [Diagnostic] = [],
    omitted: [RequestOutcome.Status: Int] = [:]
  ) {
    (self.head, self.audiences, self.omitted, self.title, self.messages) = (head, audiences, omitted, title, messages)
    (self.files, self.originals, self.findings) = (files, originals, findings)
  }

  /// What a decision depends on besides messages: how and when the requests were made.
  package struct Head: Hashable, Sendable {
    /// The formats of an app's icon.
    package static let iconFormats: Set<MediaFormat> = [.picture(.png), .picture(.jpeg)]

    /// When the page was made, with the time zone.
    package var madeAt: String?
    /// The destination's name and its address.
    package var destination: String?
    /// Whether the requests must not be sent.
    package var isTrial: Bool
    /// Whether the URLs are known to deliver the files.
    package var proof: String?
    /// When they delivered them, as in reports; nil if that is not proven.
    package var provenAt: String?
    /// How many seconds that counts.
    package var proofLife: Int
    /// The version of richpush.
    package var version: String?
    /// The app's name, as systems write it at its notifications.
    package var appName: String?
    /// The bytes of the app's icon, a PNG or JPEG file; others are not shown.
    package var appIcon: [UInt8]?

    package init(
      madeAt: String? = nil, destination: String? = nil, isTrial: Bool = false, proof: String? = nil,
      provenAt: String? = nil, proofLife: Int = .max, version: String? = nil, appName: String? = nil,
      appIcon: [UInt8]? = nil
    ) {
      (self.appName, self.appIcon, self.madeAt, self.destination) = (appName, appIcon, madeAt, destination)
      (self.isTrial, self.proof, self.provenAt, self.proofLife) = (isTrial, proof, provenAt, proofLife)
      self.version = version
    }
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
    /// Findings about it and its files.
    package var findings: [Diagnostic]
    /// The campaign's files that it shows, by their paths.
    package var files: [String]
    /// The digest of its request, in hexadecimal digits; nil if it has none. One that was refused has it if it only needs approval.
    package var digest: String?
    /// Whether its request is new, or differs from that of the last set.
    package var isChanged: Bool
    /// The language that its words are in, if that is not its own.
    package var fallback: String?

    package init(
      id: String, status: RequestOutcome.Status = .ready, title: String? = nil, body: String? = nil,
      target: MessageTarget? = nil, link: String? = nil, locale: String? = nil,
      variant: String? = nil, words: [Platform: ClientWords] = [:],
      pictures: [Platform: RenditionOutcome] = [:], findings: [Diagnostic] = [], files: [String] = [],
      digest: String? = nil, isChanged: Bool = false, fallback: String? = nil
    ) {
      (self.fallback, self.files, self.digest, self.isChanged) = (fallback, files, digest, isChanged)
      (self.id, self.status, self.title, self.body) = (id, status, title, body)
      (self.target, self.link, self.locale, self.variant, self.words) = (target, link, locale, variant, words)
      (self.pictures, self.findings) = (pictures, findings)
    }

    /// Each of its files once, with the clients that show it; Android's comes first.
    package var renditions: [(rendition: RenditionOutcome, clients: [Platform])] {
      let order: [Platform] = [.android, .ios, .web]
      let shown = order.compactMap { client in pictures[client].map { (client, $0) } }
      return shown.map { $0.1 }.distinct.map { rendition in (rendition, shown.filter { $0.1 == rendition }.map(\.0)) }
    }
  }

  /// One file of the campaign.
  package struct File: Hashable, Sendable {
    /// Relative to the campaign folder.
    package var path: String
    package var status: AssetOutcome.Status
    package var renditions: [RenditionOutcome]
    /// Of a file that no message shows; those of others are the messages'.
    package var findings: [Diagnostic]

    package init(
      path: String, status: AssetOutcome.Status, renditions: [RenditionOutcome] = [], findings: [Diagnostic] = []
    ) {
      (self.path, self.status, self.renditions, self.findings) = (path, status, renditions, findings)
    }
  }

  /// The original of a rendition.
  package struct Original: Hashable, Sendable {
    /// Relative to the campaign folder.
    package var path: String
    /// The rendition's rectangle in parts of the original's width and height: bars reach beyond 0...1.
    package var area: PictureArea
    /// nil for one that stands still.
    package var motion: Motion?
    /// Where it is, relative to the page; nil if it is not on this machine.
    package var address: String?

    package init(path: String, area: PictureArea = .whole, motion: Motion? = nil, address: String? = nil) {
      (self.path, self.area, self.motion, self.address) = (path, area, motion, address)
    }

    package enum Motion: Hashable, Sendable {
      case animation
      /// With the moment of a still of it, in seconds.
      case movie(at: Double)
    }
  }

  /// Every file that messages show, in order; a file that is shown several times is repeated.
  package var shownRenditions: [RenditionOutcome] { messages.flatMap { $0.renditions.map(\.rendition) } }

  /// The same, followed by all files of the campaign.
  package var renditions: [RenditionOutcome] { shownRenditions + files.flatMap(\.renditions) }

  /// The contents for a run.
  ///
  /// - Parameters:
  ///   - requests: the composed requests; what a message shows is read from them.
  ///   - messages: the messages as they were written, with the defaults applied; a refused message has only these.
  ///   - digests: those of the requests' bodies in hexadecimal digits, by the messages' identifiers.
  ///   - changed: the identifiers of requests that are new or differ from the last set.
  package init(
    title: String, head: Head = Head(), report: RunReport, requests: [ComposedRequest], messages: [CampaignMessage],
    digests: [String: String] = [:], changed: Set<String> = []
  ) {
    let run = ShownRun(report: report, requests: requests, messages: messages)
    let (outcomes, omitted) = Self.fitting(report.requests)
    let shown = outcomes.map { outcome in
      var message = run.message(outcome)
      message.digest = digests[outcome.id]
      message.isChanged = changed.contains(outcome.id)
      return message
    }
    let namedPaths = Set(report.requests.flatMap { run.paths(of: $0.id) })
    let files = report.assets.filter { $0.status != .ignored }.map {
      run.file($0, isShown: namedPaths.contains($0.path))
    }
    let told = Set(shown.flatMap(\.findings) + files.flatMap(\.findings))
    self.init(
      title: title, head: head, audiences: report.recipients?.groups ?? [], messages: shown, files: files,
      originals: Self.originals(of: report.assets),
      findings: report.diagnostics.filter { $0.severity > .note && !told.contains($0) }, omitted: omitted)
  }

  private static func originals(of assets: some Sequence<AssetOutcome>) -> [String: Original] {
    let found = assets.flatMap { asset in
      asset.renditions.compactMap { rendition in Original(of: rendition, in: asset).map { (rendition.url, $0) } }
    }
    return Dictionary(found) { first, _ in first }
  }

  /// The most messages of each kind on a page. Browsers can scroll through this many, since each is drawn when it comes near.
  package static let messageLimit = 10_000

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

extension ContactSheetContents.Original {
  /// nil if it is not known what the rendition has of it.
  fileprivate init?(of rendition: RenditionOutcome, in asset: AssetOutcome) {
    let still = asset.plans.first { $0.specification.profile == rendition.profile }?.specification
    let area = rendition.motion == nil ? still?.geometry.area(croppedAt: rendition.corner) : .whole
    guard let area else { return nil }
    if let poster = asset.poster?.file, rendition.motion == nil {
      self.init(path: poster, area: area)
    } else {
      let motion: Motion? =
        switch asset.inspection {
        case .video: .movie(at: still?.posterTime ?? 0)
        case .animation: .animation
        case .still, nil: nil
        }
      self.init(path: asset.path, area: area, motion: motion)
    }
  }
}
