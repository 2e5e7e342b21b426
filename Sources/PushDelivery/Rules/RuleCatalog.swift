public import Findings

/// All findings that richpush has, as a value: the rules of a check by their subjects, and the incidents.
///
/// Add a rule to the list of its subject (such as `MediaRules.all`). To check, list, explain or document rules, you need only a catalog.
public struct RuleCatalog: Sendable {
  /// The rules for a picture or video file.
  public let media: [Rule<MediaFile>]
  /// The rules for the text of a URL.
  public private(set) var urls: [Rule<URLCandidate>]
  /// The rules for a server's answers.
  public let responses: [Rule<HostedAsset>]
  /// The rules for one send request.
  public private(set) var requests: [Rule<RequestDocument>]
  /// The rules for a file of requests as a whole.
  public let requestFiles: [Rule<RequestFile>]
  /// The description of every rule, including those that decoders check; sorted by identifier.
  public let descriptions: [RuleDescription]
  /// Sorted by identifier.
  public let incidents: [Incident]
  /// Any identifier that a diagnostic may carry, sorted.
  public let identifiers: [RuleIdentifier]

  /// - Parameter decoding: the rules without a function, because decoders check them.
  package init(
    media: [Rule<MediaFile>] = [], decoding: [RuleDescription] = [], urls: [Rule<URLCandidate>] = [],
    responses: [Rule<HostedAsset>] = [], requests: [Rule<RequestDocument>] = [],
    requestFiles: [Rule<RequestFile>] = [], incidents: [Incident] = []
  ) {
    self.media = media
    self.urls = urls
    self.responses = responses
    self.requests = requests
    self.requestFiles = requestFiles
    self.incidents = incidents.sorted { $0.id.rawValue < $1.id.rawValue }
    descriptions =
      (media.map(\.description) + decoding + urls.map(\.description) + responses.map(\.description)
      + requests.map(\.description) + requestFiles.map(\.description)).sorted { $0.id.rawValue < $1.id.rawValue }
    identifiers = Set(descriptions.map(\.id) + incidents.map(\.id)).sorted { $0.rawValue < $1.rawValue }
  }

  /// The rules and incidents of richpush.
  public static let standard = RuleCatalog(
    media: MediaRules.all, decoding: DecodingRules.all, urls: URLRules.all, responses: ResponseRules.all,
    requests: RequestRules.all, requestFiles: RequestFileRules.all, incidents: Incident.all)
}

extension RuleCatalog {
  /// The catalog for a trial, which may use reserved names and those of templates. It describes every rule.
  public var forTrial: RuleCatalog {
    var catalog = self
    catalog.urls.removeAll { URLRules.reservedHost.description.id == $0.description.id }
    catalog.requests.removeAll { RequestRules.placeholder.description.id == $0.description.id }
    return catalog
  }

  /// The rule of this name; nil without one.
  public func rule(_ id: RuleIdentifier) -> RuleDescription? { descriptions.first { $0.id == id } }

  /// The incident of this name; nil without one.
  public func incident(_ id: RuleIdentifier) -> Incident? { incidents.first { $0.id == id } }

  /// The name that you probably meant; nil if none is close.
  public func nearest(to name: String) -> RuleIdentifier? {
    NearestName.near(name, among: identifiers.map(\.rawValue)).map { RuleIdentifier(rawValue: $0) }
  }

  /// The parts before the dot of identifiers, sorted: `http`, `ios`.
  package var groups: [String] {
    Set(identifiers.compactMap { $0.rawValue.split(separator: ".").first.map(String.init) }).sorted()
  }

  /// The group that you probably meant, by a name without a dot; nil if none is close.
  package func nearestGroup(to name: String) -> String? {
    name.contains(".") ? nil : NearestName.near(name, among: groups)
  }
}
