import Findings

/// How many bytes a message will have when FCM hands it to each platform.
///
/// An estimate: FCM documents the limit and not how it counts. Keys and values that reach the platform are counted
/// under the names that the clients see, with the platform's own options laid over the common ones.
public struct PayloadEstimate: Hashable, Sendable {
  /// Bytes of keys and values for Android.
  public let android: Int
  /// Bytes of the JSON for APNs, with `ClientLimit.apnsHeadroomBytes` for the keys that FCM adds.
  public let apns: Int
  /// Bytes of keys and values for browsers.
  public let webpush: Int

  /// The largest of them: a message to a topic reaches every platform.
  public var largest: Int { max(android, apns, webpush) }

  init(android: Int, apns: Int, webpush: Int) { (self.android, self.apns, self.webpush) = (android, apns, webpush) }

  /// Takes a message in its JSON form. Throws when it holds a number that JSON cannot write.
  init(of message: JSONValue) throws {
    android = androidByteCount(message)
    apns = try apnsByteCount(message)
    webpush = webpushByteCount(message)
  }
}

extension PayloadEstimate {
  /// So many bytes no platform's payload has more than: those of all of the message in JSON, with room for every key that is put
  /// around its parts.
  ///
  /// - Parameter message: by the names of the REST reference.
  static func bound(of message: JSONNode) -> Int {
    largestByteCount(message) + ClientLimit.apnsHeadroomBytes.value + keysAround
  }

  /// `aps`, `alert` and `fcm_options`, with quotes and braces, are fewer.
  private static let keysAround = 128

  /// With quotes and the signs between values, and the prefix that Android's keys get.
  private static func largestByteCount(_ node: JSONNode) -> Int {
    switch node.content {
    case .object(let members):
      members.reduce(2) { $0 + jsonByteCount($1.name) + largestByteCount($1.value) + "gcm.n.:,".utf8.count }
    case .array(let elements): elements.reduce(2) { $0 + largestByteCount($1) + 1 }
    case .string(let text): jsonByteCount(text)
    // What a program makes of it nobody knows: its quotes are all that is counted.
    case .expression: 2
    // However it is written, no number has more digits, sign and exponent than this.
    case .number(let text): max(text.utf8.count, 32)
    case .bool, .null: 5
    }
  }
}

private func androidByteCount(_ message: JSONValue) -> Int {
  let options = message["android"] ?? message["android_v2"]
  let own = options?["notification"] ?? options?["remote_notification"]?["notification"]
  let notification = DevicePayload.laid(own, over: message["notification"])
  let keyPrefixes = "gcm.n.".utf8.count * notification.count
  return byteCount(.object(notification)) + keyPrefixes + byteCount(options?["data"] ?? message["data"])
}

private func webpushByteCount(_ message: JSONValue) -> Int {
  let payload = DevicePayload.webpush(of: message)
  return (payload.members ?? [:]).values.reduce(0) { $0 + byteCount($1) }
}

private func apnsByteCount(_ message: JSONValue) throws -> Int {
  try jsonByteCount(DevicePayload.apns(of: message)) + ClientLimit.apnsHeadroomBytes.value
}

/// Bytes of the JSON that `JSONText.compact` writes.
private func jsonByteCount(_ value: JSONValue) throws -> Int {
  switch value {
  case .object(let members):
    // Two braces, a colon for each member and a comma between two.
    try members.reduce(max(2, members.count * 2 + 1)) { $0 + jsonByteCount($1.key) + (try jsonByteCount($1.value)) }
  case .array(let elements): try elements.reduce(max(2, elements.count + 1)) { $0 + (try jsonByteCount($1)) }
  case .string(let text): jsonByteCount(text)
  case .number: try JSONText.compact(value).count
  case .integer, .bool, .null: byteCount(value)
  }
}

/// Bytes of a text in quotes, with the escapes that it needs (RFC 8259, section 7).
private func jsonByteCount(_ text: String) -> Int {
  text.utf8.reduce(2) { count, byte in
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x08, 0x09, 0x0A, 0x0C, 0x0D: count + 2
    case 0..<0x20: count + 6
    default: count + 1
    }
  }
}

/// Bytes of all keys and values, without the signs between them.
private func byteCount(_ value: JSONValue?) -> Int {
  switch value {
  case .object(let members): members.reduce(0) { $0 + $1.key.utf8.count + byteCount($1.value) }
  case .array(let elements): elements.reduce(0) { $0 + byteCount($1) }
  case .string(let text): text.utf8.count
  case .integer(let number): String(number).utf8.count
  case .number(let number): String(number).utf8.count
  case .bool(let flag): String(flag).utf8.count
  case .null: 4
  case nil: 0
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
  init(of message: JSONValue) {
    var parts: [Part] = []
    // Where a message goes to is no part of what arrives.
    let contents = (message.members ?? [:]).filter { !MessageFieldTable.targets.contains($0.key) }
    Self.collect(.object(contents), path: "", into: &parts)
    self.parts = parts.sorted { ($1.bytes, $0.path) < ($0.bytes, $1.path) }
  }

  private static func collect(_ value: JSONValue, path: String, into parts: inout [Part]) {
    switch value {
    case .object(let members):
      for (name, member) in members { collect(member, path: path.isEmpty ? name : "\(path).\(name)", into: &parts) }
    case .array(let elements):
      for (index, element) in elements.enumerated() { collect(element, path: "\(path)[\(index)]", into: &parts) }
    // An empty one cannot be shortened; it may be what a program computes.
    case .string(let text) where !text.isEmpty:
      parts.append(Part(path: path, bytes: text.utf8.count, isURL: text.hasPrefix("https://")))
    case .string, .integer, .number, .bool, .null: break
    }
  }

  /// What to shorten, as a part of a sentence: `the largest parts are data.story (4160 bytes) and notification.body (90 bytes)`.
  var advice: String {
    let largest = parts.prefix(3).map { "\($0.path) (\($0.bytes) \($0.bytes == 1 ? "byte" : "bytes"))" }
    guard let last = largest.last else { return "it has no texts" }
    let names = largest.count == 1 ? last : largest.dropLast().joined(separator: ", ") + " and " + last
    return "the largest \(largest.count == 1 ? "part is" : "parts are") \(names)" + urlAdvice
  }

  /// A quarter of all texts is much for addresses of which most is the same in every message.
  private var urlAdvice: String {
    let urls = parts.filter(\.isURL).reduce(0) { $0 + $1.bytes }
    guard urls * 4 > parts.reduce(0, { $0 + $1.bytes }) else { return "" }
    return "; addresses take \(urls) bytes of it, and a shorter base-url shortens all of them"
  }
}
