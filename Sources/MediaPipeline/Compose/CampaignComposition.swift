import ContactSheet
import Findings
import PushDelivery

/// What came of composing a whole campaign, without all the requests.
struct CampaignComposition: Sendable {
  var outcomes: [RequestOutcome] = []
  var diagnostics: [Diagnostic] = []
  /// The first requests, as many as a contact sheet shows.
  var requests: [ComposedRequest] = []
  /// Whether a request has a picture for Apple's systems, which the app must help to show.
  private var needsServiceExtension = false

  /// - Parameter result: nil where a picture of the message was not finished through no fault of its own.
  /// - Returns: the request, if there is one.
  mutating func add(_ result: Checked<ComposedRequest>?, of id: String) -> ComposedRequest? {
    diagnostics += result?.diagnostics ?? []
    guard let request = result?.value else {
      outcomes.append(RequestOutcome(id: id, status: result == nil ? .withheld : .refused))
      return nil
    }
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

extension RequestOutcome {
  fileprivate init(_ request: ComposedRequest) {
    self.init(
      id: request.id.rawValue, status: .ready, file: request.files.first(where: \.isBody)?.path,
      assets: request.assetURLs,
      payloadBytes: request.payload.largest,
      payload: Payload(android: request.payload.android, apns: request.payload.apns, webpush: request.payload.webpush))
  }
}
