package import Findings
import MediaFacts

/// The places of a message's keys in campaign.yml, by their paths from the message; empty if it has none there.
///
/// Places are not part of the contents, so all are equal.
struct MessagePlaces: Sendable {
  private var places: [String: Diagnostic.Subject] = [:]

  init() {}

  /// - Parameter layer: the whole message; values from the defaults have other places.
  init(of layer: MessageLayer) {
    for (key, value) in layer.values { add(value, at: key.name, in: layer.subject) }
  }

  private mutating func add(_ value: YAMLValue, at path: String, in message: Diagnostic.Subject) {
    if value.subject.lies(in: message) { places[path] = value.subject }
    for (name, member) in value.membersByName { add(member, at: path + "." + name, in: message) }
  }

  /// - Parameter message: the whole; a place outside it is useless.
  mutating func set(_ place: Diagnostic.Subject, at path: String, in message: Diagnostic.Subject) {
    if place.lies(in: message) { places[path] = place }
  }

  /// The place of a key by its path, as in `target.topic`.
  subscript(path: String) -> Diagnostic.Subject? { places[path] }

  subscript(key: MessageKey) -> Diagnostic.Subject? { places[key.name] }
}

extension MessagePlaces: Hashable {
  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

extension CampaignMessage {
  /// The place of a key, or of its part for one platform: its line, if known, and its path from the message, or the column of its row.
  func place(of key: MessageKey, on platform: Platform? = nil) -> Diagnostic.Subject {
    let part = platform.map { key.name + "." + $0.rawValue }
    if let place = part.flatMap({ places[$0] }) ?? places[key] { return place }
    return origin.key((part.flatMap { columns[$0] } ?? columns[key])?.keyPath ?? key.name)
  }

  /// The language that stands in for its own: the campaign's fallback. nil if it is in its own, and for tables.
  package var fallbackLanguage: String? { standIns.lazy.compactMap(\.otherLanguage).first }

  /// Whether a place in its entry is its own: the text of another language or variant of the entry is not.
  package func owns(_ place: Diagnostic.Subject) -> Bool {
    guard let key = origin.keyPath, let path = place.keyPath, path.hasPrefix(key + ".") else { return true }
    let known = path.dropFirst(key.count + 1).split(separator: ".").lazy.compactMap { self.places[String($0)] }.first
    guard let known, let own = known.keyPath else { return true }
    return [(own, path), (path, own)].contains { $0 == $1 || $1.hasPrefix($0 + ".") || $1.hasPrefix($0 + "[") }
  }

  /// The place of its link.
  package var linkSubject: Diagnostic.Subject { places[.link] ?? origin }

  /// The message, with the line of the key that names its pictures, if known.
  package var mediaSubject: Diagnostic.Subject {
    let place = places[.media]
    return .init(.message, id, line: place?.line ?? origin.line, column: place?.column, keyPath: place?.keyPath)
  }

  /// The place of the key that a field of its request comes from; nil if it is unknown, or if the key is not in the message itself.
  /// `field`: the names that lead to it from the message, as in the REST reference.
  func place(ofField field: [String]) -> TextPlace? {
    guard let place = Self.paths(ofField: field).lazy.compactMap({ places[$0] }).first, let line = place.line,
      let column = place.column
    else { return nil }
    return TextPlace(line: line, column: column, keyPath: place.keyPath)
  }

  /// The keys that may have set a field, the likeliest first: the author's own override, the key that becomes the field, then the keys that
  /// contain it.
  private static func paths(ofField field: [String]) -> [String] {
    let own = field.joined(separator: ".")
    if let key = key(ofField: field) { return [own, "\(key.name).\(field.last ?? "")", key.name] }
    return field.indices.reversed().map { field[...$0].joined(separator: ".") }
  }

  private static func key(ofField field: [String]) -> MessageKey? {
    switch (field.first, field.last) {
    case ("data", _): .data
    case (_, "topic"), (_, "token"), (_, "fid"), (_, "condition"): .target
    case (_, "title"): .title
    case (_, "body"): .body
    case (_, "image"): .media
    case (_, "link"): .link
    case (_, "ttl"), (_, "TTL"): .ttl
    case (_, "apns-expiration"): .expires
    case (_, "collapse_key"), (_, "apns-collapse-id"), (_, "Topic"): .collapseKey
    case (_, "analytics_label"): .analyticsLabel
    case (_, "priority"), (_, "apns-priority"), (_, "Urgency"): .priority
    default: nil
    }
  }
}
