import Findings
import PushDelivery

/// What came of composing a whole campaign, without all the requests.
struct CampaignComposition: Sendable {
  var outcomes = RequestOutcomes()
  var diagnostics: [Diagnostic] = []
  /// The first requests, as many as were to be kept.
  var requests: [ComposedRequest] = []
  /// The messages of which something is told.
  private(set) var told: [CampaignMessage] = []
  /// Who gets the good requests.
  var tally = RecipientsTally()
  /// Whether a request has a picture for Apple's systems, which the app must help to show.
  private var needsServiceExtension = false
  /// Where outcomes go when there are many.
  private var spool = Spool()

  /// Adds what came of the messages that follow.
  ///
  /// - Throws: `FileSystemError` where there are so many that they have to be put away, and there is no room.
  mutating func add(_ part: ComposedPart) throws(FileSystemError) {
    outcomes.append(part.outcomes, readBy: try spool.keep(part.outcomes.bytes))
    told += part.told
    tally.add(part.tally)
    add(part.diagnostics, firstApplePicture: part.firstApplePicture)
  }

  private mutating func add(_ found: [Diagnostic], firstApplePicture: Int?) {
    guard !needsServiceExtension, let place = firstApplePicture else {
      diagnostics += found
      return
    }
    // Once, and not for every message.
    needsServiceExtension = true
    diagnostics += found[..<place] + [.serviceExtension] + found[place...]
  }
}

/// What came of some messages of a campaign that follow each other.
struct ComposedPart: Sendable {
  private(set) var outcomes = OutcomeLines()
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var tally = RecipientsTally()
  private(set) var requests = RequestBatch()
  /// The messages of which something is told.
  private(set) var told: [CampaignMessage] = []
  /// The first requests, as many as were to be kept.
  private(set) var good: [ComposedRequest] = []
  private let kept: Int
  /// How many diagnostics come before the first request that has a picture for Apple's systems; nil where none has.
  private(set) var firstApplePicture: Int?

  /// - Parameter kept: how many requests are kept.
  init(keeping kept: Int) { self.kept = kept }

  /// - Parameter result: the request, or the reasons why it was refused; nil if a picture was not finished and the message is not the cause.
  mutating func add(_ message: CampaignMessage, _ result: Checked<ComposedRequest>?) {
    if let found = result?.diagnostics, !found.isEmpty {
      diagnostics += found
      told.append(message)
    }
    guard let request = result?.value else {
      outcomes.append(RequestOutcome(id: message.id, status: result == nil ? .withheld : .refused))
      return
    }
    tally.add(request.target, locale: message.locale, variant: message.variant)
    outcomes.append(RequestOutcome(request))
    requests.add(request)
    if good.count < kept { good.append(request) }
    if firstApplePicture == nil, request.hasApplePicture { firstApplePicture = diagnostics.count }
  }
}

extension RequestOutcome {
  fileprivate init(_ request: ComposedRequest) {
    self.init(
      id: request.id.rawValue, status: .ready, file: request.files.first(where: \.isBody)?.path,
      assets: request.assetURLs,
      payloadBytes: request.payload.largest,
      payload: Payload(android: request.payload.android, apns: request.payload.apns, webpush: request.payload.webpush),
      proof: request.proof)
  }
}

extension Diagnostic {
  fileprivate static let serviceExtension = Diagnostic(
    RequestRules.serviceExtension.description, .init(.program, "the app"),
    "on Apple's systems pictures show only if the app has a notification service extension that hands the content to "
      + "FCM's helper",
    remedy: "add one if it has none: `richpush scaffold ios-extension`", platforms: Set(Platform.allCases))
}
