import Findings

/// The messages in a program's text, with what the names in them stand for.
struct ProgramText {
  private let names: ProgramNames
  private let syntax: RequestSyntax
  /// The names of the messages.
  private var messages: Set<String> = []
  /// Names whose objects were put into others.
  private var used: Set<String> = []
  /// How many names of one object were looked up: objects that name each other many times could be endless.
  private var lookups = 0
  /// What names stand for, as far as they were looked up.
  private var known: [String: JSONNode?] = [:]

  private static let mostLookups = 200

  /// The messages of a program, and what is not JSON in the texts that hold some.
  static func read(_ bytes: [UInt8], in syntax: RequestSyntax) -> (values: [RequestText.Value], errors: [JSONError]) {
    let isPython = syntax == .python
    let positions = isPython ? AdminMessage.pythonPositions : [:]
    var text = Self(names: ProgramNames(bytes, isPython: isPython, positions: positions), syntax: syntax)
    let names = text.names
    let evidence = MessageEvidence(bytes, texts: names.quotedTexts)
    var reader = JSONReader(bytes, dialect: .program, positions: positions)
    let literals = reader.literals { evidence.isMessage(text.whole($0), MessageUse(of: $0, in: names)) }
    text.messages = Set(literals.compactMap { names.names[$0.node.offset] })
    text.used = []
    let values = literals.map { text.value($0) }
    let written = zip(literals, values).compactMap { text.isPart($0.node) ? nil : $1 }
    let quoted = QuotedMessages(bytes, in: text.names.texts, evidence)
    guard !quoted.values.isEmpty else { return (written, []) }
    return ((written + quoted.values).sorted { $0.node.offset < $1.node.offset }, quoted.errors)
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
      if let function, MessageUse.legacyFunctions.contains(function) {
        .call(function)
      } else if literal.isCall || function.map(MessageUse.functions.contains) == true {
        .message
      } else {
        .unknown
      }
    guard literal.isCall || syntax == .javaScript else {
      return .init(node: node, isEditable: isEditable, target: target)
    }
    let sent = AdminMessage.sent(node, by: literal.isCall ? .python : .node)
    return .init(
      node: sent.node, isEditable: isEditable && !literal.isCall, target: target, adminRefusals: sent.refusals)
  }

  /// Whether an object is put into messages, and is sent as none itself.
  private func isPart(_ node: JSONNode) -> Bool {
    let function = names.callees[node.offset] ?? ""
    if names.parts[node.offset].map({ isPart(node, of: $0) }) == true || ["assign", "update"].contains(function) {
      return true
    }
    guard let name = names.names[node.offset], used.contains(name) else { return false }
    return !names.isArgument(name, of: MessageUse.allFunctions)
  }

  /// Whether what a member is set to belongs to a message, and is none itself: `this.message = {…}` may be one.
  private func isPart(_ node: JSONNode, of part: ProgramNames.Part) -> Bool {
    messages.contains(part.name)
      || part.member.map(MessageEvidence.contents.contains) == true && node["message"] == nil
        && !MessageEvidence.hasTarget(node)
  }

  /// The function of an Admin SDK that gets an object, itself or by its name.
  private func function(of node: JSONNode) -> String? {
    if let function = names.callees[node.offset] { return function }
    guard let name = names.names[node.offset] else { return nil }
    return MessageUse.allFunctions.first { names.isArgument(name, of: [$0]) }
  }
}

// What stands for what.
extension ProgramText {
  /// An object with what the program makes of it, as far as that is known.
  private mutating func whole(_ node: JSONNode) -> JSONNode {
    lookups = 0
    return resolved(node.changed(by: changes(of: node).map { ($0.path[...], $0.isOpen) }), [])
  }

  private func changes(of node: JSONNode) -> [ProgramNames.Change] {
    names.names[node.offset].flatMap { names.changes[$0] } ?? []
  }

  /// - Parameter outer: the names that lead here.
  private mutating func resolved(_ node: JSONNode, _ outer: Set<String>) -> JSONNode {
    switch node.content {
    case .expression(let text):
      guard let value = value(of: text, outer) else {
        return joinedText(text, outer).map { node.with(.string($0)) } ?? node
      }
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
    let changed = value.changed(by: (names.changes[name] ?? []).map { ($0.path[...], $0.isOpen) })
    let found = resolved(changed, outer.union([name]))
    return value.isExpression && found.isExpression ? nil : found
  }
}

extension ProgramText {
  /// A text that is put together of others and of names that stand for texts.
  private mutating func joinedText(_ code: String, _ outer: Set<String>) -> String? {
    guard let joined = JoinedText(code, isPython: syntax == .python) else { return nil }
    var text = ""
    for piece in joined.pieces {
      switch piece {
      case .text(let part): text += part
      case .name(let name):
        guard let part = value(of: name, outer)?.text else { return nil }
        text += part
      }
    }
    return text.utf8.count <= JoinedText.longestCode ? text : nil
  }

  private mutating func constant(_ name: String) -> JSONNode? {
    if let value = known[name] { return value }
    let value = names.value(of: name) ?? names.joined(of: name)
    known[name] = .some(value)
    return value
  }
}
