import Findings

/// The bytes of a message when FCM passes it to each platform.
///
/// An estimate: FCM documents the limit, but not how it counts. Keys and values count under the clients' names for them, after the
/// platform's options have replaced the common ones.
public struct PayloadEstimate: Hashable, Sendable {
  /// Bytes of keys and values for Android.
  public let android: Int
  /// Bytes of the JSON for APNs, with `ClientLimit.apnsHeadroomBytes` for the keys that FCM adds.
  public let apns: Int
  /// Bytes of keys and values for browsers.
  public let webpush: Int

  /// The largest of them: a message to a topic reaches every platform.
  public var largest: Int { max(android, apns, webpush) }

  /// Takes a message by the names of the REST reference.
  init(of message: JSONNode) {
    android = androidByteCount(message)
    apns = JSONText.byteCount(DevicePayload.apns(of: message)) + ClientLimit.apnsHeadroomBytes.value
    webpush = DevicePayload.webpush(of: message).members.reduce(0) { $0 + byteCount($1.value) }
  }
}

extension PayloadEstimate {
  /// An upper bound of the bytes of every platform's payload: the whole message in JSON, with room for all added keys.
  ///
  /// - Parameter message: with the names of the REST reference.
  static func bound(of message: JSONNode) -> Int {
    // Android's keys get a prefix.
    JSONText.byteCount(message) + message.memberCount * "gcm.n.".utf8.count + ClientLimit.apnsHeadroomBytes.value
      + keysAround
  }

  /// `aps`, `alert` and `fcm_options`, with quotes and braces, are fewer.
  private static let keysAround = 128
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
}

private func androidByteCount(_ message: JSONNode) -> Int {
  let notification = DevicePayload.androidNotification(of: message)
  let options = message["android"] ?? message["android_v2"]
  let keyPrefixes = "gcm.n.".utf8.count * notification.members.count
  return byteCount(notification) + keyPrefixes + byteCount(options?["data"] ?? message["data"])
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
    /// Bytes of the text.
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
