import Findings

// What only the program knows that makes the message: the members of objects that it spreads, and values that it computes.
extension RequestDocument {
  /// Whether nobody but the program knows what stands at the end of a way, or whether anything does: it computes the value or an
  /// object on the way, or the members of another object come behind it.
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

  /// Whether the program may name a picture for a client at a place that cannot be read.
  func mayHaveImage(for platform: Platform) -> Bool {
    let own = ImageField.own.filter { $0.platform == platform }.map(\.path)
    return ([["notification", "image"]] + own).contains(where: isUnknown)
  }

  /// Whether the program may add words to show on a client.
  func mayBeNotification(for platform: Platform) -> Bool {
    let own =
      switch platform {
      case .android: ["android", "notification"]
      case .ios: ["apns", "payload", "aps", "alert"]
      case .web: ["webpush", "notification"]
      }
    return isUnknown(["notification"]) || isUnknown(own)
  }

  /// Where Apple's systems look whether a service extension is to run.
  static let mutableContent = ["apns", "payload", "aps", "mutable-content"]
}

extension RequestDocument {
  /// Where a text says whom a message goes to.
  enum TargetPlace: Hashable, Sendable {
    case message
    /// A function of an Admin SDK takes the target beside the message.
    case call(String)
    /// Perhaps elsewhere: the object may be a part of the message.
    case unknown
  }
}
