import Findings
import PushDelivery

/// The results of composing consecutive messages of a campaign, or all of them, without their requests.
struct CampaignComposition: Sendable {
  var outcomes = RequestOutcomes()
  var diagnostics: [Diagnostic] = []
  /// The first requests, as many as are kept, with those that are only held back until they are approved.
  private(set) var requests: [ComposedRequest] = []
  /// The messages with diagnostics.
  private(set) var told: [CampaignMessage] = []
  /// Good requests' recipients.
  var tally = RecipientsTally()
  /// Requests that reach more people.
  private var wider = WiderAudience()
  /// Whether a request has a picture that Apple's systems only show with the app's help. The diagnostics say it after those of the first.
  private var needsServiceExtension = false
  /// The first message with a link that phones do not receive; nil without one.
  private var hiddenLink: Diagnostic.Subject?
  /// Storage if there are many outcomes.
  private var spool = Spool()

  /// Adds the result of the next message.
  ///
  /// - Parameters:
  ///   - result: the request, or why it was refused; nil if a picture failed through no fault of the message.
  ///   - shown: the request as it can be approved.
  ///   - kept: how many of these are kept.
  ///   - former: the recipients of the previous set; nil without one.
  mutating func add(
    _ message: CampaignMessage, _ result: Checked<ComposedRequest>?, shown: ComposedRequest?, keeping kept: Int,
    after former: FormerAudience?
  ) {
    if let shown, requests.count < kept { requests.append(shown) }
    if let found = result?.diagnostics, !found.isEmpty {
      diagnostics += found
      told.append(message)
    }
    guard let request = result?.value else {
      return outcomes.append(RequestOutcome(id: message.id, status: result == nil ? .withheld : .refused))
    }
    if let former { wider.add(message, former) }
    tally.add(request.target, locale: message.locale, variant: message.variant)
    outcomes.append(RequestOutcome(request))
    if !needsServiceExtension, request.node["apns", "fcm_options", "image"] != nil {
      needsServiceExtension = true
      diagnostics.append(Self.serviceExtension)
    }
    if hiddenLink == nil, request.hidesLink(of: message) { hiddenLink = message.linkSubject }
  }

  /// Adds the results of the next messages.
  ///
  /// - Throws: `FileSystemError` if they must be spooled to disk and there is no room.
  mutating func add(_ part: CampaignComposition, keeping kept: Int) throws(FileSystemError) {
    requests += part.requests.prefix(kept - requests.count)
    outcomes.append(part.outcomes, readBy: try spool.keep(part.outcomes.lines))
    told += part.told
    tally.add(part.tally)
    wider.add(part.wider)
    // Once, and not for every part.
    diagnostics += needsServiceExtension ? part.diagnostics.filter { $0 != Self.serviceExtension } : part.diagnostics
    needsServiceExtension = needsServiceExtension || part.needsServiceExtension
    guard hiddenLink == nil, let place = part.hiddenLink else { return }
    hiddenLink = place
    diagnostics.append(Self.unopenedLink(place))
  }

  private static func unopenedLink(_ place: Diagnostic.Subject) -> Diagnostic {
    Diagnostic(
      RequestRules.unopenedLink.description, place,
      "the links of messages reach browsers only: a tap on a phone opens the app and nothing else", severity: .warning,
      remedy: "write `link-data-key` under `requests` of pipeline.yml, and have the app open what it finds under that "
        + "key")
  }

  private static let serviceExtension = Diagnostic(
    RequestRules.serviceExtension.description, .init(.program, "the app"),
    "on Apple's systems pictures show only if the app has a notification service extension that hands the content to "
      + "FCM's helper",
    remedy: "add one if it has none: `richpush scaffold ios-extension`", platforms: Set(Platform.allCases))

  /// Adds outcomes that an earlier run kept.
  ///
  /// - Returns: false for other bytes.
  mutating func add(lines: [UInt8]) -> Bool {
    guard let others = RequestOutcomes(lines: lines) else { return false }
    outcomes.append(others, readBy: spool.keepAnyway(lines))
    return true
  }

  /// The diagnostics that come first. They are true once, and not remembered for the next run.
  var widening: [Diagnostic] { wider.diagnostics(tally.recipients) }
}

extension RequestOutcome {
  fileprivate init(_ request: ComposedRequest) {
    self.init(
      id: request.id.rawValue, status: .ready, file: request.files.first(where: \.isBody)?.path,
      assets: request.assetURLs, payloadBytes: request.payload.largest, payload: request.payload, proof: request.proof)
  }
}

/// The verdict on messages of a shape.
enum ShapeVerdict: Sendable {
  /// A picture was not finished: the machine or the network failed.
  case withheld
  /// Its pictures cannot be shown, for these reasons. A message without its picture is not sent: the failure would be silent.
  case refused(@Sendable (CampaignMessage) -> [Diagnostic])
  case good(ComposedShape)
}

/// The composed requests of a campaign and the draft of the request folder, which only changes on `commit`.
struct CampaignRequests: ~Copyable {
  /// Each message's result.
  let composition: CampaignComposition
  /// The differences from the previous set.
  let differences: SetDifferences
  /// nil if the folder holds this set already.
  private let draft: RequestFolderDraft?

  /// Requests that the folder holds already.
  init(unchanged composition: CampaignComposition) {
    self.composition = composition
    differences = SetDifferences(
      changes: Recipients.Changes(unchanged: composition.outcomes.count { $0.status == .ready }))
    draft = nil
  }

  fileprivate init(composition: CampaignComposition, draft: consuming RequestFolderDraft) {
    self.composition = composition
    var draft = draft
    var differences = draft.differences()
    // Requests of refused messages are gone as well, and their errors say so.
    if composition.outcomes.counts[.refused] != nil || composition.outcomes.counts[.withheld] != nil {
      differences.diagnostics.removeAll { $0.rule == Incident.campaignFewerRequests.id }
    }
    self.differences = differences
    self.draft = consume draft
  }

  /// Makes the request folder hold exactly these requests.
  ///
  /// - Throws: `PipelineError.fileSystem`; the folder then holds the previous or the new set.
  consuming func commit() throws(PipelineError) {
    guard let draft else { return }
    let namesDevices = composition.tally.recipients.namesDevices
    do throws(FileSystemError) { _ = try draft.commit(namesDevices: namesDevices) } catch { throw .fileSystem(error) }
  }

  /// The changes that `commit` would make to the request folder.
  ///
  /// - Throws: `PipelineError.fileSystem`.
  consuming func preview() throws(PipelineError) -> RequestFolderChanges {
    guard let draft else { return RequestFolderChanges() }
    do throws(FileSystemError) { return try draft.preview() } catch { throw .fileSystem(error) }
  }

  /// Does not change the request folder.
  consuming func discard() {}
}

extension CampaignComposer {
  /// Composes the requests of a campaign and writes them next to the request folder as they come.
  ///
  /// - Parameters:
  ///   - origin: their origin.
  ///   - trialFolder: the folder for a preview's requests; nil: next to the request folder.
  ///   - kept: how many requests are kept to be shown.
  /// - Throws: `PipelineError.fileSystem`.
  func compose(
    _ messages: CampaignIntake.Messages, without incomplete: [CampaignMessage], from media: PublishedMedia,
    into folder: RequestFolder, from origin: RequestSetOrigin, trialFolder: String? = nil, keeping kept: Int = 0
  ) async throws(PipelineError) -> CampaignRequests {
    var draft = try RequestFolderDraft(
      folder, writers: writers, assets: media.assets, from: origin, trialFolder: trialFolder)
    let composition = try await compose(
      messages, without: incomplete, from: media, after: FormerAudience(of: folder, campaign: origin.campaign),
      keeping: kept
    ) { batch throws(PipelineError) in
      try PipelineError.wrapping(try draft.add(batch))
    }
    return CampaignRequests(composition: composition, draft: draft)
  }
}
