import PushDelivery

/// What came of composing one message of a campaign.
struct ComposedMessage: Sendable {
  var id: String
  var result: Result

  enum Result: Sendable {
    case ready(ComposedRequest, [Diagnostic])
    case refused([Diagnostic])
    /// Its picture was not finished through no fault of its own.
    case withheld
  }
}

/// What came of composing a whole campaign, without the requests.
struct CampaignComposition: Sendable {
  var outcomes: [RequestOutcome] = []
  var diagnostics: [Diagnostic] = []
  /// Whether a request has a picture for Apple's systems, which the app must help to show.
  private var needsServiceExtension = false

  /// - Returns: the request, if there is one.
  mutating func add(_ message: ComposedMessage) -> ComposedRequest? {
    switch message.result {
    case .withheld: outcomes.append(RequestOutcome(id: message.id, status: .withheld))
    case .refused(let problems):
      outcomes.append(RequestOutcome(id: message.id, status: .refused))
      diagnostics += problems
    case .ready(let request, let warnings):
      outcomes.append(RequestOutcome(request))
      diagnostics += warnings
      remind(of: request)
      return request
    }
    return nil
  }

  /// Once, and not for every message.
  private mutating func remind(of request: ComposedRequest) {
    guard !needsServiceExtension, request.request.message["apns"]?["fcm_options"]?["image"] != nil else { return }
    needsServiceExtension = true
    diagnostics.append(
      Diagnostic(
        "ios.service-extension", .note, .init(.program, "the app"),
        "on Apple's systems pictures show only if the app has a notification service extension that hands the content to "
          + "FCM's helper",
        remedy: "add one if it has none: `richpush scaffold ios-extension`"))
  }
}

extension RequestOutcome {
  fileprivate init(_ request: ComposedRequest) {
    self.init(
      id: request.id.rawValue, status: .ready, file: "\(request.id.rawValue).json", assets: request.assetURLs,
      payloadBytes: request.payload.largest,
      payload: Payload(android: request.payload.android, apns: request.payload.apns, webpush: request.payload.webpush))
  }
}
