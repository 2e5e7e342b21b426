public import Findings

/// A message of the FCM HTTP v1 API: a JSON document whose fields are all defined by the API and have the right types.
///
/// Fields have the names of the REST reference (`fcm_options`), or of the API's definition (`fcmOptions`), which become the former.
public struct Message: Hashable, Sendable {
  /// Its target.
  public let target: MessageTarget
  /// All of it, with the target.
  package let node: JSONNode

  /// All of it, as under `message` in a request.
  public var json: JSONValue { node.value }

  /// - Parameters:
  ///   - fields: everything but the target: `["notification": ["title": "Spring is here"]]`.
  /// - Throws: `FieldError` for the first field that FCM would refuse.
  public init(to target: MessageTarget, _ fields: JSONValue) throws(FieldError) {
    guard fields.isFinite else { throw FieldError(path: "", reason: "a number that is not finite has no JSON form") }
    let (node, mismatches) = SchemaWalk.walk(JSONNode(fields), type: "Message", path: [])
    if let mismatch = mismatches.first { throw FieldError(mismatch) }
    if let name = MessageFieldTable.targets.first(where: { node[$0] != nil }) {
      throw FieldError(path: name, reason: "a message has one target, and that is given apart from its fields")
    }
    self.init(target, node)
  }

  private init(_ target: MessageTarget, _ fields: JSONNode) {
    self.target = target
    node = fields.merging(JSONNode(object: [(target.kind.rawValue, JSONNode(target.text))]))
  }

  /// A field that FCM would refuse.
  public struct FieldError: Error, Hashable, Sendable {
    /// The names on the way to the field, as in `android.notification.color`; empty for the whole message.
    public let path: String
    /// Why FCM refuses it.
    public let reason: String
  }
}

extension Message.FieldError {
  fileprivate init(_ mismatch: SchemaMismatch) {
    path = mismatch.path.joined(separator: ".")
    reason =
      switch mismatch.kind {
      case .unknownField(let name, let type): "\(type) has no field \(name.quoted)"
      case .bothSpellings(let first, let second): "\(first.quoted) and \(second.quoted) are the same field"
      case .wrongType(let found, let expected): "expected \(expected), found \(found)"
      case .wrongValue(let text, let expected): "\(text.quoted) is not one of \(expected.joined(separator: ", "))"
      case .duration(let text): "\(text.quoted) is no span of time such as 3.5s"
      case .moment(let text): "\(text.quoted) is no moment such as 2026-10-23T15:01:30Z"
      }
  }
}

/// The target of a message: exactly one kind of FCM's `Message.target`.
public struct MessageTarget: Hashable, Sendable {
  package let kind: Kind
  /// The topic, the token, the identifier or the condition.
  package let text: String

  package init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }

  /// Whether it names a single device, which is private.
  package var isDevice: Bool { kind.isDevice }

  /// A topic's name, without `/topics/`.
  public static func topic(_ name: String) -> Self { Self(.topic, name) }
  /// A registration token (deprecated by FCM in favour of `fid`).
  public static func token(_ token: String) -> Self { Self(.token, token) }
  /// A Firebase installation identifier.
  public static func fid(_ identifier: String) -> Self { Self(.fid, identifier) }
  /// A condition over topics.
  public static func condition(_ text: String) -> Self { Self(.condition, text) }

  /// The kinds of targets, each by its field in a message.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case topic, token, fid, condition

    /// Whether such a target is a single device.
    package var isDevice: Bool { self == .token || self == .fid }
  }
}

/// How FCM takes a `data` key of a message.
public enum DataKey: Hashable, Sendable {
  case free
  /// FCM's older documents reserve every key that begins with `google` or `gcm`; its servers take most of them.
  case doubtful
  /// FCM answers INVALID_ARGUMENT, or the key would replace a part of Apple's payload.
  case reserved

  /// Source: the API's `Message.data` and https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode. `aps` and `fcm_options` are
  /// added, because FCM puts data next to them in the payload for Apple's systems.
  public init(_ key: String) {
    if key.isEmpty || ["from", "message_type", "aps", "fcm_options"].contains(key) || key.hasPrefix("google.")
      || key.hasPrefix("gcm.")
    {
      self = .reserved
    } else {
      self = key.hasPrefix("google") || key.hasPrefix("gcm") ? .doubtful : .free
    }
  }
}

/// A message's identifier: unique in its campaign and fit to name a file on every system.
///
/// 1 to 200 letters, digits and `._-`, not beginning with `.` (hidden) or `-` (looks like an option), and not
/// `index`, which names the list of all requests.
public struct MessageIdentifier: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
  public let rawValue: String

  /// The most characters.
  public static let maximumLength = 200

  /// Replaces a missing identifier, so that the rest of the message can be checked. No request keeps it.
  static let standIn = MessageIdentifier()

  private init() { rawValue = "message" }

  public init?(rawValue: String) {
    guard (1...Self.maximumLength).contains(rawValue.utf8.count), rawValue.utf8.first != UInt8(ascii: "."),
      rawValue.utf8.first != UInt8(ascii: "-"),
      rawValue.utf8.allSatisfy({ isUnreserved($0) && $0 != UInt8(ascii: "~") }),
      // On some file systems INDEX.json and index.json are the same file.
      rawValue.utf8.count != 5 || rawValue.lowercased() != "index"
    else { return nil }
    self.rawValue = rawValue
  }

  public var description: String { rawValue }
}

/// The identifier of a Firebase project, which the URL of a send request names.
///
/// Lower-case letters, digits and hyphens, as Google Cloud makes them, in old projects after a domain and a colon
/// (https://cloud.google.com/resource-manager/docs/creating-managing-projects): 4 to 100 of `a-z 0-9 - . :`, beginning with a letter or
/// digit. So URLs and shells need no quoting.
public struct ProjectIdentifier: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
  public let rawValue: String

  public init?(rawValue: String) {
    guard rawValue.wholeMatch(of: /[a-z0-9][a-z0-9.:-]{3,99}/.asciiOnlyCharacterClasses()) != nil else { return nil }
    self.rawValue = rawValue
  }

  public var description: String { rawValue }
}

/// A topic's name: letters, digits and `-_.~%`, at least one and as many as `ClientLimit.topicNameCharacters`, without
/// `/topics/`.
///
/// Source: the API definition of FCM HTTP v1, the topic resource's name.
public struct TopicName: Hashable, Sendable, RawRepresentable {
  public let rawValue: String

  public init?(rawValue: String) {
    let lengths = 1...ClientLimit.topicNameCharacters.value
    guard lengths.contains(rawValue.utf8.count), rawValue.utf8.allSatisfy(Self.permits) else { return nil }
    self.rawValue = rawValue
  }

  /// Whether a topic's name may contain a byte; analytics labels use the same set.
  static func permits(_ byte: UInt8) -> Bool { isUnreserved(byte) || byte == UInt8(ascii: "%") }
}

/// A label that FCM counts deliveries by: 1 to `ClientLimit.analyticsLabelCharacters` letters, digits and `-_.~%`.
///
/// Source: https://firebase.google.com/docs/cloud-messaging/understand-delivery
public struct AnalyticsLabel: Hashable, Sendable, Codable, RawRepresentable {
  public let rawValue: String

  public init?(rawValue: String) {
    guard (1...ClientLimit.analyticsLabelCharacters.value).contains(rawValue.utf8.count),
      rawValue.utf8.allSatisfy(TopicName.permits)
    else { return nil }
    self.rawValue = rawValue
  }
}

/// The send URL (https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send).
enum SendEndpoint {
  static let origin = "https://fcm.googleapis.com"
  /// The end of all projects' paths.
  static let method = "messages:send"

  static func path(of project: String) -> String { "/v1/projects/\(project)/\(method)" }
}
