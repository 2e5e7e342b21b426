import Findings

extension RequestForm {
  /// Instances of `messaging.Message` of the Admin SDK for Python.
  public static let adminPython = RequestForm(
    "admin-python", at: .all(name: "messages.py"),
    writer: Writer(opening: AdminPythonMessage.opening, closing: AdminPythonMessage.closing) {
      (request, _) throws(FormatError) in
      let literal = try AdminPythonMessage(message: request.message).literal()
      return SourceWriter.element(literal, in: .python, comments: [request.id.rawValue, request.proof.sentence])
    })
}

/// A message as instances of the classes of `firebase_admin.messaging`.
///
/// The SDK checks each field and leaves out what is null or empty. What it would change or refuse has no such form. Source:
/// `_messaging_utils.py` and `_messaging_encoder.py` of firebase-admin-python 7.7.
struct AdminPythonMessage {
  /// The message by the names of the REST reference.
  let message: JSONValue

  static let opening = """
    # Messages for firebase-admin 7.7 or later for Python. Written by richpush.
    #
    #   import firebase_admin
    #   from firebase_admin import messaging
    #   from messages import messages
    #
    #   firebase_admin.initialize_app()
    #   for message in messages:
    #       messaging.send(message)
    #
    # send(message, dry_run=True) has FCM only check it.
    import datetime

    from firebase_admin import messaging

    messages = [

    """
  static let closing = "]\n"

  /// Python reads no deeper brackets than 200 (`MAXLEVEL` in its tokenizer); a message has some of its own.
  private static let greatestDepth = 80

  /// - Throws: `FormatError` for the first field that has no such form.
  func literal() throws(FormatError) -> SourceLiteral {
    guard message.depth <= Self.greatestDepth else {
      throw FormatError(path: [], reason: "Python does not read objects in so many others")
    }
    return try instance(message, "Message", [])
  }

  /// The classes, where they are not named as the API's types.
  private static let classes = [
    "ApnsConfig": "APNSConfig", "FcmOptions": "FCMOptions", "AndroidFcmOptions": "AndroidFCMOptions",
    "WebpushFcmOptions": "WebpushFCMOptions", "ApnsFcmOptions": "APNSFCMOptions",
  ]
  /// The fields that a class has no argument for.
  private static let missing: [String: Set<String>] = [
    "Message": ["android_v2"], "AndroidNotification": ["bypass_proxy_notification"],
    "WebpushFcmOptions": ["analytics_label"],
  ]

  private func instance(_ value: JSONValue, _ type: String, _ path: [String]) throws(FormatError) -> SourceLiteral {
    if type == "AndroidNotification" { try AdminValues.checkArguments(value, path) }
    if type == "LightSettings" { try AdminValues.checkLight(value, path) }
    var arguments: [SourceLiteral.Argument] = []
    for field in MessageFieldTable.types[type] ?? [] {
      // Protocol buffers take null, and an empty list, for what is not there.
      guard let member = value[field.name], member != .null, member != [] else { continue }
      let path = path + [field.name]
      if Self.missing[type]?.contains(field.name) == true {
        throw FormatError(path: path, reason: "the SDK has no name for it")
      }
      let literal = try literal(of: member, field, path)
      arguments.append(.init(AdminNames.pythonFields[field.name] ?? field.name, literal))
    }
    return .call("messaging." + (Self.classes[type] ?? type), arguments)
  }

  private func literal(
    of value: JSONValue, _ field: MessageField, _ path: [String]
  ) throws(FormatError) -> SourceLiteral {
    switch (field.kind, field.name) {
    case (.duration, "ttl"): return try seconds(value, path)
    case (.structure, "payload"): return try AdminPythonPayload(payload: value, path: path).literal()
    case (.structure, _): return try AdminPythonWebNotification(notification: value, path: path).literal()
    default: return try literal(of: value, field.kind, path)
    }
  }

  private func literal(
    of value: JSONValue, _ kind: MessageField.Kind, _ path: [String]
  ) throws(FormatError) -> SourceLiteral {
    switch kind {
    case .string, .boolean, .stringMap, .structure: return .value(value)
    case .float: return .value(.number(try AdminValues.number(value, path)))
    case .int32: return .integer(try AdminValues.integer(value, path))
    case .duration: return .integer(try AdminValues.milliseconds(value, path))
    case .timestamp: return try datetime(value, path)
    case .enumeration: return .string(try AdminValues.word(value, path))
    case .message("Color"): return .string(try AdminValues.color(value, path))
    case .message(let type): return try instance(value, type, path)
    case .repeated(let kind):
      guard case .array(let elements) = value else { throw FormatError(path: path, reason: "it is no array") }
      var literals: [SourceLiteral] = []
      for element in elements { literals.append(try literal(of: element, kind, path)) }
      return .elements(literals)
    }
  }

  private func seconds(_ value: JSONValue, _ path: [String]) throws(FormatError) -> SourceLiteral {
    let (seconds, rest) = try AdminValues.milliseconds(value, path).quotientAndRemainder(dividingBy: 1000)
    guard rest != 0 else { return .integer(seconds) }
    return .call(
      "datetime.timedelta", [.init("seconds", .integer(seconds)), .init("milliseconds", .integer(rest))])
  }

  /// The SDK writes years as they come, so that one before 1000 would have too few digits.
  private func datetime(_ value: JSONValue, _ path: [String]) throws(FormatError) -> SourceLiteral {
    let moment = try AdminValues.timestamp(value, wholeNanoseconds: 1000, path)
    guard let first = ProtobufTimestamp(rawValue: "1000-01-01T00:00:00Z"), moment.seconds >= first.seconds else {
      throw FormatError(path: path, reason: "the SDK does not write years before 1000")
    }
    let text = moment.rawValue.dropLast()
    return .call("datetime.datetime.fromisoformat", [.init(nil, .string(text + "+00:00"))])
  }
}

extension JSONValue {
  /// How many objects and arrays lie in one another; 0 for anything else.
  fileprivate var depth: Int {
    switch self {
    case .object(let members): 1 + (members.values.map(\.depth).max() ?? 0)
    case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    default: 0
    }
  }
}
