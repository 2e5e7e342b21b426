package import Findings

/// The bytes of a message when FCM passes it to each platform.
///
/// An estimate: FCM documents the limit, but not how it counts. Keys and values count under the clients' names for them, after the
/// platform's options have replaced the common ones.
public struct PayloadEstimate: Hashable, Sendable, Codable {
  /// Bytes of keys and values for Android.
  public let android: Int
  /// Bytes of the JSON for APNs, with `ClientLimit.apnsHeadroomBytes` for the keys that FCM adds.
  public let apns: Int
  /// Bytes of keys and values for browsers.
  public let webpush: Int

  /// The largest of them: a message to a topic reaches every platform.
  public var largest: Int { max(android, apns, webpush) }

  public init(android: Int, apns: Int, webpush: Int) {
    (self.android, self.apns, self.webpush) = (android, apns, webpush)
  }

  /// Takes a message by the names of the REST reference.
  init(of message: JSONNode) {
    let notification = DevicePayload.androidNotification(of: message)
    let keyPrefixes = "gcm.n.".utf8.count * notification.members.count
    let options = message["android"] ?? message["android_v2"]
    android = byteCount(notification) + keyPrefixes + byteCount(options?["data"] ?? message["data"])
    apns = JSONText.byteCount(DevicePayload.apns(of: message)) + ClientLimit.apnsHeadroomBytes.value
    webpush = DevicePayload.webpush(of: message).members.reduce(0) { $0 + byteCount($1.value) }
  }

  /// An upper bound of the bytes of every platform's payload: the whole message in JSON, with room for all added keys. `message`: with the
  /// names of the REST reference.
  static func bound(of message: JSONNode) -> Int {
    // Android's keys get a prefix. `aps`, `alert` and `fcm_options`, with quotes and braces, are fewer than 128.
    JSONText.byteCount(message) + message.memberCount * "gcm.n.".utf8.count + ClientLimit.apnsHeadroomBytes.value + 128
  }
}

extension JSONNode {
  /// How many members it and its objects have.
  fileprivate var memberCount: Int {
    switch content {
    case .object(let members): members.reduce(members.count) { $0 + $1.value.memberCount }
    case .array(let elements): elements.reduce(0) { $0 + $1.memberCount }
    case .string, .number, .bool, .null, .expression: 0
    }
  }

  /// The object with a member replaced; unchanged if the new one is empty.
  fileprivate func replacing(_ name: String, by value: JSONNode) -> JSONNode {
    guard !value.members.isEmpty else { return self }
    let others = members.filter { $0.name != name }
    return JSONNode(offset: offset, content: .object(others + [Member(name: name, nameOffset: 0, value: value)]))
  }
}

/// Bytes of all keys and values, without the punctuation.
private func byteCount(_ value: JSONNode?) -> Int {
  switch value?.content {
  case .object(let members): members.reduce(0) { $0 + $1.name.utf8.count + byteCount($1.value) }
  case .array(let elements): elements.reduce(0) { $0 + byteCount($1) }
  case .string(let text), .number(let text): text.utf8.count
  case .bool(let flag): flag ? 4 : 5
  case .null: 4
  // The result of a program is unknown.
  case .expression, nil: 0
  }
}

/// The texts of a message by size: what to shorten when its payload is too large.
struct PayloadParts {
  struct Part: Hashable {
    /// `notification.body`
    var path: String
    var bytes: Int
    var isURL: Bool
  }

  /// The largest first.
  let parts: [Part]

  /// - Parameter message: by the names of the REST reference.
  init(of message: JSONNode) {
    var parts: [Part] = []
    // The target does not arrive at the device.
    for member in message.members where !MessageFieldTable.targets.contains(member.name) {
      Self.collect(member.value, path: member.name, into: &parts)
    }
    self.parts = parts.sorted { ($1.bytes, $0.path) < ($0.bytes, $1.path) }
  }

  private static func collect(_ value: JSONNode, path: String, into parts: inout [Part]) {
    switch value.content {
    case .object(let members):
      for member in members { collect(member.value, path: "\(path).\(member.name)", into: &parts) }
    case .array(let elements):
      for (index, element) in elements.enumerated() { collect(element, path: "\(path)[\(index)]", into: &parts) }
    // An empty text cannot be shortened; a program may compute it.
    case .string(let text) where !text.isEmpty:
      parts.append(Part(path: path, bytes: text.utf8.count, isURL: text.hasPrefix("https://")))
    case .string, .number, .bool, .null, .expression: break
    }
  }

  /// What to shorten, as a part of a sentence: `the largest parts are data.story (4160 bytes) and notification.body (90 bytes)`.
  var advice: String {
    let largest = parts.prefix(3).map { "\($0.path) (\($0.bytes) \($0.bytes == 1 ? "byte" : "bytes"))" }
    guard !largest.isEmpty else { return "it has no texts" }
    return "the largest \(largest.count == 1 ? "part is" : "parts are") \(largest.listed())" + urlAdvice
  }

  /// A quarter of all texts is a lot for URLs that are mostly equal in every message.
  private var urlAdvice: String {
    let urls = parts.filter(\.isURL).reduce(0) { $0 + $1.bytes }
    guard urls * 4 > parts.reduce(0, { $0 + $1.bytes }) else { return "" }
    return "; addresses take \(urls) bytes of it, and a shorter base-url shortens all of them"
  }
}

/// The part of a message that reaches a device: the platform's options replace the common ones.
///
/// FCM documents only this replacement; the place of each part comes from its client libraries.
package enum DevicePayload {
  /// The payload for APNs: words under `aps.alert`, data next to `aps`, and the attachment where FCM's service extension reads it. Without
  /// the keys that FCM adds.
  package static func apns(of message: JSONNode) -> JSONNode {
    let common = (message["notification"]?.members ?? []).filter { $0.name != "image" }
    let image = message["notification", "image"].map { JSONNode(object: [("image", $0)]) }
    let payload = laid(message["apns", "payload"], over: message["data"])
    let aps = laid(payload["aps"], over: common.isEmpty ? nil : JSONNode(object: [("alert", object(common))]))
    let options = laid(message["apns", "fcm_options"], over: laid(image, over: message["fcm_options"]))
    return payload.replacing("aps", by: aps).replacing("fcm_options", by: options)
  }

  /// The push event's data for the service worker of FCM's library.
  package static func webpush(of message: JSONNode) -> JSONNode {
    let data = (message["webpush", "data"] ?? message["data"])?.members ?? []
    return object([]).replacing("data", by: object(data)).replacing(
      "fcmOptions", by: laid(message["webpush", "fcm_options"], over: message["fcm_options"])
    ).replacing("notification", by: laid(message["webpush", "notification"], over: message["notification"]))
  }

  /// The notification that FCM's library shows on Android.
  package static func androidNotification(of message: JSONNode) -> JSONNode {
    let own = message["android", "notification"] ?? message["android_v2", "remote_notification", "notification"]
    return laid(own, over: message["notification"])
  }

  /// The members of one object, which replace those of another.
  private static func laid(_ own: JSONNode?, over common: JSONNode?) -> JSONNode {
    let members = own?.members ?? []
    guard let common, !common.members.isEmpty else { return object(members) }
    guard !members.isEmpty else { return object(common.members) }
    let names = Set(members.map(\.name))
    return object(common.members.filter { !names.contains($0.name) } + members)
  }

  private static func object(_ members: [JSONNode.Member]) -> JSONNode {
    JSONNode(offset: 0, content: .object(members))
  }
}
