import Foundation
import PushDelivery

/// Makes the requests of a whole campaign from its messages and what became of their pictures.
struct CampaignComposer: Sendable {
  private let settings: PipelineSettings

  init(_ settings: PipelineSettings) { self.settings = settings }

  /// Every message as a request or as a refusal, in the order of the campaign.
  func compose(_ messages: CampaignIntake.Messages, from assets: [AssetOutcome]) -> CampaignComposition {
    var composition = CampaignComposition()
    if case .written(_, let others) = messages {
      composition.outcomes += others.map { RequestOutcome(id: $0, status: .refused) }
    }
    composition.diagnostics += baseURLWarnings()
    let composer = RequestComposer(settings: settings.configuration.compose)
    let (resolved, problems) = resolve(messages, from: assets)
    composition.diagnostics += problems
    for message in resolved {
      compose(message, with: composer, from: assets, into: &composition)
    }
    return composition
  }

  private func compose(
    _ message: CampaignMessage, with composer: RequestComposer, from assets: [AssetOutcome],
    into composition: inout CampaignComposition
  ) {
    let files = message.media.files(on: message.platforms)
    let outcomes = files.map { (file: $0, outcome: assets.first(for: message, file: $0)) }
    if outcomes.contains(where: { $0.outcome?.status == .failed }) { return composition.withhold(message) }
    // A message whose picture was refused is not shown without it: that would be the silent failure itself.
    let refused = outcomes.filter { $0.outcome?.status != .published }
    guard refused.isEmpty else {
      return composition.refuse(message, refused.map { .refusedPicture($0.file, message) })
    }
    var problems: [Diagnostic] = []
    let media = media(of: message, from: assets, reporting: &problems)
    guard media != nil || files.isEmpty else { return composition.refuse(message, problems) }
    composition.add(message, composer.compose(message, media: media), problems: problems)
  }

  /// What each platform shows; nil for text alone, and where an address is of no use, which `problems` then say.
  private func media(
    of message: CampaignMessage, from assets: [AssetOutcome], reporting problems: inout [Diagnostic]
  ) -> MessageMedia? {
    var media = MessageMedia()
    for platform in Platform.allCases where message.platforms.contains(platform) {
      guard let file = message.media[platform] else { continue }
      let found = assets.first(for: message, file: file)?.media(for: message, reporting: &problems)
      guard let found else { return nil }
      switch platform {
      case .android: media.android = found.android
      case .ios: media.apple = found.apple
      case .web: media.web = found.web
      }
    }
    return media == MessageMedia() ? nil : media
  }

  /// Every message with what the defaults give it, and what is wrong with the defaults.
  func resolve(
    _ messages: CampaignIntake.Messages, from assets: [AssetOutcome]
  ) -> (messages: [CampaignMessage], diagnostics: [Diagnostic]) {
    let defaults = settings.configuration.messageDefaults
    switch messages {
    case .written(let messages, _): return (messages.map { defaults.applied(to: $0) }, [])
    case .onePerPicture:
      let paths = assets.filter { $0.status == .published }.map(\.path)
      guard !paths.isEmpty else { return ([], []) }
      let derived = Campaign.derived(from: paths, defaults: defaults)
      return (derived.value?.messages.map { defaults.applied(to: $0) } ?? [], derived.diagnostics)
    }
  }

  /// Said once for all messages.
  private func baseURLWarnings() -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    _ = BaseURL(settings.baseURL, subject: .init(.destination, settings.baseURL), reporting: &diagnostics)
    return diagnostics.filter { $0.severity != .error }
  }
}

/// The requests of a campaign.
struct CampaignComposition: Sendable {
  var outcomes: [RequestOutcome] = []
  var requests: [ComposedRequest] = []
  var diagnostics: [Diagnostic] = []

  /// Its picture was not finished through no fault of its own.
  mutating func withhold(_ message: CampaignMessage) {
    outcomes.append(RequestOutcome(id: message.id, status: .withheld))
  }

  mutating func refuse(_ message: CampaignMessage, _ problems: [Diagnostic]) {
    outcomes.append(RequestOutcome(id: message.id, status: .refused))
    diagnostics += problems
  }

  /// - Parameter problems: what was found about the picture's address. Its warnings hold for the base URL and are said there.
  mutating func add(_ message: CampaignMessage, _ composition: Composition, problems: [Diagnostic]) {
    guard let request = composition.request else {
      return refuse(message, composition.diagnostics)
    }
    requests.append(request)
    diagnostics += composition.diagnostics
    outcomes.append(
      RequestOutcome(
        id: message.id, status: .ready, file: "\(message.id).json", assets: request.assetURLs,
        payloadBytes: request.payload.largest))
  }

  /// The files of the request folder: one for each request, and the index that names them.
  func files(report: RunReport) -> [String: [UInt8]] {
    var files = Dictionary(uniqueKeysWithValues: requests.map { ("\($0.id.rawValue).json", $0.body) })
    files[RequestFolder.indexName] = RequestIndex(requests: requests, assets: report.assets).json
    return files
  }
}

extension AssetOutcome {
  /// What a message shows of it; nil when one of its addresses is of no use, which `problems` then say.
  fileprivate func media(for message: CampaignMessage, reporting problems: inout [Diagnostic]) -> MessageMedia? {
    guard let still = renditions.first(where: { $0.motion == nil }),
      let image = StillImageURL(still.url, format: still.format, subject: message.subject, reporting: &problems)
    else { return nil }
    guard let moving = renditions.first(where: { $0.motion != nil }) else { return MessageMedia(still: image) }
    return AppleAttachmentURL(moving.url, format: moving.format, subject: message.subject, reporting: &problems)
      .map { MessageMedia(still: image, motion: $0) }
  }
}

extension [AssetOutcome] {
  /// What became of a message's picture, cut for its own focal point.
  fileprivate func first(for message: CampaignMessage, file: String) -> AssetOutcome? {
    let candidates = filter { $0.path == file && $0.poster == message.poster }
    return candidates.first { $0.focalPoint == message.focalPoint } ?? candidates.first
  }
}

extension CampaignMessage {
  var subject: Diagnostic.Subject { .init(.message, id, line: origin.line) }
}

extension Diagnostic {
  fileprivate static func refusedPicture(_ file: String, _ message: CampaignMessage) -> Diagnostic {
    Diagnostic(
      "message.image-refused", .error, message.subject,
      "its picture \(file) was refused, so it would go out as text alone",
      remedy: "mend the picture as its own message says, or remove it from this message")
  }
}
