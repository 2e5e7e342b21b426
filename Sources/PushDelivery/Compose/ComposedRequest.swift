public import Findings

/// A request of a campaign that FCM's `messages:send` would accept and whose picture the clients would show, in every form
/// that is wanted.
///
/// The rules about fields, types and contents are checked before, so a request that breaks one cannot be constructed.
public struct ComposedRequest: Hashable, Sendable {
  public let id: MessageIdentifier
  /// The message by the names of the REST reference.
  package let node: JSONNode
  /// Whom it goes to.
  public let target: MessageTarget
  /// How large the message is on each platform; at most `ClientLimit.payloadBytes`.
  public let payload: PayloadEstimate
  /// The published files that it refers to: the still, then what moves.
  public let assetURLs: [String]
  /// Whether these are known to deliver what was published.
  public let proof: DeliveryProof
  /// What is to be written of it, in the order of the forms, validate-only twins last.
  public internal(set) var files: [File] = []

  /// A request in one form.
  public struct File: Hashable, Sendable {
    public let form: RequestForm
    /// Whether it asks FCM only to check the message.
    public let isValidateOnly: Bool
    /// The file, relative to the request folder.
    public let path: String
    /// Its bytes, or those that are added to the file of all requests.
    public let bytes: [UInt8]
    /// Header fields that must go with it, where it goes to a push service directly.
    public let headers: [String: String]

    /// Whether the file is that of all requests, to which this is added.
    public var isShared: Bool { if case .all = form.place { true } else { false } }
    /// Whether people may run it.
    public var isExecutable: Bool { if case .each(_, _, true) = form.place { true } else { false } }
    /// Whether it is the body of the request itself, alone in its file.
    public var isBody: Bool { form == .fcmV1 && !isValidateOnly }
  }

  /// Takes what is known to break no rule.
  init(
    good node: JSONNode, id: MessageIdentifier, target: MessageTarget, assetURLs: [String], proof: DeliveryProof
  ) {
    (self.id, self.node, self.target, self.assetURLs, self.proof) = (id, node, target, assetURLs, proof)
    payload = PayloadEstimate(of: node)
  }

  /// Adds to `diagnostics` what is wrong with the message; nil when an error is among it.
  ///
  /// - Parameters:
  ///   - proven: the URLs that are known to deliver what was published.
  ///   - isTrial: whether it may have names of templates and samples.
  ///   - now: the moment at which it is judged, in seconds since 1970; nil where nobody looks at what is over.
  package init?(
    _ message: Message, id: MessageIdentifier, assetURLs: [String] = [], proven: ProvenURLs = .only([]),
    isTrial: Bool = false, now: Int? = nil, subject: Diagnostic.Subject, reporting diagnostics: inout [Diagnostic]
  ) {
    var document = RequestDocument(composed: message.node)
    document.now = now
    let found = RequestRules.ofComposing(isTrial: isTrial).findings(about: subject, in: document)
    diagnostics += found
    guard !found.contains(where: { $0.severity == .error }) else { return nil }
    self.init(
      good: message.node, id: id, target: message.target, assetURLs: assetURLs, proof: proven.proof(of: assetURLs))
  }

  /// The message by the names of the REST reference.
  public var message: JSONValue { node.value }

  /// The body of the request as a value.
  ///
  /// - Parameter validateOnly: whether FCM is asked only to check the message and not to deliver it.
  public func body(validateOnly: Bool = false) -> JSONValue { bodyNode(validateOnly).value }

  private func bodyNode(_ isValidateOnly: Bool) -> JSONNode {
    JSONNode(object: [
      ("message", node), ("validate_only", isValidateOnly ? JSONNode(offset: 0, content: .bool(true)) : nil),
    ])
  }

  /// The body for people and version control: indented, keys sorted, a newline at the end; equal requests have equal bytes.
  public func bodyText(validateOnly: Bool = false) -> [UInt8] { JSONText.pretty(bodyNode(validateOnly)) }

  /// The body on one line, without a newline.
  public func bodyLine(validateOnly: Bool = false) -> [UInt8] { JSONText.compact(bodyNode(validateOnly)) }

  /// Whether Apple's systems have a picture to show.
  package var hasApplePicture: Bool { node["apns", "fcm_options", "image"] != nil }
}

extension [Rule<RequestDocument>] {
  /// What breaks any of the rules. Reminders are for those who wrote the request; of one that is composed nobody did.
  func findings(about subject: Diagnostic.Subject, in document: RequestDocument) -> [Diagnostic] {
    diagnostics(about: subject, in: document).filter { $0.severity > .note }
  }
}

/// Whether all URLs of a request were loaded as clients load them, and delivered the very bytes that were published.
///
/// Each form with comments says it in a line of its own; a body of FCM's API has no field for it, so that the index of the request
/// folder alone says it of those.
public enum DeliveryProof: String, Hashable, Sendable, Codable {
  case proven
  case unproven

  /// What a comment says of it, on one line.
  public var sentence: String {
    switch self {
    case .proven: "Proven: its URLs deliver what was published."
    case .unproven: "Unproven: nobody has loaded its URLs yet; `richpush verify` does."
    }
  }

  /// A file of requests in which every such comment says this. JSON and the literals of programs have no line break
  /// within a text, so that no line of a message can look like one.
  public func marking(_ file: [UInt8]) -> [UInt8] {
    let former: DeliveryProof = self == .proven ? .unproven : .proven
    let newline = UInt8(ascii: "\n")
    let marks = ["# ", "// "].map { Array(($0 + former.sentence).utf8) }
    let lines = file.split(separator: newline, omittingEmptySubsequences: false).map { line -> ArraySlice<UInt8> in
      let text = line.drop { $0 == UInt8(ascii: " ") }
      guard marks.contains(where: text.elementsEqual) else { return line }
      return line.dropLast(former.sentence.utf8.count) + Array(sentence.utf8)
    }
    return Array(lines.joined(separator: [newline]))
  }
}

/// Which URLs are known to deliver what was published.
public enum ProvenURLs: Hashable, Sendable {
  /// All to which a request may refer: each was loaded before.
  case all
  case only(Set<String>)

  /// Of a request that refers to these; one that refers to none has nothing to prove.
  package func proof(of urls: [String]) -> DeliveryProof {
    switch self {
    case .all: .proven
    case .only(let proven): urls.allSatisfy(proven.contains) ? .proven : .unproven
    }
  }
}
