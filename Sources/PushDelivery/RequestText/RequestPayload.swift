import Findings

/// What one push service gets of a message, as a text of its own: richpush writes such files beside its requests.
///
/// It is judged as the message that it may have come from.
enum RequestPayload: Hashable, Sendable {
  /// For APNs: `aps` and what stands beside it.
  case apple
  /// For browsers: what FCM's service worker finds in the push event.
  case web

  /// By its members: Apple's have `aps`, and those for browsers what FCM's library reads. Neither names a target.
  ///
  /// - Parameter folder: the name of the folder that it lies in.
  init?(_ value: JSONNode, inFolder folder: String?) {
    let names = Set(value.members.map(\.name))
    let ofMessages = ["message", "token", "topic", "condition", "fid", "android", "apns", "webpush"]
    guard !names.isEmpty, names.isDisjoint(with: ofMessages) else { return nil }
    if names.contains("aps") || folder == "apns" {
      self = .apple
    } else if folder == "webpush" || names.isSuperset(of: ["notification", "fcmOptions"]) {
      self = .web
    } else {
      return nil
    }
  }

  /// The clients that get it.
  var platforms: Set<Platform> { self == .apple ? [.ios] : [.web] }

  /// The message, to nobody in particular: whom it goes to is no part of a payload.
  func message(of payload: JSONNode) -> JSONNode {
    func node(_ content: JSONNode.Content) -> JSONNode { JSONNode(offset: payload.offset, content: content) }
    func object(_ members: [(name: String, value: JSONNode)]) -> JSONNode {
      node(.object(members.map { .init(name: $0.name, nameOffset: payload.offset, value: $0.value) }))
    }
    let names = ["fcm_options", "fcmOptions"]
    let options = payload.members.filter { names.contains($0.name) }
      .map { JSONNode.Member(name: "fcm_options", nameOffset: $0.nameOffset, value: $0.value) }
    let others = payload.members.filter { !names.contains($0.name) }
    let section =
      self == .web
      ? node(.object(others + options))
      : node(.object([.init(name: "payload", nameOffset: payload.offset, value: node(.object(others)))] + options))
    return object([
      ("message", object([("topic", node(.string("any"))), (self == .web ? "webpush" : "apns", section)]))
    ])
  }

  /// The way to a value in the payload, of that in the message; nil where it is none of the payload's.
  static func keyPath(_ keyPath: String) -> String? {
    let prefixes = ["message.apns.payload", "message.apns", "message.webpush"]
    guard let prefix = prefixes.first(where: { keyPath == $0 || keyPath.hasPrefix($0 + ".") }) else { return nil }
    let rest = keyPath.dropFirst(prefix.count + 1)
    return rest.isEmpty ? nil : String(rest)
  }
}
