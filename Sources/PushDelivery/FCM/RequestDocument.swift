package import Findings

/// One message of a request file with its places, by the API's names, whatever the author's spelling.
public struct RequestDocument: Sendable {
  /// The message, with the names of `MessageFieldTable`.
  package private(set) var message: JSONNode
  /// Every picture that clients are asked to load, with those clients.
  private(set) var images: [ImageField] = []
  /// The member next to the message that asks for a check only.
  let validateOnly: JSONNode?
  /// Where it differs from the API's definition.
  let mismatches: [SchemaMismatch]
  /// The way to the message in its file: `message`, `[3].message`, or nothing for a bare message.
  private let path: [String]
  /// The time of the check, in seconds since 1970; nil to ignore expiry.
  var now: Int?
  /// The part that says where it goes; nil if it has none.
  var envelope: RequestEnvelope?
  /// nil if places are of no use to the reader.
  private let lines: TextLines?
  /// The origin of a field, by the names on the way to it, if the request has no text.
  var origin: (@Sendable ([String]) -> TextPlace?)?

  /// Takes `{"message": …}` or a bare message; nil if it is neither. `index`: its position, if a file has several.
  init?(_ node: JSONNode, index: Int? = nil, lines: TextLines?) {
    let position = index.map { ["[\($0)]"] } ?? []
    let isWrapped = node["message"]?.isObject == true
    guard node.isObject, isWrapped || Self.isBareMessage(node) else { return nil }
    let type = isWrapped ? MessageFieldTable.rootType : "Message"
    let walk = SchemaWalk.walk(node, type: type, path: position)
    message = isWrapped ? walk.node["message"] ?? node : walk.node
    validateOnly = isWrapped ? walk.node["validate_only"] : nil
    mismatches = walk.mismatches
    path = position + (isWrapped ? ["message"] : [])
    self.lines = lines
    images = namedImages()
  }

  /// A message that was composed here, without a text. Without overrides it has the API's names and types.
  package init(composed node: JSONNode, hasOverrides: Bool = true) {
    let walk = hasOverrides ? SchemaWalk.walk(node, type: "Message", path: ["message"]) : (node, [])
    (message, mismatches) = walk
    validateOnly = nil
    path = ["message"]
    lines = nil
    images = namedImages()
  }

  /// The same with other texts. `node`: a message with the same fields, by the same names, and the same pictures.
  func holding(_ node: JSONNode) -> RequestDocument {
    var document = self
    document.message = node
    return document
  }

  /// Whether an object without `message` is probably one: it has a name that messages have or had.
  private static func isBareMessage(_ node: JSONNode) -> Bool {
    node.members.contains { member in
      // Many things have a name.
      member.name != "name" && MessageFieldTable.field(named: member.name, in: "Message") != nil
        || ForeignName.topLevelNames.contains(member.name)
    }
  }

  var hasUnknownField: Bool { mismatches.contains { if case .unknownField = $0.kind { true } else { false } } }

  /// Its whole text.
  var bytes: [UInt8] { lines?.bytes ?? [] }

  /// The value at the end of a path of member names.
  package subscript(_ names: String...) -> JSONNode? { node(names) }

  package func node(_ names: [String]) -> JSONNode? { message.node(at: names) }

  /// Whether the member at the end of a path is set. Protocol buffers read `null` as not set.
  package func isSet(_ names: String...) -> Bool { isSet(names) }

  func isSet(_ names: [String]) -> Bool { node(names).map { !$0.isNull } ?? false }

  /// Whether a name on a path is unknown to FCM there, so that it refuses the message.
  func refusesName(on way: [String]) -> Bool {
    let unknown = mismatches.filter { if case .unknownField = $0.kind { true } else { false } }
    guard !unknown.isEmpty else { return false }
    return way.indices.contains { index in
      let member = node(Array(way[..<index]))?.members.last { $0.name == way[index] }
      return unknown.contains { $0.offset == member?.nameOffset }
    }
  }

  var isOpen: Bool { message.isOpen }

  /// The text at the end of a path, unless it is empty: to the API, that is not set.
  package func text(_ names: String...) -> String? { node(names)?.text.flatMap { $0.isEmpty ? nil : $0 } }

  /// The line in which it begins; nil if places are of no use.
  package var line: Int? { lines?.place(at: message.offset).line }

  /// The place of a value, or of the nearest existing object on its path.
  func place(_ names: String...) -> TextPlace? { place(of: names) }

  func place(of names: [String]) -> TextPlace? {
    if let origin { return origin(names) }
    var found = message
    var way: [String] = []
    for name in names {
      guard let member = found.members.last(where: { $0.name == name }) else { break }
      found = member.value
      way.append(name)
    }
    return lines?.place(at: found.offset, keyPath: keyPath(path + way))
  }

  /// The members of every `data`, each with its place, which need not be looked up: there may be very many.
  var data: [(member: JSONNode.Member, place: () -> TextPlace?)] {
    [["data"], ["android", "data"], ["android_v2", "data"], ["webpush", "data"]].flatMap { map in
      (node(map)?.members ?? []).map { member in
        (member, { place(at: member.value.offset, path + map + [member.name]) })
      }
    }
  }

  /// A place whose offset and path are known.
  func place(at offset: Int, _ way: [String]) -> TextPlace? {
    if let origin { return origin(Array(way.dropFirst(path.count))) }
    return lines?.place(at: offset, keyPath: keyPath(way))
  }

  /// Whether the value at the end of a path is unknown: it or an object on the path is filled in, or unknown members follow it.
  func isUnknown(_ names: some Sequence<String>) -> Bool {
    var node = message
    for name in names {
      let index = node.members.lastIndex { $0.name == name }
      if node.members[(index ?? 0)...].contains(where: { $0.name == JSONNode.spreadName }) { return true }
      guard let index else { return node.isExpression || node.isOpen }
      node = node.members[index].value
    }
    return node.isExpression
  }

  /// Whether its picture may be filled in later.
  func mayHaveImage(for platform: Platform) -> Bool {
    let own = ImageField.own.filter { $0.platform == platform }.map(\.path)
    return ([["notification", "image"]] + own).contains(where: isUnknown)
  }

  /// Whether a client's texts may be filled in later.
  func mayBeNotification(for platform: Platform) -> Bool {
    let own =
      switch platform {
      case .android: ["android", "notification"]
      case .ios: ["apns", "payload", "aps", "alert"]
      case .web: ["webpush", "notification"]
      }
    return isUnknown(["notification"]) || isUnknown(own)
  }

  /// The field that makes Apple's systems run a service extension.
  static let mutableContent = ["apns", "payload", "aps", "mutable-content"]
}

/// `message.apns.payload`, `[3].message.data`.
private func keyPath(_ way: [String]) -> String? {
  way.isEmpty
    ? nil : way.dropFirst().reduce(way[0]) { path, name in name.hasPrefix("[") ? path + name : "\(path).\(name)" }
}
