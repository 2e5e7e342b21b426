public import Findings

/// A message without its texts, composed and checked once for all messages that differ only in texts.
///
/// Each message's texts are filled in. Then only those rules run again that read texts which these messages have, or that reported on the
/// shape.
package struct ComposedShape: Sendable {
  private let composer: RequestComposer
  private let sections: MessageSections
  /// Its first message, as rules read it.
  private let document: RequestDocument
  private let rules: [Rule<RequestDocument>]
  private let urls: [String]
  private let proof: DeliveryProof
  /// Whether the author's own fields can be written as JSON.
  private let isWritable: Bool
  /// Whether the message names a picture, but none was published.
  private let lacksImage: Bool
  private let mayHaveLinks: Bool
  private let link: Key.Link
  private let addresses = AddressMemory()

  /// Equal for messages that differ only in texts: their shape, and which texts they have.
  package struct Key: Hashable, Sendable {
    private let shape: MessageShape
    private let target: MessageTarget.Kind
    private let hasTitle: Bool
    private let hasBody: Bool
    fileprivate let link: Link

    /// Whether a tap opens a URL.
    fileprivate enum Link { case none, usable, unusable }

    /// - Parameter message: with the defaults applied.
    package init(_ message: CampaignMessage) {
      (shape, target) = (message.shape, message.target.kind)
      (hasTitle, hasBody) = (message.title != nil, message.body != nil)
      link = message.link.map { HTTPSLink(rawValue: $0) == nil ? .unusable : .usable } ?? .none
    }
  }

  /// `message`: any message of the shape, with the defaults applied. `media`: the published files; nil for text only.
  package init(_ message: CampaignMessage, media: MessageMedia?, by composer: RequestComposer) {
    let settings = composer.settings
    let sections = MessageSections(message.shape, media: media, settings)
    link = Key(message).link
    let node = sections.message(message, link: link == .usable ? message.link : nil)
    let (texts, hasOverrides) = (message.texts, !message.overrides.all.isEmpty)
    var document = RequestDocument(composed: node, hasOverrides: hasOverrides)
    document.now = composer.now
    self.document = document
    // If you set that header, you already know its limits.
    let silenced = settings.webpushImageHeader ? RequestRules.webImageHeader.description.id : nil
    rules = composer.question.rules.requests.filter { rule in
      rule.description.id != silenced && (hasOverrides || !RequestRules.ofOverrides.contains(rule.description.id))
        && (!rule.reads.isDisjoint(with: texts) || !rule.find(document).isEmpty)
    }
    (self.composer, self.sections, urls) = (composer, sections, media?.urls ?? [])
    proof = settings.proven.proof(of: urls)
    isWritable = message.overrides.all.allSatisfy(\.isFinite)
    lacksImage = !message.media.isEmpty && media == nil
    mayHaveLinks = hasOverrides || !texts.isDisjoint(with: [.link, .data])
  }

  /// The request of a message of this shape, or all errors that keep it from being shown. `message`: with the defaults applied.
  package func compose(_ message: CampaignMessage) -> Checked<ComposedRequest> {
    let id = MessageIdentifier(rawValue: message.id)
    var diagnostics = ownDiagnostics(of: message, hasIdentifier: id != nil)
    guard isWritable else {
      return Checked(nil, diagnostics + [Diagnostic(ErrorWords("message", "json"), message.origin)])
    }
    var document = document.holding(sections.message(message, link: link == .usable ? message.link : nil))
    document.origin = { message.place(ofField: $0) }
    var found = rules.diagnostics(about: message.origin, in: document)
    if mayHaveLinks {
      found += document.linkFindings(composer.question, addresses).map {
        $0.finding.diagnostic(of: $0.rule, about: message.origin)
      }
    }
    // Reminders are for authors of requests; a composed one has none.
    found.removeAll { $0.severity == .note }
    diagnostics += found
    guard !found.contains(where: { $0.severity == .error }) else { return Checked(nil, diagnostics) }
    var request = ComposedRequest(
      good: document.message, id: id ?? .standIn, target: message.target, assetURLs: urls, proof: proof)
    request.files = files(of: request, subject: message.origin, reporting: &diagnostics)
    return Checked(request, diagnostics)
  }

  private func ownDiagnostics(of message: CampaignMessage, hasIdentifier: Bool) -> [Diagnostic] {
    var found: [Diagnostic] = []
    if !hasIdentifier {
      found.append(Diagnostic(ErrorWords("message", "identifier"), message.places[.id] ?? message.origin))
    }
    if lacksImage {
      found.append(Diagnostic(ErrorWords("message", "unpublished"), message.places[.media] ?? message.origin))
    }
    if link == .unusable, let link = message.link { found.append(.unusableLink(link, message.linkSubject)) }
    if let key = composer.settings.linkDataKey, let link = message.link,
      let index = message.shape.dataKeys.firstIndex(of: key), !["", link].contains(message.dataValues[index])
    {
      let words = ErrorWords("message", "twoLinks", [key, message.dataValues[index].quoted, link.quoted])
      found.append(Diagnostic(words, message.linkSubject, severity: .warning))
    }
    return found
  }

  private func files(
    of request: ComposedRequest, subject: Diagnostic.Subject, reporting diagnostics: inout [Diagnostic]
  ) -> [ComposedRequest.File] {
    composer.writers.compactMap { writer in
      do throws(FormatError) { return try writer.file(of: request) } catch {
        // A validate-only twin has the same error.
        guard !writer.isValidateOnly else { return nil }
        let place = error.path.isEmpty ? "the message" : error.path.joined(separator: ".").quoted
        let words = ErrorWords("message", "form", [place, writer.form.name.quoted, error.reason])
        diagnostics.append(Diagnostic(words, subject))
        return nil
      }
    }
  }
}

extension CampaignMessage {
  /// The texts in which others of its shape may differ from it.
  fileprivate var texts: Set<ReadText> {
    var texts: Set<ReadText> = [.target]
    if title != nil || body != nil { texts.insert(.words) }
    if link != nil { texts.insert(.link) }
    if !shape.dataKeys.isEmpty { texts.insert(.data) }
    return texts
  }
}

extension MessageOverrides {
  fileprivate var all: [JSONValue] { [android, apns, webpush].compactMap(\.self) }
}

extension Diagnostic {
  static func unusableLink(_ link: String, _ subject: Subject) -> Diagnostic {
    let name = HTTPSLink.opensApp(link) ? "appLink" : "link"
    return Diagnostic(ErrorWords("message", name, [link.quoted, HTTPSLink.fault(of: link)]), subject)
  }
}

/// Makes send requests from a campaign's messages and their published files, in every wanted form.
public struct RequestComposer: Sendable {
  package let settings: ComposeSettings
  let now: Int?
  /// How to check the links of messages: as they will be in the requests.
  let question: RequestFile.Question
  /// One for each form, then one for each form of the validate-only twins. Without a project, the forms that need one are left out: see
  /// `ComposeSettings.lacksProject`.
  public let writers: [RequestWriter]

  /// - Parameter now: the time of the check, in seconds since 1970; nil to ignore expiry.
  public init(settings: ComposeSettings = .init(), now: Int? = nil) {
    (self.settings, self.now) = (settings, now)
    question = RequestFile.Question(
      now: now ?? 0, isTrial: settings.isTrial, rules: settings.isTrial ? RuleCatalog.standard.forTrial : .standard)
    let twins = settings.hasValidateOnlyTwins ? settings.forms.filter(\.hasValidateOnlyTwin) : []
    writers =
      settings.forms.compactMap { RequestWriter($0, for: settings.project, isValidateOnly: false) }
      + twins.compactMap { RequestWriter($0, for: settings.project, isValidateOnly: true) }
  }

  /// Makes the request of one message, or reports all errors that keep it from being shown. A message that one of the forms cannot express
  /// is refused as a whole: all forms hold the same set.
  ///
  /// - Parameters:
  ///   - message: The message with the campaign's defaults applied (`MessageDefaults.applied(to:)`).
  ///   - media: The published files; nil for text only. A message that names a picture is refused without them.
  public func compose(_ message: CampaignMessage, media: MessageMedia?) -> Checked<ComposedRequest> {
    ComposedShape(message, media: media, by: self).compose(message)
  }
}

/// How requests are written.
public struct ComposeSettings: Hashable, Sendable {
  /// The data key where the apps find the link; nil: the link is only for web push.
  public var linkDataKey: String?
  /// Also write the image into `webpush.headers.image`, which Google's sample has and no client reads.
  public var webpushImageHeader: Bool
  /// The forms to write; at least one, each once.
  public var forms: [RequestForm]
  /// The Firebase project that the requests go to, which some forms name.
  public var project: ProjectIdentifier?
  /// Whether each request also has a twin that FCM only checks.
  public var hasValidateOnlyTwins: Bool
  /// Whether requests are never sent, so that they may contain names of templates and samples.
  public var isTrial: Bool
  /// URLs known to deliver the published bytes.
  public var proven: ProvenURLs

  public init(
    linkDataKey: String? = nil, webpushImageHeader: Bool = false, forms: [RequestForm] = [.fcmV1],
    project: ProjectIdentifier? = nil, hasValidateOnlyTwins: Bool = false, isTrial: Bool = false,
    proven: ProvenURLs = .only([])
  ) {
    (self.linkDataKey, self.webpushImageHeader, self.forms) = (linkDataKey, webpushImageHeader, forms)
    (self.project, self.hasValidateOnlyTwins, self.isTrial) = (project, hasValidateOnlyTwins, isTrial)
    self.proven = proven
  }

  /// Whether a form names the project of the requests, but it is unknown.
  public var lacksProject: Bool { project == nil && forms.contains(where: \.needsProject) }
}
