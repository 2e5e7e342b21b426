import Essentials
import Findings
import PushDelivery

/// Makes the requests of a whole campaign from its messages and what was published of their pictures.
struct CampaignComposer: Sendable {
  private let composer: RequestComposer
  private let defaults: MessageDefaults
  private let baseURL: String

  /// For those who ask only whether a message has a request: where no project is known, the forms that name it are left out.
  ///
  /// - Parameter proven: the URLs that are known to deliver what was published.
  init(_ settings: PipelineSettings, proven: ProvenURLs = .only([])) {
    var compose = settings.configuration.compose
    compose.proven = proven
    composer = RequestComposer(settings: compose, now: settings.now)
    defaults = settings.configuration.messageDefaults
    baseURL = settings.baseURL
  }

  /// For a run, which writes every form that is wanted.
  ///
  /// - Throws: `PipelineError.campaign` when a form needs to know the project and it is nowhere to be found.
  init(writing settings: PipelineSettings, proven: ProvenURLs) throws(PipelineError) {
    let diagnostics = settings.configuration.missingProject()
    guard diagnostics.isEmpty else { throw .campaign(diagnostics) }
    self.init(settings, proven: proven)
  }

  /// What has written the requests' forms.
  var writers: [RequestWriter] { composer.writers }

  /// How many messages one task composes: so many that handing them over costs little, so few that memory does not grow.
  private static let chunkSize = 250

  /// Every message as a request or as a refusal, in the order of the campaign, on all processors.
  ///
  /// - Parameters:
  ///   - kept: how many requests are kept for whoever shows them.
  ///   - write: given the requests in that order, some at a time; the others are not kept.
  /// - Throws: what `write` throws; and where a table cannot be read any more.
  func compose(
    _ messages: CampaignIntake.Messages, from media: PublishedMedia, keeping kept: Int = 0,
    write: (RequestBatch) throws(PipelineError) -> Void
  ) async throws(PipelineError) -> CampaignComposition {
    var composition = CampaignComposition()
    composition.outcomes.append(contentsOf: messages.refused.map { RequestOutcome(id: $0, status: .refused) })
    composition.diagnostics += baseURLWarnings()
    let shapes = ComposedShapes()
    func take(_ part: ComposedPart) throws(PipelineError) {
      composition.requests += part.good.prefix(kept - composition.requests.count)
      do { try composition.add(part) } catch { throw .fileSystem(error) }
      try write(part.requests)
    }
    if case .table(let table, _) = messages {
      try await compose(table, from: media, shapes, keeping: kept, take)
    } else {
      let (written, diagnostics) = written(messages, from: media)
      composition.diagnostics += diagnostics
      try await compose(written, from: media, shapes, keeping: kept, take)
    }
    return composition
  }

  private func compose(
    _ messages: [CampaignMessage], from media: PublishedMedia, _ shapes: ComposedShapes, keeping kept: Int,
    _ take: (ComposedPart) throws(PipelineError) -> Void
  ) async throws(PipelineError) {
    let chunks = stride(from: 0, to: messages.count, by: Self.chunkSize).map {
      messages[$0..<min($0 + Self.chunkSize, messages.count)]
    }
    try await chunks.forEachInOrder(atMost: ProcessInfo.processInfo.activeProcessorCount + 1) { chunk in
      compose(chunk, from: media, shapes, keeping: kept)
    } consume: { part throws(PipelineError) in
      try take(part)
    }
  }

  private func compose(
    _ table: TableMessages, from media: PublishedMedia, _ shapes: ComposedShapes, keeping kept: Int,
    _ take: (ComposedPart) throws(PipelineError) -> Void
  ) async throws(PipelineError) {
    try await table.forEachPart { part in
      compose(part.messages[...], from: media, shapes, keeping: kept)
    } consume: { part throws(PipelineError) in
      try take(part)
    }
  }

  private func compose(
    _ messages: ArraySlice<CampaignMessage>, from media: PublishedMedia, _ shapes: ComposedShapes, keeping kept: Int
  ) -> ComposedPart {
    var composed = ComposedPart(keeping: kept)
    for message in messages {
      let message = defaults.applied(to: message)
      composed.add(message, compose(message, from: media, shapes))
    }
    return composed
  }

  /// - Returns: the request, or the reasons why it was refused; nil if a picture was not finished and the message is not the cause.
  private func compose(
    _ message: CampaignMessage, from media: PublishedMedia, _ shapes: ComposedShapes
  ) -> Checked<ComposedRequest>? {
    switch shapes.verdict(on: ComposedShape.Key(message), { verdict(on: message, from: media) }) {
    case .withheld: nil
    case .refused(let files): Checked(nil, files.map { .refusedPicture($0, message) })
    case .unusable(let files): Checked(nil, files.flatMap { diagnostics(of: $0.source, $0.file, for: message) })
    case .good(let shape): shape.compose(message)
    }
  }

  private func verdict(on message: CampaignMessage, from media: PublishedMedia) -> ComposedShapes.Verdict {
    let files = message.media.files(on: message.platforms)
    let sources = files.map { (file: $0, source: media.source(of: $0, for: message)) }
    if sources.contains(where: { $0.source?.status == .failed }) { return .withheld }
    let refused = sources.filter { $0.source?.status != .published }
    guard refused.isEmpty else { return .refused(refused.map(\.file)) }
    let unusable = sources.filter { $0.source?.media == nil }
    guard unusable.isEmpty else { return .unusable(unusable) }
    // Warnings about the URL hold for the base URL and are said there.
    return .good(ComposedShape(message, media: self.media(of: message, from: media), by: composer))
  }

  /// Why nothing can be shown of a source: at least one error.
  private func diagnostics(
    of source: PublishedMedia.Source?, _ file: String, for message: CampaignMessage
  ) -> [Diagnostic] {
    let diagnostics = source?.diagnostics(for: message.subject) ?? []
    return diagnostics.contains { $0.severity == .error } ? diagnostics : diagnostics + [.refusedPicture(file, message)]
  }

  /// What each platform shows; nil for text alone.
  private func media(of message: CampaignMessage, from published: PublishedMedia) -> MessageMedia? {
    var media = MessageMedia()
    for platform in Platform.allCases where message.platforms.contains(platform) {
      guard let file = message.media[platform] else { continue }
      let found = published.source(of: file, for: message)?.media
      switch platform {
      case .android: media.android = found?.android
      case .ios: media.apple = found?.apple
      case .web: media.web = found?.web
      }
    }
    return media == MessageMedia() ? nil : media
  }

  /// Every message with what the defaults give it.
  ///
  /// - Throws: `PipelineError` where a table cannot be read any more.
  func resolve(
    _ messages: CampaignIntake.Messages, from media: PublishedMedia
  ) async throws(PipelineError) -> [CampaignMessage] {
    guard case .table(let table, _) = messages else {
      return written(messages, from: media).messages.map { defaults.applied(to: $0) }
    }
    var all: [CampaignMessage] = []
    try await table.forEachPart { part in
      part.messages
    } consume: { messages throws(PipelineError) in
      all += messages.map { defaults.applied(to: $0) }
    }
    return all
  }

  /// Every message as it was written, or as a picture makes it, and what is wrong with the defaults.
  private func written(
    _ messages: CampaignIntake.Messages, from media: PublishedMedia
  ) -> (messages: [CampaignMessage], diagnostics: [Diagnostic]) {
    switch messages {
    case .written(let messages, _): return (messages, [])
    case .table: return ([], [])
    case .onePerPicture:
      let paths = media.publishedPaths
      guard !paths.isEmpty else { return ([], []) }
      let derived = Campaign.derived(from: paths, defaults: defaults)
      guard let messages = derived.value?.messages else { return ([], derived.diagnostics) }
      return (messages, derived.diagnostics + RepeatedPictures(paths, digests: media.sourceDigests).diagnostics)
    }
  }

  /// Said once for all messages.
  private func baseURLWarnings() -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    _ = BaseURL(baseURL, subject: .init(.destination, baseURL), reporting: &diagnostics)
    return diagnostics.filter { $0.severity != .error }
  }
}

extension CampaignMessage {
  var subject: Diagnostic.Subject { mediaSubject }
}

extension Diagnostic {
  fileprivate static func refusedPicture(_ file: String, _ message: CampaignMessage) -> Diagnostic {
    Diagnostic(
      .messageImageRefused, message.subject,
      "its picture \(file) was refused, so it would go out as text alone",
      remedy: "mend the picture as its own message says, or remove it from this message")
  }
}
