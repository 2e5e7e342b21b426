import Findings

extension JSONNode {
  /// Whether an object is probably a message for FCM, by the names of its members, in a text with other contents. Many interfaces have
  /// objects with a `token` or a `topic` and `data`.
  var looksLikeMessage: Bool {
    guard let message = self["message"], message.isObject else { return isLikeMessage && hasSection }
    guard message.isLikeMessage else { return false }
    let isBody = Set(members.map(\.name)).isSubset(of: ["message", "validate_only", "validateOnly"])
    return message.hasSection || message.hasDataObject && isBody && message["to"] == nil
  }

  /// Whether it has only names of a message, or a misspelt name among them.
  private var isLikeMessage: Bool {
    let names = Set(members.map(\.name)).subtracting([JSONNode.spreadName])
    let hasTarget = !names.isDisjoint(with: Self.targets)
    guard names.isSubset(of: Self.sections.union(Self.targets).union(Self.others)) else {
      return hasTarget && names.contains("notification")
    }
    let hasContents = !names.isDisjoint(with: Self.sections.union(["data"]))
    return hasContents && (hasTarget || names.contains("to"))
      || ["android", "apns", "webpush"].contains { self[$0]?.isObject == true }
      || names.isSubset(of: ["notification", "data"]) && hasWords
  }

  /// Whether it has more than data.
  private var hasSection: Bool { members.contains { Self.sections.contains($0.name) } }

  /// Whether the data may be a message's: in a queue they are texts.
  private var hasDataObject: Bool { self["data"].map { $0.isObject || $0.isExpression } == true }

  /// Words that only notifications have together.
  private var hasWords: Bool {
    let names = Set(self["notification"]?.members.map(\.name) ?? [])
    return names.isSuperset(of: ["title", "body"])
  }

  private static let sections: Set = ["notification", "android", "apns", "webpush", "android_v2"]
  private static let targets: Set = ["token", "topic", "condition", "fid", "tokens", "fids"]
  private static let others: Set = [
    "data", "fcmOptions", "fcm_options", "name", "to", "registration_ids", "priority", "collapse_key", "time_to_live",
  ]
}
