import Findings

/// What an Admin SDK sends of a message that a program gives it: the same by the API's names.
///
/// Only what the SDKs rename and convert is changed; what they do not know they send as it is, so that mistakes stay mistakes.
/// Every value keeps its place in the text.
enum AdminMessage {
  case node
  case python

  /// The message as it goes out.
  func sent(_ message: JSONNode) -> JSONNode {
    let fields = fields(of: message, type: "Message")
    let members = fields.members.map { member -> JSONNode.Member in
      switch member.name {
      // One message goes to each device.
      case "tokens": member.named("token", .init(computed: member.value))
      case "fids": member.named("fid", .init(computed: member.value))
      case "topic": member.with(withoutPrefix(member.value))
      default: member
      }
    }
    return fields.with(.object(members))
  }

  /// `/topics/` before a topic's name is taken off.
  private func withoutPrefix(_ topic: JSONNode) -> JSONNode {
    let prefix = "/topics/"
    guard self == .node, let text = topic.text, text.hasPrefix(prefix) else { return topic }
    return topic.with(.string(String(text.dropFirst(prefix.count))))
  }

  /// The arguments that Python's classes take without their names, in their order.
  static let pythonPositions = [
    "Notification": ["title", "body", "image"], "APNSPayload": ["aps"], "Aps": ["alert", "badge", "sound"],
    "ApsAlert": ["title", "subtitle", "body"], "WebpushNotification": ["title", "body", "icon"],
    "WebpushFCMOptions": ["link"],
  ]

  private var fieldNames: [String: String] { self == .node ? Self.nodeFields : Self.pythonFields }

  private static let nodeFields = inverted(AdminNames.nodeFields)
  private static let pythonFields = inverted(AdminNames.pythonFields)

  private func fields(of object: JSONNode, type: String) -> JSONNode {
    guard object.isObject else { return object }
    let members = object.members.map { member -> JSONNode.Member in
      let own = MessageFieldTable.field(named: member.name, in: type)
      let field = own ?? fieldNames[member.name].flatMap { MessageFieldTable.field(named: $0, in: type) }
      guard let field else { return member }
      return member.named(own == nil ? field.name : member.name, value(member.value, of: field))
    }
    return object.with(.object(members))
  }

  private func value(_ node: JSONNode, of field: MessageField) -> JSONNode {
    switch field.kind {
    case .structure where field.name == "payload": AdminPayload(sdk: self).sent(node)
    case .structure: self == .python ? Self.webNotification(node) : node
    case .duration where field.name == "ttl" && self == .python: duration(node, unit: 1)
    default: value(node, of: field.kind)
    }
  }

  private func value(_ node: JSONNode, of kind: MessageField.Kind) -> JSONNode {
    switch kind {
    // A colour is a text, of which the SDK makes four numbers.
    case .message("Color"): node.text == nil ? node : .init(computed: node)
    case .message(let type): fields(of: node, type: type)
    case .duration: duration(node, unit: 0.001)
    case .timestamp: node.isObject ? .init(computed: node) : node
    case .repeated(let kind): node.elements.map { node.with(.array($0.map { value($0, of: kind) })) } ?? node
    case .enumeration(let values): node.with(Self.word(node, values))
    default: node
    }
  }

  /// `high` is `PRIORITY_HIGH` where the API's names have that prefix.
  private static func word(_ node: JSONNode, _ values: [String]) -> JSONNode.Content {
    guard let text = node.text?.uppercased(), !values.contains(text), values.contains("PRIORITY_" + text) else {
      return node.content
    }
    return .string("PRIORITY_" + text)
  }

  /// A number, or the arguments of `timedelta`, as the API's text.
  ///
  /// - Parameter unit: of a number, in seconds.
  private func duration(_ node: JSONNode, unit: Double) -> JSONNode {
    let seconds =
      node.isObject ? Self.seconds(ofArguments: node) : node.numberAsWritten.flatMap(Double.init).map { $0 * unit }
    guard let seconds, seconds >= 0, seconds < 1e12 else { return node.isObject ? .init(computed: node) : node }
    let whole = seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
    return node.with(.string(whole + "s"))
  }

  private static func seconds(ofArguments call: JSONNode) -> Double? {
    let units = ["weeks": 604_800, "days": 86_400, "hours": 3600, "minutes": 60, "seconds": 1, "milliseconds": 0.001]
    let parts = call.members.map { member -> Double? in
      guard let unit = units[member.name], let count = member.value.number else { return nil }
      return count * unit
    }
    return parts.contains(nil) || parts.isEmpty ? nil : parts.compactMap(\.self).reduce(0, +)
  }

  /// What browsers show, by the names of the Notification API.
  private static func webNotification(_ node: JSONNode) -> JSONNode {
    node.renamed(by: webNames).flattened("custom_data")
  }

  private static let webNames = inverted(AdminNames.pythonWebTexts).merging(inverted(AdminNames.pythonWebValues)) {
    first, _ in first
  }.merging(["direction": "dir", "timestamp_millis": "timestamp"]) { first, _ in first }
}

/// The payload for APNs as the Admin SDKs write it.
private struct AdminPayload {
  let sdk: AdminMessage

  func sent(_ payload: JSONNode) -> JSONNode {
    payload.mapMembers { $0.name == "aps" ? $0.with(aps($0.value)) : $0 }
  }

  private func aps(_ aps: JSONNode) -> JSONNode {
    let names = sdk == .node ? Self.nodeAps : Self.pythonAps
    return aps.renamed(by: names).flattened("custom_data").mapMembers { member in
      switch member.name {
      case "alert": member.with(alert(member.value))
      // Of these the SDKs know `true` and 1.
      case "content-available", "mutable-content":
        member.value.content == .bool(true) ? member.with(member.value.with(.number("1"))) : member
      default: member
      }
    }
  }

  private func alert(_ alert: JSONNode) -> JSONNode {
    alert.renamed(by: sdk == .node ? Self.nodeAlert : Self.pythonAlert).flattened("custom_data")
  }

  private static let nodeAps = inverted(AdminNames.nodeAps)
  private static let nodeAlert = inverted(AdminNames.nodeAlert)
  private static let pythonAps = inverted(AdminNames.pythonAps)
  private static let pythonAlert = inverted(AdminNames.pythonAlert)
}

private func inverted(_ names: [String: String]) -> [String: String] {
  Dictionary(names.map { ($0.value, $0.key) }) { first, _ in first }
}

extension JSONNode {
  /// A value in the place of another that nobody can tell.
  fileprivate init(computed node: JSONNode) {
    self.init(offset: node.offset, end: node.end, content: .expression(""))
  }

  /// Another value in its place.
  func with(_ content: Content) -> JSONNode { JSONNode(offset: offset, end: end, content: content) }

  fileprivate func mapMembers(_ change: (Member) -> Member) -> JSONNode {
    isObject ? with(.object(members.map(change))) : self
  }

  fileprivate func renamed(by names: [String: String]) -> JSONNode {
    mapMembers { $0.named(names[$0.name] ?? $0.name, $0.value) }
  }

  /// With the members of a member of this name among its own.
  fileprivate func flattened(_ name: String) -> JSONNode {
    guard isObject else { return self }
    return with(.object(members.flatMap { $0.name == name && $0.value.isObject ? $0.value.members : [$0] }))
  }
}

extension JSONNode.Member {
  func with(_ value: JSONNode) -> Self { named(name, value) }

  fileprivate func named(_ name: String, _ value: JSONNode) -> Self {
    Self(name: name, nameOffset: nameOffset, nameEnd: nameEnd, value: value)
  }
}
