import Essentials
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

  /// How many messages one task composes: enough to make handing over cheap, few enough to save memory.
  private static let chunkSize = 250

  /// Values shared by all tasks of one composition.
  private struct Pass: Sendable {
    let shapes: ComposedShapes
    let former: FormerAudience?
    let kept: Int
  }

  /// Every message as a request or as a refusal, in the order of the campaign, on all processors.
  ///
  /// - Parameters:
  ///   - incomplete: messages whose files are missing: what else is wrong with them is reported in the same round.
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
    composition.diagnostics += baseURLWarnings() + incomplete.prefix(Self.mostIncomplete).flatMap(objections)
    let pass = Pass(shapes: ComposedShapes(), former: former, kept: kept)
    func take(_ part: ComposedPart) throws(PipelineError) {
      composition.requests += part.shown.prefix(kept - composition.requests.count)
      try PipelineError.wrapping(try composition.add(part))
      try write(part.requests)
    }
    if case .table(let table, _) = messages {
      try await compose(table, from: media, pass, take)
    } else {
      let (written, diagnostics) = written(messages, from: media)
      composition.diagnostics += diagnostics
      try await compose(written, from: media, pass, take)
    }
    return composition
  }

  private func compose(
    _ messages: [CampaignMessage], from media: PublishedMedia, _ pass: Pass,
    _ take: (ComposedPart) throws(PipelineError) -> Void
  ) async throws(PipelineError) {
    let chunks = stride(from: 0, to: messages.count, by: Self.chunkSize).map {
      messages[$0..<min($0 + Self.chunkSize, messages.count)]
    }
    try await chunks.forEachInOrder(
      atMost: ProcessInfo.processInfo.activeProcessorCount + 1, { compose($0, from: media, pass) }, consume: take)
  }

  private func compose(
    _ table: TableMessages, from media: PublishedMedia, _ pass: Pass,
    _ take: (ComposedPart) throws(PipelineError) -> Void
  ) async throws(PipelineError) {
    try await table.forEachPart(transform: { compose($0[...], from: media, pass) }, consume: take)
  }

  private func compose(
    _ messages: ArraySlice<CampaignMessage>, from media: PublishedMedia, _ pass: Pass
  ) -> ComposedPart {
    var composed = ComposedPart(keeping: pass.kept, after: pass.former)
    for message in messages {
      let message = defaults.applied(to: message)
      let result = compose(message, from: media, pass.shapes)
      composed.add(message, approved(result, message), shown: result?.value)
    }
    return composed
  }

  /// A request as composed, or why it is not the approved one.
  private func approved(_ result: Checked<ComposedRequest>?, _ message: CampaignMessage) -> Checked<ComposedRequest>? {
    guard let approval, let request = result?.value,
      let objection = approval.objection(to: message.id, request.digest.hex, at: message.subject)
    else { return result }
    return Checked(nil, (result?.diagnostics ?? []) + [objection])
  }

  /// - Returns: the request, or why it was refused; nil if a picture failed through no fault of the message.
  private func compose(
    _ message: CampaignMessage, from media: PublishedMedia, _ shapes: ComposedShapes
  ) -> Checked<ComposedRequest>? {
    switch shapes.verdict(on: ComposedShape.Key(message), { verdict(on: message, from: media) }) {
    case .withheld: nil
    case .refused(let files, let words):
      Checked(nil, files.map { .refusedPicture($0, message) } + (words?.objections(to: message) ?? []))
    case .blank(let files, let words):
      Checked(nil, files.map { .blankPicture($0, message) } + (words?.objections(to: message) ?? []))
    case .unusable(let files): Checked(nil, files.flatMap { diagnostics(of: $0.source, $0.file, for: message) })
    case .good(let shape): shape.compose(message)
    }
  }

  private func verdict(on message: CampaignMessage, from media: PublishedMedia) -> ComposedShapes.Verdict {
    let files = message.media.files(on: message.platforms)
    let sources = files.map { (file: $0, source: media.source(of: $0, for: message)) }
    if sources.contains(where: { $0.source?.status == .failed }) { return .withheld }
    let refused = sources.filter { $0.source?.status != .published }
    guard refused.isEmpty else { return .refused(refused.map(\.file), words: words(of: message)) }
    let unusable = sources.filter { $0.source?.media == nil }
    guard unusable.isEmpty else { return .unusable(unusable) }
    let blank = sources.filter { $0.source?.isBlank == true }
    guard blank.isEmpty else { return .blank(blank.map(\.file), words: words(of: message)) }
    // Warnings about the URL are reported for the base URL.
    return .good(ComposedShape(message, media: self.media(of: message, from: media), by: composer))
  }

  /// More would not be read.
  private static let mostIncomplete = 1000

  /// What is wrong with a message besides its pictures.
  private func objections(to message: CampaignMessage) -> [Diagnostic] {
    let message = defaults.applied(to: message)
    return words(of: message)?.objections(to: message) ?? []
  }

  private func words(of message: CampaignMessage) -> ComposedShape? {
    guard message.title != nil || message.body != nil else { return nil }
    var message = message
    message.media = CampaignMedia()
    return ComposedShape(message, media: nil, by: composer)
  }

  /// Why a source cannot be shown: at least one error.
  private func diagnostics(
    of source: PublishedMedia.Source?, _ file: String, for message: CampaignMessage
  ) -> [Diagnostic] {
    let diagnostics = source?.diagnostics(for: message.subject) ?? []
    return diagnostics.contains { $0.severity == .error } ? diagnostics : diagnostics + [.refusedPicture(file, message)]
  }

  /// The media for each platform; nil for text.
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

  /// Every message with the defaults applied.
  func resolve(_ messages: CampaignIntake.Messages, from media: PublishedMedia) async -> [CampaignMessage] {
    guard case .table(let table, _) = messages else {
      return written(messages, from: media).messages.map { defaults.applied(to: $0) }
    }
    return await table.picked { $0.map { defaults.applied(to: $0) } }
  }

  /// Every message as written, or as made from a picture, and the errors in the defaults.
  private func written(
    _ messages: CampaignIntake.Messages, from media: PublishedMedia
  ) -> (messages: [CampaignMessage], diagnostics: [Diagnostic]) {
    switch messages {
    case .written(let messages, _): return (messages, [])
    case .table: return ([], [])
    case .onePerPicture(let lack?): return ([], [lack])
    case .onePerPicture(nil):
      let paths = media.publishedPaths
      guard !paths.isEmpty else { return ([], []) }
      let derived = Campaign.derived(from: paths, defaults: defaults)
      guard let messages = derived.value?.messages else { return ([], derived.diagnostics) }
      return (messages, derived.diagnostics + Campaign.repeatedPictures(paths, digests: media.sourceDigests))
    }
  }

  /// Once for all messages.
  private func baseURLWarnings() -> [Diagnostic] {
    BaseURL.diagnostics(ofFilesUnder: baseURL, at: .init(.destination, baseURL), isTrial: composer.isTrial)
      .filter { $0.severity == .warning }
  }
}

extension ComposedShape {
  fileprivate func objections(to message: CampaignMessage) -> [Diagnostic] {
    compose(message).diagnostics.filter { $0.severity == .error }
  }
}

extension CampaignMessage {
  var subject: Diagnostic.Subject { mediaSubject }
}

extension Diagnostic {
  fileprivate static func refusedPicture(_ file: String, _ message: CampaignMessage) -> Diagnostic {
    Diagnostic(
      .messageImageRefused, message.subject, "its picture \(file) was refused, so the message would be text only")
  }

  fileprivate static func blankPicture(_ file: String, _ message: CampaignMessage) -> Diagnostic {
    Diagnostic(
      .messageBlankPicture, message.subject,
      "every pixel of its picture \(file) has the same colour, so people would see an empty area")
  }
}
