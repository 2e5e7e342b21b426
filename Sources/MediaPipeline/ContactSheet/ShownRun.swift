import Findings
import PushDelivery

/// A run with its findings matched.
struct ShownRun {
  let report: RunReport
  private let requests: [String: ComposedRequest]
  private let messages: [String: CampaignMessage]
  /// By their addresses.
  private let renditions: [String: RenditionOutcome]
  /// The campaign's files whose rendition is at an address.
  private let sources: [String: Set<String>]
  /// Findings about files, by their paths.
  private let fileFindings: [String: [Diagnostic]]
  /// All findings, by the part of their place that messages have in common with them.
  private let findings: [String: [Diagnostic]]
  /// The outcomes of files, by their paths.
  private let assets: [String: [AssetOutcome]]
  /// The places in campaign.yml of messages of which nothing else is known, by identifier.
  private let unresolved: [String: String]

  init(report: RunReport, requests: [ComposedRequest], messages: [CampaignMessage]) {
    self.report = report
    self.requests = Dictionary(requests.map { ($0.id.rawValue, $0) }) { first, _ in first }
    self.messages = Dictionary(messages.map { ($0.id, $0) }) { first, _ in first }
    renditions = Dictionary(report.assets.flatMap(\.renditions).map { ($0.url, $0) }) { first, _ in first }
    let origins = report.assets.flatMap { asset in asset.renditions.map { ($0.url, Set([asset.path])) } }
    sources = Dictionary(origins) { $0.union($1) }
    fileFindings = Dictionary(grouping: report.diagnostics.filter { $0.subject.kind == .file }, by: \.subject.name)
    findings = Dictionary(grouping: report.diagnostics, by: \.subject.entry)
    assets = Dictionary(grouping: report.assets, by: \.path)
    unresolved = Self.unresolved(report, known: Set(messages.map(\.id)))
  }

  /// A message that names a missing file is only known by its identifier, and its finding by its place in campaign.yml. Both
  /// keep that file's order.
  private static func unresolved(_ report: RunReport, known: Set<String>) -> [String: String] {
    let identifiers = report.requests.map(\.id).filter { !known.contains($0) }
    let missing = [Incident.campaignMissingImage, .campaignMissingPoster, .campaignFocalPoint].map(\.id)
    let places = report.diagnostics.filter { missing.contains($0.rule) }
      .compactMap(\.subject.keyPath).map { String($0.prefix { $0 != "]" }) + "]" }.distinct
    guard identifiers.count == places.count else { return [:] }
    return Dictionary(zip(identifiers, places)) { first, _ in first }
  }

  func message(_ outcome: RequestOutcome) -> ContactSheetContents.ShownMessage {
    let written = messages[outcome.id]
    let composed = requests[outcome.id]
    let body = composed?.node
    // A composed request speaks for itself: overrides may have changed what was written.
    let common = body.map { $0["notification"] }
    return ContactSheetContents.ShownMessage(
      id: outcome.id, status: outcome.status, title: common.map { $0?["title"]?.text } ?? written?.title,
      body: common.map { $0?["body"]?.text } ?? written?.body, target: composed?.target ?? written?.target,
      link: body?["webpush"]?["fcm_options"]?["link"]?.text ?? written?.link, locale: written?.locale,
      variant: written?.variant, words: body.map(words) ?? [:], pictures: body.map(pictures) ?? pictures(of: written),
      findings: findings(of: outcome.id), files: paths(of: outcome.id).sorted(), fallback: written?.fallbackLanguage)
  }

  /// - Parameter isShown: whether a message has its findings.
  func file(_ asset: AssetOutcome, isShown: Bool) -> ContactSheetContents.File {
    ContactSheetContents.File(
      path: asset.path, status: asset.status, renditions: asset.renditions,
      findings: isShown ? [] : findings(about: [asset.path]))
  }

  /// The files of the campaign that a message shows, or would show.
  func paths(of id: String) -> Set<String> {
    let shown = (requests[id]?.assetURLs ?? []).flatMap { sources[$0] ?? [] }
    let written = messages[id].map { $0.media.files(on: $0.platforms) } ?? []
    return Set(shown + written)
  }

  private func byClient<Value>(_ value: (Platform) -> Value?) -> [Platform: Value] {
    Dictionary(uniqueKeysWithValues: Platform.allCases.compactMap { client in value(client).map { (client, $0) } })
  }

  private func words(_ message: JSONNode) -> [Platform: ClientWords] {
    byClient { ClientWords(of: message, on: $0) }
  }

  private func pictures(_ message: JSONNode) -> [Platform: RenditionOutcome] {
    byClient { message.image(on: $0).flatMap { renditions[$0] } }
  }

  /// The pictures that a message refused for other reasons would show.
  private func pictures(of message: CampaignMessage?) -> [Platform: RenditionOutcome] {
    guard let message else { return [:] }
    return byClient { message.platforms.contains($0) ? picture(of: message, on: $0) : nil }
  }

  private func picture(of message: CampaignMessage, on client: Platform) -> RenditionOutcome? {
    let asset = asset(of: message, on: client)
    let shown = asset?.renditions.filter { $0.isShown(on: client) } ?? []
    return shown.first { $0.motion != nil } ?? shown.first ?? asset?.renditions.first { $0.motion == nil }
  }

  private func asset(of message: CampaignMessage, on client: Platform) -> AssetOutcome? {
    let assets = (message.media[client].flatMap { self.assets[$0] } ?? []).filter { $0.poster == message.poster }
    return assets.first { $0.focalPoint == message.focalPoint } ?? assets.first
  }

  private func findings(of id: String) -> [Diagnostic] {
    // There may be thousands of messages with a finding each.
    let candidates =
      if let origin = messages[id]?.origin {
        Set([origin.entry, Diagnostic.Subject(.message, id).entry]).sorted().flatMap { findings[$0] ?? [] }
      } else { report.diagnostics }
    let own = candidates.filter { isOwn($0.subject, of: id) }
    return own + findings(about: paths(of: id)).filter { !own.contains($0) }
  }

  private func isOwn(_ subject: Diagnostic.Subject, of id: String) -> Bool {
    if subject.kind == .message { return subject.name == id }
    guard let message = messages[id] else { return unresolved[id].map(subject.lies(atOrBelow:)) ?? false }
    let origin = message.origin
    guard subject.kind == origin.kind, subject.name == origin.name else { return false }
    return origin.keyPath.map { subject.lies(atOrBelow: $0) && message.owns(subject) } ?? (subject == origin)
  }

  private func findings(about paths: Set<String>) -> [Diagnostic] { paths.sorted().flatMap { fileFindings[$0] ?? [] } }
}

extension Diagnostic.Subject {
  /// What it has in common with every place of the same message: the file, and its entry or its line there.
  fileprivate var entry: String {
    guard kind != .message else { return "message \(name)" }
    let place = keyPath.map { path in path.prefix { $0 != "]" } } ?? line.map { "\($0)"[...] } ?? ""
    return "\(kind.rawValue) \(place) \(name)"
  }

  /// Whether it is a key, or one below that.
  fileprivate func lies(atOrBelow key: String) -> Bool {
    keyPath.map { $0 == key || $0.hasPrefix(key + ".") || $0.hasPrefix(key + "[") } ?? false
  }
}

extension JSONNode {
  /// The address of what a client shows.
  fileprivate func image(on client: Platform) -> String? {
    let own: JSONNode? =
      switch client {
      case .android: self["android"]?["notification"]?["image"]
      case .web: self["webpush"]?["notification"]?["image"]
      case .ios: self["apns"]?["fcm_options"]?["image"]
      }
    return (own ?? self["notification"]?["image"])?.text
  }
}
