/// The keys that a mapping may have, named as in the file.
package protocol YAMLKey: CaseIterable, Hashable, RawRepresentable where RawValue == String {}

/// A mapping whose keys are known: what the author wrote under each.
package struct YAMLMapping<Key: YAMLKey> {
  /// Where the mapping stands.
  package let subject: Diagnostic.Subject
  var values: [Key: YAMLValue]

  /// What stands under `key`; nil: the key is missing.
  package subscript(key: Key) -> YAMLValue? { values[key] }
}

extension YAMLReader {
  /// The keys and values of a mapping; nothing at all counts as an empty one. Reports keys that are not `Key`s.
  package mutating func mapping<Key: YAMLKey>(_ value: YAMLValue?, _: Key.Type = Key.self) -> YAMLMapping<Key>? {
    guard let value else { return nil }
    switch value.content {
    case .mapping(let members):
      var values: [Key: YAMLValue] = [:]
      for member in members {
        guard let key: Key = key(member) else { continue }
        values[key] = member.value
      }
      return YAMLMapping(subject: value.subject, values: values)
    case .nothing:
      return YAMLMapping(subject: value.subject, values: [:])
    default:
      reportType(of: value, expected: "a mapping of keys")
      return nil
    }
  }

  /// The value under a key that must be there; reports a missing one.
  package mutating func required<Key>(_ key: Key, of mapping: YAMLMapping<Key>) -> YAMLValue? {
    if let value = mapping[key] { return value }
    report(
      "configuration.missing-key", mapping.subject.key(key.rawValue), "\(key.rawValue.quoted) is missing",
      remedy: "add \(key.rawValue.quoted)")
    return nil
  }

  private mutating func key<Key: YAMLKey>(_ member: YAMLValue.Member) -> Key? {
    guard let name = name(of: member) else { return nil }
    if let key = Key(rawValue: name) { return key }
    reportUnknownKey(name, member, known: Key.allCases.map(\.rawValue))
    return nil
  }

  /// The text of a member's key; reports a key that is none.
  mutating func name(of member: YAMLValue.Member) -> String? {
    if let name = member.key.name { return name }
    reportType(of: member.key, expected: "a key")
    return nil
  }

  private mutating func reportUnknownKey(_ name: String, _ member: YAMLValue.Member, known: [String]) {
    guard !isFull else { return }
    let message =
      name == "<<"
      ? "`<<` merges mappings in some readers of YAML, not in this one" : "\(name.quoted) is not a key here"
    let nearest = NearestName.find(name, among: known)?.quoted ?? ""
    let all = known.map(\.quoted).joined(separator: ", ")
    report(
      "configuration.unknown-key", member.place, message,
      remedy: known.count == 1 ? "the only key here is \(nearest)" : "the nearest key is \(nearest), of \(all)")
  }
}
