package import Findings

/// One message of a request file, by the names of the API whatever its author's spelling, with its places.
public struct RequestDocument: Sendable {
  /// The message, with the names of `MessageFieldTable`.
  package let message: JSONNode
  /// Where it is not of the types of the API's definition.
  let mismatches: [SchemaMismatch]
  /// The way to the message in its file: `message`, `[3].message`, or nothing for a bare message.
  private let path: [String]
  /// The moment at which it is judged, in seconds since 1970; nil where nobody looks at what is over.
  var now: Int?
  /// nil where places mean nothing to the reader.
  private let lines: TextLines?
  /// Where what led to a field stands, by the names on the way to it, where the request has no text of its own.
  var origin: (@Sendable ([String]) -> TextPlace?)?

  /// Takes `{"message": …}` or a bare message; nil when it is neither.
  ///
  /// - Parameter index: its position, where several stand in one file.
  init?(_ node: JSONNode, index: Int? = nil, lines: TextLines?) {
    let position = index.map { ["[\($0)]"] } ?? []
    let isWrapped = node["message"]?.isObject == true
    guard node.isObject, isWrapped || Self.isBareMessage(node) else { return nil }
    let type = isWrapped ? MessageFieldTable.rootType : "Message"
    let walk = SchemaWalk.walk(node, type: type, path: position)
    message = isWrapped ? walk.node["message"] ?? node : walk.node
    mismatches = walk.mismatches
    path = position + (isWrapped ? ["message"] : [])
    self.lines = lines
  }

  /// Our own request, in which places mean nothing.
  init?(ownBody body: [UInt8]) {
    var reader = JSONReader(body)
    guard let node = reader.values().first else { return nil }
    self.init(node, lines: nil)
  }

  /// Whether an object without `message` is meant as one: it has a name that messages have, or used to have.
  private static func isBareMessage(_ node: JSONNode) -> Bool {
    node.members.contains { member in
      MessageFieldTable.field(named: member.name, in: "Message") != nil
        || ForeignName.topLevelNames.contains(member.name)
    }
  }
}

extension RequestDocument {
  /// The value at the end of a way through members' names.
  package subscript(_ names: String...) -> JSONNode? { node(names) }

  package func node(_ names: [String]) -> JSONNode? {
    names.reduce(Optional(message)) { node, name in node?[name] }
  }

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

/// A field of a message that names a picture, and the clients that read it there.
struct ImageField: Hashable, Sendable {
  let path: [String]
  let url: String
  let platforms: Set<Platform>

  /// Where it stands and which clients have it from there alone, unless a field of their own says otherwise.
  static let own: [(path: [String], platform: Platform)] = [
    (["apns", "fcm_options", "image"], .ios),
    (["android", "notification", "image"], .android),
    (["android_v2", "remote_notification", "notification", "image"], .android),
    (["webpush", "notification", "image"], .web),
  ]
}

extension RequestDocument {
  /// Every picture that clients are told to load, each with those that load it.
  var images: [ImageField] {
    let own = ImageField.own.compactMap { field in
      node(field.path)?.text.map { ImageField(path: field.path, url: $0, platforms: [field.platform]) }
    }
    let common = ["notification", "image"]
    let rest = Set(Platform.allCases).subtracting(own.flatMap(\.platforms))
    guard let url = node(common)?.text, !rest.isEmpty else { return own }
    return [ImageField(path: common, url: url, platforms: rest)] + own
  }

  /// The picture that one client loads.
  func image(for platform: Platform) -> ImageField? {
    images.first { $0.platforms.contains(platform) && !$0.url.isEmpty }
  }
}
