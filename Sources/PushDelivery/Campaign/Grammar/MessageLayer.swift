/// What stands under the keys of a message, from one place or laid together from several.
struct MessageLayer {
  /// Where the message stands.
  var subject: Diagnostic.Subject
  var values: [MessageKey: YAMLValue] = [:]

  subscript(key: MessageKey) -> YAMLValue? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// This layer with another beneath it: what only the other says holds too.
  func laid(over other: MessageLayer) -> MessageLayer {
    guard !other.values.isEmpty else { return self }
    var layer = self
    layer.values = other.values
    for (key, value) in values {
      let beneath = key.isMerged ? other.values[key] : nil
      layer.values[key] = beneath.map(value.laid) ?? value
    }
    return layer
  }
}

extension YAMLValue {
  /// A mapping with another beneath it, merged to any depth. Anything else counts alone.
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
