import Findings

// What is put in when the message is sent: a shell's variables, or those of an editor's REST client.
extension RequestDocument {
  /// Whether it is not known what stands at the end of a way, or whether anything does: the value or an object on the way is put in,
  /// or members that are not known come behind it.
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

  /// Whether a picture for a client may be put in.
  func mayHaveImage(for platform: Platform) -> Bool {
    let own = ImageField.own.filter { $0.platform == platform }.map(\.path)
    return ([["notification", "image"]] + own).contains(where: isUnknown)
  }

  /// Whether words to show on a client may be put in.
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
