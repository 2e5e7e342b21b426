import Findings

/// What an Admin SDK sends of a message that a program gives it: the same by the API's names, and what the SDK refuses.
///
/// Only what the SDKs rename and convert is changed; what they do not know they send as it is, so that mistakes stay mistakes.
/// Every value keeps its place in the text.
struct AdminMessage {
  private let sdk: AdminSDK
  private var refusals: [AdminRefusal] = []
  /// The way to where it is, with the names as they are written.
  private var path: [String] = []

  private init(sdk: AdminSDK) { self.sdk = sdk }

  /// The message as it goes out, and what keeps the SDK from sending it.
  static func sent(_ message: JSONNode, by sdk: AdminSDK) -> (node: JSONNode, refusals: [AdminRefusal]) {
    var call = Self(sdk: sdk)
    let fields = call.fields(of: message, type: "Message")
    let members = fields.members.map { member -> JSONNode.Member in
      switch member.name {
      // One message goes to each device.
      case "tokens": member.named("token", .init(computed: member.value))
      case "fids": member.named("fid", .init(computed: member.value))
      case "topic": member.with(withoutPrefix(member.value))
      default: member
      }
    }
    return (fields.with(.object(members)), call.refusals)
  }

  /// Both SDKs take `/topics/` before a topic's name off.
  private static func withoutPrefix(_ topic: JSONNode) -> JSONNode {
    let prefix = "/topics/"
    guard let text = topic.text, text.hasPrefix(prefix) else { return topic }
    return topic.with(.string(String(text.dropFirst(prefix.count))))
  }

  /// The arguments that Python's classes take without their names, in their order.
  static let pythonPositions = [
    "Notification": ["title", "body", "image"], "APNSPayload": ["aps"], "Aps": ["alert", "badge", "sound"],
    "ApsAlert": ["title", "subtitle", "body"], "WebpushNotification": ["title", "body", "icon"],
    "WebpushFCMOptions": ["link"],
  ]

  private mutating func fields(of object: JSONNode, type: String) -> JSONNode {
    guard object.isObject else { return object }
    var members: [JSONNode.Member] = []
    members.reserveCapacity(object.members.count)
    for member in object.members {
      path.append(member.name)
      members.append(self.member(member, of: type))
      path.removeLast()
    }
    if sdk.refusesBothNames(in: type) {
      let sdk = sdk
      refuseBothNames(object.members) { sdk.field(named: $0, in: type)?.name }
    }
    return object.with(.object(members))
  }

  private mutating func member(_ member: JSONNode.Member, of type: String) -> JSONNode.Member {
    let own = MessageFieldTable.field(named: member.name, in: type)
    guard let field = own ?? sdk.field(named: member.name, in: type) else { return member }
    guard sdk.looks(at: member.name, field) else {
      if sdk == .python { refuse(.argument(member.name, correct: sdk.name(of: field)), member.nameRange) }
      return member
    }
    return member.named(own == nil ? field.name : member.name, value(member.value, of: field))
  }

  /// Notes members that stand there by a name of the SDK's and by the API's.
  ///
  /// - Parameter sent: the name under which the SDK sends a member of its own; nil for others.
  private mutating func refuseBothNames(_ members: [JSONNode.Member], _ sent: (String) -> String?) {
    let own = members.filter { sent($0.name) != nil }
    guard !own.isEmpty else { return }
    let byName = Dictionary(members.map { ($0.name, $0) }) { _, last in last }
    for member in own {
      guard let other = sent(member.name).flatMap({ byName[$0] }), other.name != member.name else { continue }
      let last = member.nameOffset < other.nameOffset ? other : member
      path.append(last.name)
      refuse(.both(other.name, member.name), last.nameRange)
      path.removeLast()
    }
  }

  private mutating func refuse(_ kind: AdminRefusal.Kind, _ range: Range<Int>) {
    refusals.append(AdminRefusal(kind: kind, sdk: sdk, path: path, range: range))
  }

  /// Notes that something else belongs in the place of a value, of which nothing else is to be said.
  private mutating func refused(_ node: JSONNode, expecting expected: String) -> JSONNode {
    refuse(.type(found: node.kind, expected: expected), node.range)
    return .init(computed: node)
  }
}

// Values.
extension AdminMessage {
  private mutating func value(_ node: JSONNode, of field: MessageField) -> JSONNode {
    switch field.kind {
    case .structure where field.name == "payload": payload(node)
    case .structure: sdk == .python ? node.asWebNotification : node
    default: value(node, of: field.kind, named: field.name)
    }
  }

  private mutating func value(_ node: JSONNode, of kind: MessageField.Kind, named name: String) -> JSONNode {
    if node.isNull || node.isExpression { return node }
    switch kind {
    case .message("Color"): return color(node)
    case .message(let type): return fields(of: node, type: type)
    case .duration: return duration(node, isSeconds: name == "ttl" && sdk == .python)
    case .timestamp: return moment(node)
    case .repeated(let kind): return elements(node) { $0.value($1, of: kind, named: name) }
    case .enumeration(let values): return word(node, values, named: name)
    default: return node
    }
  }

  private mutating func elements(
    _ node: JSONNode, _ change: (inout AdminMessage, JSONNode) -> JSONNode
  ) -> JSONNode {
    guard let elements = node.elements else { return node }
    var changed: [JSONNode] = []
    for (index, element) in elements.enumerated() {
      path.append("[\(index)]")
      changed.append(change(&self, element))
      path.removeLast()
    }
    return node.with(.array(changed))
  }

  /// A text, of which the SDK makes four numbers.
  private mutating func color(_ node: JSONNode) -> JSONNode {
    guard let text = node.text, text.hasPrefix("#"), [7, 9].contains(text.utf8.count),
      text.dropFirst().allSatisfy(\.isHexDigit)
    else { return refused(node, expecting: "a colour such as #RRGGBB") }
    return .init(computed: node)
  }

  private mutating func moment(_ node: JSONNode) -> JSONNode {
    // The arguments of `datetime`.
    if node.isObject, sdk == .python { return .init(computed: node) }
    return refused(node, expecting: sdk == .node ? "a Date" : "a datetime")
  }

  /// The API's word for one of the SDK's: `high` is `PRIORITY_HIGH` where the API's names have that prefix. The SDK for Node.js
  /// sends the others as they are, which FCM takes in any case.
  private mutating func word(_ node: JSONNode, _ values: [String], named name: String) -> JSONNode {
    guard let text = node.text, sdk == .python || name == "notification_priority" else { return node }
    let prefix = name == "notification_priority" ? "PRIORITY_" : ""
    let known = values.filter { !$0.hasSuffix("UNSPECIFIED") }.map { $0.dropFirst(prefix.count).lowercased() }
    guard known.contains(sdk == .python ? text : text.lowercased()) else {
      refuse(.value(text, expected: known), node.range)
      return .init(computed: node)
    }
    return node.with(.string(prefix + text.uppercased()))
  }

  /// A number, or the arguments of `timedelta`, as the API's text.
  ///
  /// - Parameter isSeconds: whether a number means seconds, and not milliseconds.
  private mutating func duration(_ node: JSONNode, isSeconds: Bool) -> JSONNode {
    if node.isObject, sdk == .python { return node.with(Self.duration(node.secondsOfArguments)) }
    guard let number = node.numberAsWritten.flatMap(Double.init), number >= 0, number < 1e12 else {
      let numbers = "a number of \(isSeconds ? "seconds" : "milliseconds")"
      return refused(node, expecting: sdk == .python ? numbers + " or a timedelta" : numbers)
    }
    return node.with(Self.duration(isSeconds ? number : number * 0.001))
  }

  private static func duration(_ seconds: Double?) -> JSONNode.Content {
    guard let seconds, seconds >= 0, seconds < 1e12 else { return .expression("") }
    return .string((seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)) + "s")
  }
}

// What the SDKs make of payloads, in which FCM converts nothing.
extension AdminMessage {
  private mutating func payload(_ payload: JSONNode) -> JSONNode {
    let sent = AdminPayload(sdk: sdk).sent(payload)
    guard let aps = payload["aps"] else { return sent }
    path.append("aps")
    if sdk == .node { refuseBothNames(aps.members) { AdminPayload.nodeAps[$0] } }
    let isRefused = aps["sound"].map { refusesSound($0) } == true
    path.removeLast()
    return isRefused ? sent.mapMembers { $0.name == "aps" ? $0.with($0.value.with(computed: "sound")) : $0 } : sent
  }

  /// Whether the SDK throws at a sound: it takes a name that is not empty, or what has such a name.
  private mutating func refusesSound(_ sound: JSONNode) -> Bool {
    if sound.isNull || sound.isExpression || sound.text?.isEmpty == false { return false }
    if sound.isObject, sound.isOpen || sound["name"]?.mayBeText == true { return false }
    path.append("sound")
    refuse(.type(found: sound.kind, expected: "a name, or an object with a name"), sound.range)
    path.removeLast()
    return true
  }
}
