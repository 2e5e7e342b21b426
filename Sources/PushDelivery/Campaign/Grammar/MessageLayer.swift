import Findings

/// The values of a message's keys, from one place or merged from several.
struct MessageLayer: Sendable {
  /// The message's place.
  var subject: Diagnostic.Subject
  var values: [MessageKey: YAMLValue] = [:]

  subscript(key: MessageKey) -> YAMLValue? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// The identifier as written; nil if it is missing.
  var identifier: String? { if case .text(let text, _) = values[.id]?.content { text } else { nil } }

  /// One place's values for a message; `image` gets its newer name.
  static func read(_ value: YAMLValue, _ reader: inout YAMLReader) -> MessageLayer? {
    guard let mapping = reader.mapping(value, known: MessageKey.names) else { return nil }
    var layer = MessageLayer(subject: mapping.subject)
    for (name, value) in mapping.values { MessageKey(named: name).map { layer[$0] = value } }
    if let image = layer.values.removeValue(forKey: .image) {
      if layer[.media] != nil {
        reader.refuse(image, because: "it is the older name of `media`, which stands beside it", use: "`media` alone")
      }
      layer[.media] = layer[.media] ?? image
    }
    if let values = layer[.values] { PlaceholderNames.check(values, &reader) }
    return layer
  }

  /// This layer over another: it also has the other's further values.
  func laid(over other: MessageLayer) -> MessageLayer {
    guard !other.values.isEmpty else { return self }
    var layer = self
    layer.values = other.values
    for (key, value) in values {
      // A request for the default target gets the nearest.
      if key == .target, value.isDefaultTarget, other.values[key] != nil { continue }
      let beneath = key.grammar.isMerged ? other.values[key] : nil
      layer.values[key] = beneath.map(value.laid) ?? value
    }
    return layer
  }
}

extension YAMLValue {
  /// A mapping over another, merged to any depth. Any other value replaces it.
  func laid(over other: YAMLValue) -> YAMLValue {
    guard case .mapping(let members) = content, case .mapping(let others) = other.content else { return self }
    let own = Dictionary(members.map { ($0.key.name, $0) }) { first, _ in first }
    let names = Set(others.map(\.key.name))
    let merged = others.map { member in
      own[member.key.name].map { Member(key: $0.key, value: $0.value.laid(over: member.value)) } ?? member
    }
    return YAMLValue(.mapping(merged + members.filter { !names.contains($0.key.name) }), subject)
  }
}
