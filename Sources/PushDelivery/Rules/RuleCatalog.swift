public import Findings

/// Everything that richpush can say, as a value: the rules of a check by what they look at, and the incidents beside them.
///
/// A rule is added to the list of what it looks at (`MediaRules.all` and the like). Whoever checks, lists, explains or
/// documents is given a catalog and asks nothing else.
public struct RuleCatalog: Sendable {
  /// What is looked at of a picture or video as it is.
  public let media: [Rule<MediaFile>]
  /// What is looked at of the text of a URL.
  public private(set) var urls: [Rule<URLCandidate>]
  /// What is looked at of a server's answers.
  public let responses: [Rule<HostedAsset>]
  /// What is looked at of one send request.
  public private(set) var requests: [Rule<RequestDocument>]
  /// What is looked at of a file of requests as a whole.
  public let requestFiles: [Rule<RequestFile>]
  /// The description of every rule, those that decoders find among them; sorted by identifier.
  public let descriptions: [RuleDescription]
  /// Sorted by identifier.
  public let incidents: [Incident]
  /// Any identifier that a diagnostic may carry, sorted.
  public let identifiers: [RuleIdentifier]

  /// - Parameter decoding: the rules that have no function, because decoders find them broken.
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

  /// The rules and incidents that richpush has.
  public static let standard = RuleCatalog(
    media: MediaRules.all, decoding: DecodingRules.all, urls: URLRules.all, responses: ResponseRules.all,
    requests: RequestRules.all, requestFiles: RequestFileRules.all, incidents: Incident.all)
}

extension RuleCatalog {
  /// The catalog for a trial, in which reserved names and those of templates may stand for one's own. It describes every rule.
  public var forTrial: RuleCatalog {
    var catalog = self
    catalog.urls.removeAll { URLRules.reservedHost.description.id == $0.description.id }
    catalog.requests.removeAll { RequestRules.placeholder.description.id == $0.description.id }
    return catalog
  }

  /// The rule of this name; nil when there is none.
  public func rule(_ id: RuleIdentifier) -> RuleDescription? { descriptions.first { $0.id == id } }

  /// The incident of this name; nil when there is none.
  public func incident(_ id: RuleIdentifier) -> Incident? { incidents.first { $0.id == id } }

  /// The name that someone probably meant; nil where none is near.
  public func nearest(to name: String) -> RuleIdentifier? {
    NearestName.near(name, among: identifiers.map(\.rawValue)).map { RuleIdentifier(rawValue: $0) }
  }

  /// What stands before the dot of identifiers, sorted: `http`, `ios`.
  package var groups: [String] {
    Set(identifiers.compactMap { $0.rawValue.split(separator: ".").first.map(String.init) }).sorted()
  }

  /// The group that someone probably meant, by a name without a dot; nil where none is near.
  package func nearestGroup(to name: String) -> String? {
    name.contains(".") ? nil : NearestName.near(name, among: groups)
  }
}
