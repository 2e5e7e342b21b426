import Findings
import MediaFacts
import PushDelivery

/// Makes the requests of a whole campaign from its messages and published pictures.
struct CampaignComposer: Sendable {
  private let composer: RequestComposer
  private let defaults: MessageDefaults
  private let baseURL: String
  private let approval: Approval?

  /// Only to find out whether a message has a request: without a project, skips the forms that name it.
  ///
  /// - Parameter proven: the URLs that are known to deliver the published files.
  init(_ settings: PipelineSettings, proven: ProvenURLs = .only([])) {
    var compose = settings.configuration.compose
    compose.proven = proven
    composer = RequestComposer(settings: compose, now: settings.now)
    defaults = settings.configuration.messageDefaults
    baseURL = settings.baseURL
    approval = settings.approval
  }

  /// For a run, which writes every form that is wanted.
  ///
  /// - Throws: `PipelineError.campaign` if a form needs the project and it is not set.
  init(writing settings: PipelineSettings, proven: ProvenURLs) throws(PipelineError) {
    let diagnostics = settings.configuration.missingProject()
    guard diagnostics.isEmpty else { throw .campaign(diagnostics) }
    self.init(settings, proven: proven)
  }

  /// The writers of the requests' forms.
  var writers: [RequestWriter] { composer.writers }

  /// Values shared by all tasks of one composition.
  private struct Pass: Sendable {
    let shapes: KnownResults<ComposedShape.Key, ShapeVerdict>
    let media: PublishedMedia
    let former: FormerAudience?
    let kept: Int
  }

  /// Every message as a request or as a refusal, in the order of the campaign, on all processors.
  ///
  /// - Parameters:
  ///   - incomplete: refused messages: what else is wrong with them is reported in the same round.
  ///   - former: the recipients of the previous requests; nil without any.
  ///   - kept: how many requests are kept to be shown.
  ///   - write: receives the requests in order, some at a time.
  /// - Throws: what `write` throws, or if a table is no longer readable.
  func compose(
    _ messages: CampaignIntake.Messages, without incomplete: [CampaignMessage], from media: PublishedMedia,
    after former: FormerAudience? = nil, keeping kept: Int = 0,
    write: (RequestBatch) throws(PipelineError) -> Void
  ) async throws(PipelineError) -> CampaignComposition {
    var composition = CampaignComposition()
    composition.outcomes.append(contentsOf: messages.refused.map { RequestOutcome(id: $0, status: .refused) })
    // Once for all messages.
    composition.diagnostics +=
      BaseURL.diagnostics(
        ofFilesUnder: baseURL, at: .init(.destination, baseURL), isTrial: composer.settings.isTrial
      ).filter { $0.severity == .warning } + incomplete.prefix(Self.mostIncomplete).flatMap(objections)
    let (parts, diagnostics) = parts(of: messages, media)
    composition.diagnostics += diagnostics
    // Messages from pictures have a shape each.
    let shapes = KnownResults<ComposedShape.Key, ShapeVerdict>(most: messages.areFromPictures ? 64 : 4096)
    let pass = Pass(shapes: shapes, media: media, former: former, kept: kept)
    try await parts.forEach {
      compose($0, pass)
    } consume: { found throws(PipelineError) in
      try PipelineError.wrapping(try composition.add(found.part, keeping: kept))
      try write(found.requests)
    }
    return composition
  }

  private func compose(_ messages: [CampaignMessage], _ pass: Pass) -> (
    part: CampaignComposition, requests: RequestBatch
  ) {
    var (part, requests) = (CampaignComposition(), RequestBatch())
    for message in messages {
      let message = defaults.applied(to: message)
      let composed = compose(message, pass)
      let result = approved(composed, message)
      part.add(message, result, shown: composed?.value, keeping: pass.kept, after: pass.former)
      if let request = result?.value { requests.add(request) }
    }
    return (part, requests)
  }

  /// A request as composed, or why it is not the approved one.
  private func approved(_ result: Checked<ComposedRequest>?, _ message: CampaignMessage) -> Checked<ComposedRequest>? {
    guard let approval, let request = result?.value,
      let objection = approval.objection(to: message.id, request.digest.hex, at: message.mediaSubject)
    else { return result }
    return Checked(nil, (result?.diagnostics ?? []) + [objection])
  }

  /// - Returns: the request, or why it was refused; nil if a picture failed through no fault of the message.
  private func compose(_ message: CampaignMessage, _ pass: Pass) -> Checked<ComposedRequest>? {
    switch pass.shapes.result(for: ComposedShape.Key(message), { verdict(on: message, from: pass.media) }) {
    case .withheld: nil
    case .refused(let reasons): Checked(nil, reasons(message))
    case .good(let shape): shape.compose(message)
    }
  }

  private func verdict(on message: CampaignMessage, from media: PublishedMedia) -> ShapeVerdict {
    let files = message.media.files(on: message.platforms)
    let sources = files.map { (file: $0, source: media.source(of: $0, for: message)) }
    if sources.contains(where: { $0.source?.status == .failed }) { return .withheld }
    let refused = sources.filter { $0.source?.status != .published }
    guard refused.isEmpty else {
      let words = words(of: message)
      return .refused { message in
        refused.map { Diagnostic(.campaign("refusedPicture", $0.file), message.mediaSubject) }
          + (words?.objections(to: message) ?? [])
      }
    }
    var shown: [String: MessageMedia] = [:]
    for (file, source) in sources { shown[file] = source?.media(for: message.mediaSubject).value }
    let unusable = sources.filter { shown[$0.file] == nil }
    guard unusable.isEmpty else {
      return .refused { message in unusable.flatMap { Self.diagnostics(of: $0.source, $0.file, for: message) } }
    }
    let blank = sources.filter { $0.source?.isBlank == true }
    guard blank.isEmpty else {
      let words = words(of: message)
      return .refused { message in
        blank.map { Diagnostic(.campaign("blankPicture", $0.file), message.mediaSubject) }
          + (words?.objections(to: message) ?? [])
      }
    }
    // Warnings about the URL are reported for the base URL.
    return .good(ComposedShape(message, media: Self.media(of: message, shown), by: composer))
  }

  /// More would not be read.
  private static let mostIncomplete = 1000

  /// What is wrong with a message besides its pictures.
  private func objections(to message: CampaignMessage) -> [Diagnostic] {
    let message = defaults.applied(to: message)
    return words(of: message)?.objections(to: message) ?? []
  }

  private func words(of message: CampaignMessage) -> ComposedShape? {
    guard message.isWhole, message.title != nil || message.body != nil else { return nil }
    var message = message
    message.media = CampaignMedia()
    return ComposedShape(message, media: nil, by: composer)
  }

  /// Why a source cannot be shown: at least one error.
  private static func diagnostics(
    of source: PublishedMedia.Source?, _ file: String, for message: CampaignMessage
  ) -> [Diagnostic] {
    let diagnostics = source?.media(for: message.mediaSubject).diagnostics ?? []
    return diagnostics.contains { $0.severity == .error }
      ? diagnostics : diagnostics + [Diagnostic(.campaign("refusedPicture", file), message.mediaSubject)]
  }

  /// The media for each platform; nil for text. `shown`: those of its files.
  private static func media(of message: CampaignMessage, _ shown: [String: MessageMedia]) -> MessageMedia? {
    func found(_ platform: Platform) -> MessageMedia? {
      message.platforms.contains(platform) ? message.media[platform].flatMap { shown[$0] } : nil
    }
    let media = MessageMedia(android: found(.android)?.android, apple: found(.ios)?.apple, web: found(.web)?.web)
    return media == MessageMedia() ? nil : media
  }

  /// Every message with the defaults applied.
  func resolve(_ messages: CampaignIntake.Messages, from media: PublishedMedia) async -> [CampaignMessage] {
    await parts(of: messages, media).parts.picked { $0.map { defaults.applied(to: $0) } }
  }

  /// Every message as written, or as made from a picture, and the errors in the defaults.
  private func parts(
    of messages: CampaignIntake.Messages, _ media: PublishedMedia
  ) -> (parts: MessageParts, diagnostics: [Diagnostic]) {
    switch messages {
    case .written(let messages, _): return (MessageParts(StoredValues(messages)), [])
    case .table(let parts, _): return (parts, [])
    case .onePerPicture(let lack?): return (MessageParts([]), [lack])
    case .onePerPicture(nil):
      let files = media.published
      guard !files.isEmpty else { return (MessageParts([]), []) }
      let derived = Campaign.derived(from: files.lazy.map(\.path), defaults: defaults)
      let repeated = derived.value == nil ? [] : Campaign.repeatedPictures(files)
      return (MessageParts(derived.value ?? []), derived.diagnostics + repeated)
    }
  }
}

extension ComposedShape {
  fileprivate func objections(to message: CampaignMessage) -> [Diagnostic] {
    compose(message).diagnostics.filter { $0.severity == .error }
  }
}
