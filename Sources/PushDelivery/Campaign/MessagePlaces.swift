package import Findings

/// Where the keys of a message stand in campaign.yml, by their paths from the message on; empty where it has none of its own there.
///
/// Where something stands is no part of what it says, so that all are equal.
struct MessagePlaces: Sendable {
  private var places: [String: Diagnostic.Subject] = [:]

  init() {}

  /// - Parameter layer: the whole of a message; what it has from the defaults stands elsewhere.
  init(of layer: MessageLayer) {
    for (key, value) in layer.values { add(value, at: key.name, in: layer.subject) }
  }

  private mutating func add(_ value: YAMLValue, at path: String, in message: Diagnostic.Subject) {
    if value.subject.lies(in: message) { places[path] = value.subject }
    for (name, member) in value.membersByName { add(member, at: path + "." + name, in: message) }
  }

  /// - Parameter message: the whole; a place outside of it is of no use.
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
  /// Where one of its keys stands: by its line where that is known, and by its path from the message in any case.
  func place(of key: MessageKey) -> Diagnostic.Subject { places[key] ?? origin.key(key.name) }

  /// Where its link is written.
  package var linkSubject: Diagnostic.Subject { places[.link] ?? origin }

  /// The message, by the line of the key that names its pictures where that is known.
  package var mediaSubject: Diagnostic.Subject {
    let place = places[.media]
    return .init(.message, id, line: place?.line ?? origin.line, column: place?.column, keyPath: place?.keyPath)
  }

  /// Where the key stands that a field of its request comes from.
  ///
  /// - Parameter field: the names that lead to it from the message on, as in the REST reference.
  /// - Returns: nil where it cannot be told, or the key does not stand in the message itself.
  func place(ofField field: [String]) -> TextPlace? {
    guard let place = Self.paths(ofField: field).lazy.compactMap({ places[$0] }).first, let line = place.line,
      let column = place.column
    else { return nil }
    return TextPlace(line: line, column: column, keyPath: place.keyPath)
  }

  /// The keys that may have given a field its value, the likeliest first: what the author wrote for the field itself, the key that
  /// is made into it, and then whatever holds the field.
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
