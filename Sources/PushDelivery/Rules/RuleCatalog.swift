public import Findings

/// All rules of `richpush check`. Each stands in the list of what it looks at; this is their register.
public enum RuleCatalog {
  /// Every rule's description, sorted by identifier.
  public static let all: [RuleDescription] =
    [
      MediaRules.all.map(\.description), DecodingRules.all, URLRules.all.map(\.description),
      ResponseRules.all.map(\.description), RequestRules.all.map(\.description),
      RequestFileRules.all.map(\.description),
    ].flatMap(\.self).sorted { $0.id.rawValue < $1.id.rawValue }

  /// The rule of this name; nil when there is none.
  public static func rule(_ id: RuleIdentifier) -> RuleDescription? { byIdentifier[id] }

  private static let byIdentifier = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
}
