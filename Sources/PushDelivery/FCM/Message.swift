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
public enum MessageTarget: Hashable, Sendable, Codable {
  /// A topic's name, without `/topics/`.
  case topic(String)
  /// A registration token (deprecated by FCM in favour of `fid`).
  case token(String)
  /// A Firebase installation identifier.
  case fid(String)
  /// A condition over topics.
  case condition(String)

  /// The kinds of targets, each by its field in a message.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case topic, token, fid, condition
  }

  /// - Parameter text: the topic, the token, the identifier or the condition.
  package init(_ kind: Kind, _ text: String) {
    self =
      switch kind {
      case .topic: .topic(text)
      case .token: .token(text)
      case .fid: .fid(text)
      case .condition: .condition(text)
      }
  }

  package var kind: Kind {
    switch self {
    case .topic: .topic
    case .token: .token
    case .fid: .fid
    case .condition: .condition
    }
  }

  /// The topic, the token, the identifier or the condition.
  package var text: String {
    switch self {
    case .topic(let text), .token(let text), .fid(let text), .condition(let text): text
    }
  }

  /// Whether it names a single device, which is private.
  package var isDevice: Bool { kind.isDevice }
}

extension MessageTarget.Kind {
  /// Whether such a target is a single device.
  package var isDevice: Bool { self == .token || self == .fid }
}
