import Findings

extension RequestForm {
  /// Arguments of `getMessaging().send` of the Admin SDK for Node.js.
  public static let adminNode = RequestForm(
    "admin-node", at: .all(name: "messages.mjs"),
    writer: Writer(opening: AdminNodeMessage.opening, closing: AdminNodeMessage.closing) {
      (request, _) throws(FormatError) in
      let literal = try AdminNodeMessage(message: request.message).literal()
      return SourceWriter.element(literal, in: .javaScript, comments: [request.id.rawValue, request.proof.sentence])
    })
}

/// A message as `getMessaging().send` of the Admin SDK for Node.js takes it.
///
/// The SDK renames the fields that it knows and sends everything else as it is, so most names are the API's own in camel case.
/// What it would change or refuse has no such form. Source: `src/messaging/messaging-api.ts` and `messaging-internal.ts` of
/// firebase-admin-node 14.
struct AdminNodeMessage {
  /// The message by the names of the REST reference.
  let message: JSONValue

  static let opening = """
    // Messages for firebase-admin 14.1 or later for Node.js. Written by richpush.
    //
    //   import { initializeApp } from 'firebase-admin/app';
    //   import { getMessaging } from 'firebase-admin/messaging';
    //   import { messages } from './messages.mjs';
    //
    //   initializeApp();
    //   for (const message of messages) await getMessaging().send(message);
    //
    // send(message, true) has FCM only check it.
    export const messages = [

    """
  static let closing = "];\n"

  /// - Throws: `FormatError` for the first field that has no such form.
  func literal() throws(FormatError) -> SourceLiteral {
    if message.hasMember(named: "__proto__") {
      throw FormatError(path: [], reason: "the SDK loses members of the name `__proto__`")
    }
    return try object(message, "Message", [])
  }

  private func object(_ value: JSONValue, _ type: String, _ path: [String]) throws(FormatError) -> SourceLiteral {
    if type == "AndroidNotification" { try AdminValues.checkArguments(value, path) }
    if type == "LightSettings" { try AdminValues.checkLight(value, path) }
    var members: [(name: String, value: SourceLiteral)] = []
    for field in MessageFieldTable.types[type] ?? [] {
      // Protocol buffers take null, and an empty list, for what is not there.
      guard let member = value[field.name], member != .null, member != [] else { continue }
      let literal = try literal(of: member, field, path + [field.name])
      members.append((AdminNames.nodeFields[field.name] ?? field.camelCaseName, literal))
    }
    return .members(members)
  }

  private func literal(
    of value: JSONValue, _ field: MessageField, _ path: [String]
  ) throws(FormatError) -> SourceLiteral {
    switch field.kind {
    case .message("AndroidConfigV2"): throw FormatError(path: path, reason: "the SDK has no name for it")
    case .structure where field.name == "payload": return try AdminNodePayload(payload: value, path: path).literal()
    case .string where field.name == "image":
      try checkImage(value, path)
      return .value(value)
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
    case .timestamp:
      let moment = try AdminValues.timestamp(value, wholeNanoseconds: 1_000_000, path)
      return .call("new Date", [.init(nil, .string(moment.rawValue))])
    case .enumeration: return .string(try AdminValues.word(value, path))
    case .message("Color"): return .string(try AdminValues.color(value, path))
    case .message(let type): return try object(value, type, path)
    case .repeated(let kind):
      guard case .array(let elements) = value else { throw FormatError(path: path, reason: "it is no array") }
      var literals: [SourceLiteral] = []
      for element in elements { literals.append(try literal(of: element, kind, path)) }
      return .elements(literals)
    }
  }

  /// The SDK refuses addresses that are right but look odd to it (`isURL` in `src/utils/validator.ts`).
  private func checkImage(_ value: JSONValue, _ path: [String]) throws(FormatError) {
    guard let text = value.text, !text.isEmpty else { return }
    let url = try? StrictURL(text)
    guard let url, !url.path.contains("//"), !url.path.contains("&"), !url.authority.contains("_") else {
      throw FormatError(path: path, reason: "the SDK takes no address with // or & in its path or _ in its host")
    }
  }
}

extension StrictURL {
  /// What stands between the scheme and the path.
  fileprivate var authority: Substring { text[..<path.startIndex].drop { $0 != "/" } }
}

extension JSONValue {
  /// Whether an object in it, at any depth, has a member of this name.
  fileprivate func hasMember(named name: String) -> Bool {
    switch self {
    case .object(let members): members[name] != nil || members.values.contains { $0.hasMember(named: name) }
    case .array(let elements): elements.contains { $0.hasMember(named: name) }
    default: false
    }
  }
}
