import Findings

// Values filled in on sending: a shell's variables, or those of an editor's REST client.
extension RequestDocument {
  /// Whether the value at the end of a path is unknown: it or an object on the path is filled in, or unknown members follow it.
  func isUnknown(_ names: some Sequence<String>) -> Bool {
    var node = message
    for name in names {
      let index = node.members.lastIndex { $0.name == name }
      if node.members[(index ?? 0)...].contains(where: { $0.name == JSONNode.spreadName }) { return true }
      guard let index else { return node.isExpression || node.isOpen }
      node = node.members[index].value
    }
    return node.isExpression
  }

  /// Whether its picture may be filled in later.
  func mayHaveImage(for platform: Platform) -> Bool {
    let own = ImageField.own.filter { $0.platform == platform }.map(\.path)
    return ([["notification", "image"]] + own).contains(where: isUnknown)
  }

  /// Whether a client's texts may be filled in later.
  func mayBeNotification(for platform: Platform) -> Bool {
    let own =
      switch platform {
      case .android: ["android", "notification"]
      case .ios: ["apns", "payload", "aps", "alert"]
      case .web: ["webpush", "notification"]
      }
    return isUnknown(["notification"]) || isUnknown(own)
  }

  /// The field that makes Apple's systems run a service extension.
  static let mutableContent = ["apns", "payload", "aps", "mutable-content"]
}
