import ContactSheet
import Findings
import PushDelivery

/// What came of composing a whole campaign, without all the requests.
struct CampaignComposition: Sendable {
  var outcomes: [RequestOutcome] = []
  var diagnostics: [Diagnostic] = []
  /// The first requests, as many as a contact sheet shows.
  var requests: [ComposedRequest] = []
  /// Who gets the good requests.
  var tally = RecipientsTally()
  /// Whether a request has a picture for Apple's systems, which the app must help to show.
  private var needsServiceExtension = false

  /// - Parameter message: with its result, which is nil where a picture was not finished through no fault of the message.
  /// - Returns: the request, if there is one.
  mutating func add(_ message: ComposedMessage) -> ComposedRequest? {
    diagnostics += message.result?.diagnostics ?? []
    guard let request = message.result?.value else {
      outcomes.append(RequestOutcome(id: message.id, status: message.result == nil ? .withheld : .refused))
      return nil
    }
    tally.add(request.target, locale: message.locale, variant: message.variant)
    outcomes.append(RequestOutcome(request))
    if requests.count < ContactSheetContents.messageLimit { requests.append(request) }
    if !needsServiceExtension, request.message["apns"]?["fcm_options"]?["image"] != nil { remind() }
    return request
  }

  /// Once, and not for every message.
  private mutating func remind() {
    needsServiceExtension = true
    diagnostics.append(
      Diagnostic(
        RequestRules.serviceExtension.description, .init(.program, "the app"),
        "on Apple's systems pictures show only if the app has a notification service extension that hands the content to "
          + "FCM's helper",
        remedy: "add one if it has none: `richpush scaffold ios-extension`", platforms: Set(Platform.allCases)))
  }
}

/// What came of one message.
struct ComposedMessage: Sendable {
  var id: String
  var locale: String?
  var variant: String?
  /// The request, or why there is none; nil where a picture was not finished through no fault of the message.
  var result: Checked<ComposedRequest>?
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
