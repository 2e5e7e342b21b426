public import Findings

/// A request of a campaign that FCM's `messages:send` would accept and whose picture the clients would show, in every wanted form.
///
/// The rules about fields, types and contents run before, so a request that breaks one cannot be constructed.
public struct ComposedRequest: Hashable, Sendable {
  public let id: MessageIdentifier
  /// The message by the names of the REST reference.
  package let node: JSONNode
  /// Its target.
  public let target: MessageTarget
  /// The message's size on each platform; at most `ClientLimit.payloadBytes`.
  public let payload: PayloadEstimate
  /// The published files that it refers to: first the still.
  public let assetURLs: [String]
  /// Whether these surely deliver the published bytes.
  public let proof: DeliveryProof
  /// Its files, in the order of the forms, validate-only twins last.
  public internal(set) var files: [File] = []

  /// A request in one form.
  public struct File: Hashable, Sendable {
    public let form: RequestForm
    /// Whether it asks FCM only to check the message.
    public let isValidateOnly: Bool
    /// The file, relative to the request folder.
    public let path: String
    /// Its bytes, or those that it adds to the shared file.
    public let bytes: [UInt8]
    /// Header fields that it needs if it goes to a push service directly.
    public let headers: [String: String]

    /// Whether all requests share the file.
    public var isShared: Bool { if case .all = form.place { true } else { false } }
    /// Whether you may run it.
    public var isExecutable: Bool { if case .each(_, _, true) = form.place { true } else { false } }
    /// Whether the file holds only the body of the request.
    public var isBody: Bool { form == .fcmV1 && !isValidateOnly }
  }

  /// Takes one that breaks no rule.
  package init(
    good node: JSONNode, id: MessageIdentifier, target: MessageTarget, assetURLs: [String], proof: DeliveryProof
  ) {
    (self.id, self.node, self.target, self.assetURLs, self.proof) = (id, node, target, assetURLs, proof)
    payload = PayloadEstimate(of: node)
  }

  /// The message by the names of the REST reference.
  public var message: JSONValue { node.value }

  /// The request's body as a value.
  ///
  /// - Parameter validateOnly: whether FCM only checks the message and does not deliver it.
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

  /// Whether its message has a link of which phones are told nothing. `message`: with the defaults applied.
  package func hidesLink(of message: CampaignMessage) -> Bool {
    guard message.link != nil, !message.platforms.isDisjoint(with: [.android, .ios]), node["data"] == nil else {
      return false
    }
    let options = [["android", "notification", "click_action"], ["apns", "payload", "aps", "category"]]
    return !options.contains { node.node(at: $0) != nil }
  }
}

/// Whether all URLs of a request were loaded as clients load them, and delivered exactly the published bytes. The index of the request
/// folder says it.
public enum DeliveryProof: String, Hashable, Sendable, Codable { case proven, unproven }

/// URLs known to deliver the published bytes.
public enum ProvenURLs: Hashable, Sendable {
  /// All that a request may refer to: each was loaded before.
  case all
  case only(Set<String>)

  /// The proof for a request with these URLs; without URLs it needs none.
  package func proof(of urls: [String]) -> DeliveryProof {
    switch self {
    case .all: .proven
    case .only(let proven): urls.allSatisfy(proven.contains) ? .proven : .unproven
    }
  }
}

/// Writes requests in one form, either as those that FCM delivers or as their validate-only twins.
public struct RequestWriter: Sendable {
  public let form: RequestForm
  /// Whether FCM only checks the message.
  public let isValidateOnly: Bool
  private let project: String

  /// nil if the form names the project and that is unknown.
  init?(_ form: RequestForm, for project: ProjectIdentifier?, isValidateOnly: Bool) {
    guard project != nil || !form.needsProject else { return nil }
    (self.form, self.isValidateOnly, self.project) = (form, isValidateOnly, project?.rawValue ?? "")
  }

  /// The file of this identifier's request, relative to the request folder.
  func path(of id: MessageIdentifier) -> String { folder + form.place.path(of: id) }

  /// The request in this form.
  ///
  /// - Throws: `FormatError` if the form cannot express a field.
  package func file(of request: ComposedRequest) throws(FormatError) -> ComposedRequest.File {
    ComposedRequest.File(
      form: form, isValidateOnly: isValidateOnly, path: path(of: request.id),
      bytes: try form.bytes(request, isValidateOnly, project), headers: form.headers(request))
  }

  /// The shared file and the programs next to it, relative to the request folder, with their first bytes; empty if each request has a
  /// separate file.
  public var sharedFiles: [(path: String, opening: [UInt8])] {
    guard case .all(let own, let name, let programs) = form.place else { return [] }
    return [(folder + own + name, [])] + programs.map { (folder + $0, Array(EmbeddedFile.text($0).utf8)) }
  }

  private var folder: String { isValidateOnly ? RequestFolderLayout.validateOnlyFolder : "" }
}

/// The places of the request forms in the request folder, and so the files that belong to richpush.
///
/// Scripts send every `*.json` directly in the folder, so only requests have such names there, except the index.
public struct RequestFolderLayout: Sendable {
  /// The folder of the validate-only twins: each has the same place in it as its request in the main one.
  public static let validateOnlyFolder = "validate-only/"

  /// The folders of richpush's files, each ending in a slash and before those inside it. The first is the request folder.
  public let folders: [String]
  private let forms: [RequestForm]

  /// - Parameter forms: all of them, not only those wanted now: other files are from earlier runs.
  public init(of forms: [RequestForm] = RequestForm.all) {
    self.forms = forms
    let twins = forms.filter(\.hasValidateOnlyTwin)
    folders = Self.folders(of: forms) + Self.folders(of: twins).map { Self.validateOnlyFolder + $0 }
  }

  private static func folders(of forms: [RequestForm]) -> [String] {
    [""] + Set(forms.map(\.place.folder)).subtracting([""]).sorted()
  }

  /// Whether a name in one of `folders` is ours.
  public func owns(_ name: String, in folder: String) -> Bool {
    guard !name.hasPrefix(".") else { return false }
    let isValidateOnly = folder.hasPrefix(Self.validateOnlyFolder)
    let place = isValidateOnly ? String(folder.dropFirst(Self.validateOnlyFolder.count)) : folder
    return forms.contains { form in
      (form.hasValidateOnlyTwin || !isValidateOnly) && form.place.folder == place && form.place.has(name)
    }
  }
}
