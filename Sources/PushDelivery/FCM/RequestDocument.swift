package import Findings

/// One message of a request file, by the names of the API whatever its author's spelling, with its places.
public struct RequestDocument: Sendable {
  /// The message, with the names of `MessageFieldTable`.
  package private(set) var message: JSONNode
  /// Every picture that clients are told to load, each with those that load it.
  private(set) var images: [ImageField] = []
  /// What stands beside the message and says whether it is only to be checked.
  let validateOnly: JSONNode?
  /// Where it is not of the types of the API's definition.
  let mismatches: [SchemaMismatch]
  /// The way to the message in its file: `message`, `[3].message`, or nothing for a bare message.
  private let path: [String]
  /// The moment at which it is judged, in seconds since 1970; nil where nobody looks at what is over.
  var now: Int?
  /// What says where it goes to; nil where its text does not.
  var envelope: RequestEnvelope?
  /// nil where places mean nothing to the reader.
  private let lines: TextLines?
  /// Whether it stands in its text as JSON has it, so that changes can be written there.
  let isEditable: Bool
  /// Where what led to a field stands, by the names on the way to it, where the request has no text of its own.
  var origin: (@Sendable ([String]) -> TextPlace?)?

  /// Takes `{"message": …}` or a bare message; nil when it is neither.
  ///
  /// - Parameters:
  ///   - index: its position, where several stand in one file.
  ///   - isEditable: whether changes can be written where it stands.
  init?(_ node: JSONNode, index: Int? = nil, lines: TextLines?, isEditable: Bool = false) {
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
    // Half of a request of the other interface would be one of neither.
    let isLegacy = walk.mismatches.contains { ["to", "registration_ids"].contains($0.name) }
    self.isEditable = isEditable && lines != nil && !isLegacy
    images = namedImages()
  }

  /// A message that was composed here, which stands in no text.
  package init(composed node: JSONNode) {
    let walk = SchemaWalk.walk(node, type: "Message", path: ["message"])
    message = walk.node
    validateOnly = nil
    mismatches = walk.mismatches
    path = ["message"]
    lines = nil
    isEditable = false
    images = namedImages()
  }

  /// The same with other texts.
  ///
  /// - Parameter node: a message that has the same fields, by the same names, and shows the same pictures.
  func holding(_ node: JSONNode) -> RequestDocument {
    var document = self
    document.message = node
    return document
  }

  /// Whether an object without `message` is meant as one: it has a name that messages have, or used to have.
  private static func isBareMessage(_ node: JSONNode) -> Bool {
    node.members.contains { member in
      // Anything may have a name.
      member.name != "name" && MessageFieldTable.field(named: member.name, in: "Message") != nil
        || ForeignName.topLevelNames.contains(member.name)
    }
  }
}

extension RequestDocument {
  /// Whether FCM knows a field of it not at all.
  var hasUnknownField: Bool {
    mismatches.contains { if case .unknownField = $0.kind { true } else { false } }
  }

  /// The text that it stands in.
  var bytes: [UInt8] { lines?.bytes ?? [] }

  /// The value at the end of a way through members' names.
  package subscript(_ names: String...) -> JSONNode? { node(names) }

  package func node(_ names: some Sequence<String>) -> JSONNode? {
    var node = message
    for name in names {
      guard let next = node[name] else { return nil }
      node = next
    }
    return node
  }

  /// Whether something stands at the end of a way. Protocol buffers take `null` for what is not there.
  package func isSet(_ names: String...) -> Bool { isSet(names) }

  func isSet(_ names: [String]) -> Bool { node(names).map { !$0.isNull } ?? false }

  /// Whether a name on a way is none that FCM knows there, so that it refuses the message.
  func refusesName(on way: [String]) -> Bool {
    let unknown = mismatches.filter { if case .unknownField = $0.kind { true } else { false } }
    guard !unknown.isEmpty else { return false }
    return way.indices.contains { index in
      let member = node(way[..<index])?.members.last { $0.name == way[index] }
      return unknown.contains { $0.offset == member?.nameOffset }
    }
  }

  /// Whether some of its members are those of another object, which are not known.
  var isOpen: Bool { message.isOpen }

  /// The text at the end of a way, unless it is empty: to the API, an empty string is none.
  package func text(_ names: String...) -> String? {
    node(names)?.text.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The place of a value, or of the nearest object on the way to it that exists.
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

  /// A place of which the offset and the whole way are known.
  func place(at offset: Int, _ way: [String]) -> TextPlace? {
    if let origin { return origin(Array(way.dropFirst(path.count))) }
    return lines?.place(at: offset, keyPath: keyPath(way))
  }
}

/// `message.apns.payload`, `[3].message.data`.
private func keyPath(_ way: [String]) -> String? {
  way.isEmpty
    ? nil
    : way.dropFirst().reduce(way[0]) { path, name in name.hasPrefix("[") ? path + name : "\(path).\(name)" }
}
