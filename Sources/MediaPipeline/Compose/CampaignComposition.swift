import ContactSheet
import Findings
import PushDelivery

/// What came of composing one message of a campaign.
struct ComposedMessage: Sendable {
  var id: String
  var result: Result

  enum Result: Sendable {
    case ready(ReadyMessage, [Diagnostic])
    case refused([Diagnostic])
    /// Its picture was not finished through no fault of its own.
    case withheld
  }
}

/// A message that has become a request.
struct ReadyMessage: Sendable {
  var outcome: RequestOutcome
  var request: FormattedRequest
  /// What the request was made of.
  var composed: ComposedRequest
  /// Whether it has a picture for Apple's systems, which the app must help to show.
  var needsServiceExtension: Bool

  init(_ request: ComposedRequest, as formatter: RequestFormatter) {
    self.request = formatter.format(request)
    composed = request
    outcome = RequestOutcome(request, file: self.request.file)
    needsServiceExtension = request.request.message["apns"]?["fcm_options"]?["image"] != nil
  }
}

/// What came of composing a whole campaign, without all the requests.
struct CampaignComposition: Sendable {
  var outcomes: [RequestOutcome] = []
  var diagnostics: [Diagnostic] = []
  /// The first requests, as many as a contact sheet shows.
  var requests: [ComposedRequest] = []
  /// Whether a request has a picture for Apple's systems, which the app must help to show.
  private var needsServiceExtension = false

  /// - Returns: the request, if there is one.
  mutating func add(_ message: ComposedMessage) -> FormattedRequest? {
    switch message.result {
    case .withheld: outcomes.append(RequestOutcome(id: message.id, status: .withheld))
    case .refused(let problems):
      outcomes.append(RequestOutcome(id: message.id, status: .refused))
      diagnostics += problems
    case .ready(let ready, let warnings):
      outcomes.append(ready.outcome)
      if requests.count < ContactSheet.messageLimit { requests.append(ready.composed) }
      diagnostics += warnings
      remind(of: ready)
      return ready.request
    }
    return nil
  }

  /// Once, and not for every message.
  private mutating func remind(of message: ReadyMessage) {
    guard !needsServiceExtension, message.needsServiceExtension else { return }
    needsServiceExtension = true
    diagnostics.append(
      Diagnostic(
        RequestRules.serviceExtension.description, .init(.program, "the app"),
        "on Apple's systems pictures show only if the app has a notification service extension that hands the content to "
          + "FCM's helper",
        remedy: "add one if it has none: `richpush scaffold ios-extension`", platforms: Set(Platform.allCases)))
  }
}

extension RequestOutcome {
  fileprivate init(_ request: ComposedRequest, file: String?) {
    self.init(
      id: request.id.rawValue, status: .ready, file: file, assets: request.assetURLs,
      payloadBytes: request.payload.largest,
      payload: Payload(android: request.payload.android, apns: request.payload.apns, webpush: request.payload.webpush))
  }
}

extension FormattedRequest {
  /// The file that holds the request alone, where there is one.
  fileprivate var file: String? { forms.first { $0.format == .fcmV1 && !$0.isRehearsal }?.path }
}
