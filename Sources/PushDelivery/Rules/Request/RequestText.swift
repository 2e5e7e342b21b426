import Findings

/// The forms in which richpush writes requests that are not bodies of `messages:send` and nothing else.
public enum RequestText: String, Sendable, CaseIterable {
  /// What REST clients of editors send: head and body of each request, parted by `###`.
  case httpFile
  /// A script for a shell that sends its here-document.
  case shellScript
  /// What APNs gets of a message.
  case applePayload
  /// What a browser's push service gets of one.
  case webPayload

  /// The form that a file is of; nil: JSON of requests, or none of these.
  ///
  /// - Parameters:
  ///   - path: whole, since payloads are known by their folder too.
  ///   - bytes: all of the file's, or its first.
  public init?(fileAt path: String, bytes: [UInt8]) {
    let parts = path.lowercased().split(separator: "/")
    let name = parts.last ?? ""
    if name.hasSuffix(".http") || name.hasSuffix(".rest") {
      self = .httpFile
    } else if name.hasSuffix(".sh"), bytes.firstRange(of: Array(SendEndpoint.method.utf8)) != nil {
      self = .shellScript
    } else if name.hasSuffix(".json"), let form = Self.payload(bytes, inFolder: parts.dropLast().last.map(String.init))
    {
      self = form
    } else {
      return nil
    }
  }

  /// By its members: Apple's have `aps`, and those for browsers what FCM's library reads. Neither names a target.
  private static func payload(_ bytes: [UInt8], inFolder folder: String?) -> RequestText? {
    // Push services take a few thousand bytes.
    guard bytes.count < 1 << 16 else { return nil }
    var reader = JSONReader(bytes)
    guard let value = reader.values().first, reader.errors.isEmpty else { return nil }
    let names = Set(value.members.map(\.name))
    let ofMessages = ["message", "token", "topic", "condition", "fid", "android", "apns", "webpush"]
    guard !names.isEmpty, names.isDisjoint(with: ofMessages) else { return nil }
    if names.contains("aps") { return .applePayload }
    if folder == "apns" { return .applePayload }
    return folder == "webpush" || names.isSuperset(of: ["notification", "fcmOptions"])
      ? .webPayload : nil
  }

  /// The clients that get what is written in this form.
  var platforms: Set<Platform> {
    switch self {
    case .httpFile, .shellScript: Set(Platform.allCases)
    case .applePayload: [.ios]
    case .webPayload: [.web]
    }
  }
}

extension RequestFile {
  /// Reads the requests that stand in a text of another form. Places are those of the text.
  public init(_ bytes: [UInt8], in form: RequestText) {
    switch form {
    case .httpFile: self.init(bodies: RequestBodies.ofHTTPFile(bytes), in: bytes)
    case .shellScript: self.init(bodies: RequestBodies.ofShellScript(bytes), in: bytes)
    case .applePayload, .webPayload:
      var reader = JSONReader(bytes)
      let messages = reader.values().map { $0.isObject ? RequestPayload($0, form).message : $0 }
      self.init(messages, errors: reader.errors, lines: TextLines(bytes))
    }
    self.form = form
  }

  private init(bodies: [Range<Int>], in bytes: [UInt8]) {
    var (values, errors) = ([JSONNode](), [JSONError]())
    for body in bodies {
      var reader = JSONReader(Array(bytes[body]))
      values += reader.values().map { $0.moved(by: body.lowerBound) }
      errors += reader.errors.map { JSONError($0.kind, at: $0.offset + body.lowerBound) }
    }
    self.init(values, errors: errors, lines: TextLines(bytes))
  }
}

/// A payload as the message that it may have come from, so that the rules about messages judge it.
struct RequestPayload {
  private let payload: JSONNode
  private let form: RequestText

  init(_ payload: JSONNode, _ form: RequestText) { (self.payload, self.form) = (payload, form) }

  /// To nobody in particular: whom it goes to is no part of a payload.
  var message: JSONNode {
    object([
      ("message", object([("topic", node(.string("any"))), (form == .webPayload ? "webpush" : "apns", section)]))
    ])
  }

  /// Where FCM's libraries look in what arrives.
  private var section: JSONNode {
    let options = payload.members.filter { ["fcm_options", "fcmOptions"].contains($0.name) }
      .map { JSONNode.Member(name: "fcm_options", nameOffset: $0.nameOffset, value: $0.value) }
    let others = payload.members.filter { !["fcm_options", "fcmOptions"].contains($0.name) }
    if form == .webPayload { return node(.object(others + options)) }
    return node(.object([.init(name: "payload", nameOffset: payload.offset, value: node(.object(others)))] + options))
  }

  /// The way to a value in the payload, of that in the message.
  static func keyPath(_ keyPath: String) -> String? {
    let prefixes = ["message.apns.payload", "message.apns", "message.webpush"]
    guard let prefix = prefixes.first(where: { keyPath == $0 || keyPath.hasPrefix($0 + ".") }) else { return nil }
    let rest = keyPath.dropFirst(prefix.count + 1)
    return rest.isEmpty ? nil : String(rest)
  }

  private func node(_ content: JSONNode.Content) -> JSONNode { JSONNode(offset: payload.offset, content: content) }

  private func object(_ members: [(name: String, value: JSONNode)]) -> JSONNode {
    node(.object(members.map { .init(name: $0.name, nameOffset: payload.offset, value: $0.value) }))
  }
}

extension JSONNode {
  /// The same further on in a text.
  fileprivate func moved(by distance: Int) -> JSONNode {
    let content: Content =
      switch content {
      case .object(let members):
        .object(
          members.map {
            Member(name: $0.name, nameOffset: $0.nameOffset + distance, value: $0.value.moved(by: distance))
          })
      case .array(let elements): .array(elements.map { $0.moved(by: distance) })
      default: content
      }
    return JSONNode(offset: offset + distance, content: content)
  }
}
