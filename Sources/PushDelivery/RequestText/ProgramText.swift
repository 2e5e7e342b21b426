import Findings

/// The messages in a program's text, with what the names in them stand for.
struct ProgramText {
  private let names: ProgramNames
  private let syntax: RequestSyntax
  /// Names whose objects were put into others.
  private var used: Set<String> = []
  /// How many names of one object were looked up: objects that name each other many times could be endless.
  private var lookups = 0
  /// What names stand for, as far as they were looked up.
  private var known: [String: JSONNode?] = [:]

  private static let mostLookups = 200

  static func values(_ bytes: [UInt8], in syntax: RequestSyntax) -> [RequestText.Value] {
    let isPython = syntax == .python
    let positions = isPython ? AdminMessage.pythonPositions : [:]
    var text = Self(names: ProgramNames(bytes, isPython: isPython, positions: positions), syntax: syntax)
    var reader = JSONReader(bytes, dialect: .program, positions: positions)
    let literals = reader.literals { isMessage(text.whole($0)) }
    text.used = []
    let values = literals.map { text.value($0) }
    return zip(literals, values).compactMap { text.isPart($0.node) ? nil : $1 }
  }

  private init(names: ProgramNames, syntax: RequestSyntax) {
    self.names = names
    self.syntax = syntax
  }

  private mutating func value(_ literal: ProgramLiteral) -> RequestText.Value {
    let before = used
    used = []
    let node = whole(literal.node)
    let isEditable = used.isEmpty && changes(of: literal.node).isEmpty
    used.formUnion(before)
    if node["message"]?.isObject == true { return .init(node: node, isEditable: isEditable) }
    let function = function(of: literal.node)
    let target: RequestDocument.TargetPlace =
      if let function, Self.legacyFunctions.contains(function) {
        .call(function)
      } else if literal.isCall || function.map(Self.functions.contains) == true {
        .message
      } else {
        .unknown
      }
    if literal.isCall { return .init(node: AdminMessage.python.sent(node), isEditable: false, target: target) }
    let sent = syntax == .javaScript ? AdminMessage.node.sent(node) : node
    return .init(node: sent, isEditable: isEditable, target: target)
  }

  /// Whether an object is put into messages, and is sent as none itself.
  private func isPart(_ node: JSONNode) -> Bool {
    let function = names.callees[node.offset] ?? ""
    if names.parts.contains(node.offset) || ["assign", "update"].contains(function) { return true }
    guard let name = names.names[node.offset], used.contains(name) else { return false }
    return !names.isArgument(name, of: Self.functions + Self.legacyFunctions)
  }

  /// The function of an Admin SDK that gets an object, itself or by its name.
  private func function(of node: JSONNode) -> String? {
    if let function = names.callees[node.offset] { return function }
    guard let name = names.names[node.offset] else { return nil }
    return (Self.legacyFunctions + Self.functions).first { names.isArgument(name, of: [$0]) }
  }

  private static let functions = [
    "send", "sendEach", "sendEachForMulticast", "sendAll", "sendMulticast", "send_each", "send_each_for_multicast",
    "send_all", "send_multicast",
  ]
  private static let legacyFunctions = ["sendToDevice", "sendToDeviceGroup", "sendToTopic", "sendToCondition"]
}

// What stands for what.
extension ProgramText {
  /// An object with what the program makes of it, as far as that is known.
  private mutating func whole(_ node: JSONNode) -> JSONNode {
    lookups = 0
    return resolved(changes(of: node).reduce(node) { $0.changed($1.path[...], isOpen: $1.isOpen) }, [])
  }

  private func changes(of node: JSONNode) -> [ProgramNames.Change] {
    names.names[node.offset].flatMap { names.changes[$0] } ?? []
  }

  /// - Parameter outer: the names that lead here.
  private mutating func resolved(_ node: JSONNode, _ outer: Set<String>) -> JSONNode {
    switch node.content {
    case .expression(let text):
      guard let value = value(of: text, outer) else { return node }
      // A text stands where its name does, so that it is changed there.
      return value.isObject || value.elements != nil ? value : node.with(value.content)
    case .array(let elements): return node.with(.array(elements.map { resolved($0, outer) }))
    case .object(let members): return node.with(.object(joined(members, outer)))
    default: return node
    }
  }

  /// Members with those of the objects that are spread among them; of several of one name the last one counts.
  private mutating func joined(_ members: [JSONNode.Member], _ outer: Set<String>) -> [JSONNode.Member] {
    var joined = JoinedMembers()
    for member in members {
      let resolved = member.with(resolved(member.value, outer))
      let isSpread = member.name == JSONNode.spreadName && resolved.value.isObject
      joined.append(isSpread ? resolved.value.members : [resolved])
    }
    return joined.members
  }

  private mutating func value(of name: String, _ outer: Set<String>) -> JSONNode? {
    guard !outer.contains(name), !name.isEmpty, name.utf8.allSatisfy(isIdentifier), lookups < Self.mostLookups,
      let value = constant(name)
    else { return nil }
    lookups += 1
    let isContainer = value.isObject || value.elements != nil
    if isContainer { used.insert(name) }
    let changed = (names.changes[name] ?? []).reduce(value) { $0.changed($1.path[...], isOpen: $1.isOpen) }
    return resolved(changed, outer.union([name]))
  }
}

extension ProgramText {
  private mutating func constant(_ name: String) -> JSONNode? {
    if let value = known[name] { return value }
    let value = names.value(of: name)
    known[name] = .some(value)
    return value
  }
}

/// The members of an object that is put together of several. Each takes the place of those before it that have its name; where these
/// are is kept, since objects of thousands would be gone through for each of them otherwise.
private struct JoinedMembers {
  /// nil where one was taken out.
  private var all: [JSONNode.Member?] = []
  private var places: [String: [Int]] = [:]

  var members: [JSONNode.Member] { all.compactMap(\.self) }

  /// Adds members of one object, which take no places of each other.
  mutating func append(_ new: [JSONNode.Member]) {
    for member in new where member.name != JSONNode.spreadName {
      for place in places.removeValue(forKey: member.name) ?? [] { all[place] = nil }
    }
    for member in new {
      if member.name != JSONNode.spreadName { places[member.name, default: []].append(all.count) }
      all.append(member)
    }
  }
}

extension JSONNode {
  /// After a change whose outcome is not known.
  ///
  /// - Parameters:
  ///   - path: to what is changed.
  ///   - isOpen: whether members come or go there.
  fileprivate func changed(_ path: ArraySlice<String>, isOpen: Bool) -> JSONNode {
    let unknown = with(.expression(""))
    guard isObject else { return unknown }
    guard let name = path.first else {
      let rest = Member(name: Self.spreadName, nameOffset: offset, value: unknown)
      return isOpen ? with(.object(members + [rest])) : unknown
    }
    let isLast = path.count == 1 && !isOpen
    guard self[name] != nil else {
      return with(.object(members + [Member(name: name, nameOffset: offset, value: unknown)]))
    }
    return with(
      .object(
        members.map { member in
          guard member.name == name else { return member }
          return member.with(
            isLast ? member.value.with(.expression("")) : member.value.changed(path.dropFirst(), isOpen: isOpen))
        }))
  }
}

/// Whether a literal of a program is meant as a message: programs have many objects with a `token` or `data`.
private func isMessage(_ node: JSONNode) -> Bool {
  if let message = node["message"], message.isObject { return isMessage(message) }
  let names = Set(node.members.map(\.name)).subtracting([JSONNode.spreadName])
  let contents: Set = ["notification", "android", "apns", "webpush", "android_v2", "data"]
  let targets: Set = ["token", "topic", "condition", "fid", "tokens", "fids"]
  let others: Set = [
    "fcmOptions", "fcm_options", "name", "to", "registration_ids", "priority", "collapse_key", "time_to_live",
  ]
  guard names.isSubset(of: contents.union(targets).union(others)) else {
    // A misspelt name among the right ones.
    return !names.isDisjoint(with: targets) && names.contains("notification")
  }
  let platforms = ["android", "apns", "webpush"].filter { node[$0]?.isObject == true }.count
  let hasContents = !names.isDisjoint(with: contents)
  return hasContents && !names.isDisjoint(with: targets.union(["to"])) || platforms > 0
    || names.isSubset(of: ["notification", "data"]) && isNotification(node["notification"])
}

/// Words that only notifications have together.
private func isNotification(_ node: JSONNode?) -> Bool {
  let names = Set(node?.members.map(\.name) ?? [])
  return names.contains("title") && names.contains("body")
}
