import Findings

/// The payload of a message for one push service, as a text: richpush writes such files next to requests.
///
/// It is checked as the message that it may have come from.
enum RequestPayload: Hashable, Sendable {
  /// For APNs: `aps` and the keys next to it.
  case apple
  /// For browsers: the push event's data for FCM's service worker.
  case web

  /// By its members: Apple's have `aps`, and those for browsers what FCM's library reads. They do not name a target. `folder`: the name of
  /// its folder.
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

  /// The message, without a real target: a payload has none.
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

  /// A value's path in the payload, from its path in the message; nil if the payload does not have it.
  static func keyPath(_ keyPath: String) -> String? {
    let prefixes = ["message.apns.payload", "message.apns", "message.webpush"]
    guard let prefix = prefixes.first(where: { keyPath == $0 || keyPath.hasPrefix($0 + ".") }) else { return nil }
    let rest = keyPath.dropFirst(prefix.count + 1)
    return rest.isEmpty ? nil : String(rest)
  }
}

/// A push service other than FCM's message API, recognised by its requests and their URLs.
struct ForeignService: Hashable, Sendable {
  let name: String

  /// Returns nil for a request to FCM, and if it is unknown. `address`: of the body, as far as the text next to it says.
  init?(_ body: JSONNode, address: String?) {
    let address = address?.lowercased() ?? ""
    guard !address.contains("fcm.googleapis.com") else { return nil }
    let known = Self.hosts.first { address.contains($0[0]) }
    guard let name = known?[1] ?? Self.name(ofBody: body) else { return nil }
    self.name = name
  }

  private static let hosts = WordTable.addresses.rows("service", most: 2)

  private static func name(ofBody body: JSONNode) -> String? {
    let names = Set(body.members.map(\.name))
    let known = bodies.first { body in body.names.allSatisfy { !names.isDisjoint(with: $0) } }
    if let known { return known.service }
    let targets = (body["to"]?.elements ?? [body["to"]].compactMap(\.self)).compactMap(\.text)
    return targets.contains { text in ["ExponentPushToken[", "ExpoPushToken["].contains(where: text.hasPrefix) }
      ? "Expo's push service" : nil
  }

  /// The names of a body; for each, others may stand instead.
  private static let bodies = WordTable.addresses.rows("service-body", most: 3).map { row in
    (names: row.prefix(2).map { $0.split(separator: ",").map(String.init) }, service: row[2])
  }
}
