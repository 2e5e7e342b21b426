import Findings

/// A message's target in both files: a mapping with one key.
enum TargetKeys: String, CaseIterable {
  case topic, token, fid, condition

  func target(_ text: String) -> MessageTarget {
    switch self {
    case .topic: .topic(text)
    case .token: .token(text)
    case .fid: .fid(text)
    case .condition: .condition(text)
    }
  }

  /// The target, and the place of its text.
  static func read(
    _ value: YAMLValue, _ reader: inout YAMLReader
  ) -> (target: MessageTarget, place: Diagnostic.Subject)? {
    let before = reader.diagnostics.count
    guard let section = reader.mapping(value, known: allCases.map(\.rawValue)) else { return nil }
    let targets = allCases.compactMap { kind in
      section[kind.rawValue].flatMap { value in
        reader.path(value).map { (target: kind.target($0), place: value.subject) }
      }
    }
    if section.values.count != 1, reader.diagnostics.count == before {
      reader.report(
        .configurationValue, section.subject,
        "a target has exactly one key, and this one has \(section.values.count)",
        remedy: "write one of `topic`, `token`, `fid` and `condition`")
    }
    return targets.first
  }

  /// - Parameter text: the schema of the text under a key.
  static func schema(_ text: (TargetKeys) -> JSONValue) -> JSONValue {
    JSONSchema.object(Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, text($0)) }))
      .merging(["type": "object", "minProperties": 1, "maxProperties": 1])
  }
}
