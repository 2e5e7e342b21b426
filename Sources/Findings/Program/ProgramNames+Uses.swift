// What a program does with the objects in its text.
extension ProgramNames {
  /// Something that a program does to a value after it stands there.
  package struct Change: Hashable, Sendable {
    /// The way to what is changed, as far as it is known.
    package let path: [String]
    /// Whether members are added to what is there, or taken from it: it is not known which.
    package let isOpen: Bool
  }

  /// A value that a program gives a member of something.
  package struct Part: Hashable, Sendable {
    /// The name at the beginning of the way there.
    package let name: String
    /// The name at its end; nil where it is computed.
    package let member: String?
  }

  /// Where an object goes, as far as the text tells.
  package struct Use: Hashable, Sendable {
    /// The functions in whose arguments it stands, alone or within something else.
    package var functions: [String] = []
    /// The name of what it is put into: of an array, or of what is made of a call that it stands in.
    package var holder: String?
    /// The last name of its type: `Message` of `const a: messaging.Message = {…}`.
    package var type: String?
    /// Whether the text is a value, and it is that or one of its elements.
    package var isWhole = false
  }

  /// Only the nearest brackets are looked at: programs may have thousands within each other.
  private static let mostBrackets = 8
  private static let mostPieces = 20

  func use(of index: Int, in open: [Int]) -> Use? {
    var use = Use()
    let near = open.suffix(Self.mostBrackets)
    for place in near.indices.reversed() {
      let bracket = near[place]
      // What stands in a function's body is no argument, but for what is made of each element of a list.
      let outer = place > near.startIndex ? calls[near[place - 1]] : nil
      if isBody(bracket), outer != "map", outer != "flatMap" { break }
      if let function = calls[bracket] { use.functions.append(function) }
      use.holder = use.holder ?? holder(bracket)
    }
    let array = open.last.flatMap { tokens[$0].isSign("[") ? $0 : nil }
    use.type = type(before: array ?? index)
    use.isWhole = tokens[0].isSign("{[") && (open.isEmpty || open == [0] && tokens[0].isSign("["))
    return use == Use() ? nil : use
  }

  /// Whether a bracket opens the body of a function or of a statement.
  private func isBody(_ bracket: Int) -> Bool { tokens[bracket].isSign("{") && isSign(bracket - 1, ")>") }

  /// The name of what stands in brackets, or of what a call with these brackets makes or gets it for: `const a = b.map(`, `a.push(`.
  private func holder(_ bracket: Int) -> String? {
    if let name = names[tokens[bracket].range.lowerBound] { return name }
    guard tokens[bracket].isSign("("), name(bracket - 1) != nil else { return nil }
    if ["push", "append", "unshift"].contains(name(bracket - 1)), isSign(bracket - 2, ".") { return name(bracket - 3) }
    return names[tokens[beginning(ofNameEndingAt: bracket - 1)].range.lowerBound]
  }

  /// Where `a.b.c` begins that ends here.
  private func beginning(ofNameEndingAt end: Int) -> Int {
    var start = end
    while end - start < Self.mostPieces, isSign(start - 1, "."), name(start - 2) != nil { start -= 2 }
    return start
  }

  /// The type of what begins here: `const a: b.Type = {`, `a: Type[] = [`.
  private func type(before index: Int) -> String? {
    guard isSign(index - 1, "=") else { return nil }
    let isArray = isSign(index - 2, "]") && isSign(index - 3, "[")
    let end = isArray ? index - 4 : index - 2
    guard let type = name(end), isSign(beginning(ofNameEndingAt: end) - 1, ":") else { return nil }
    return type
  }

  /// The type of what ends here: `} as b.Type`, `} satisfies Type`.
  func type(behind index: Int) -> String? {
    guard ["as", "satisfies"].contains(name(index + 1)) else { return nil }
    var end = index + 2
    while end - index < Self.mostPieces, isSign(end + 1, "."), name(end + 2) != nil { end += 2 }
    return name(end)
  }

  /// The name of what is called with named arguments, by where it begins: `Message` of `messaging.Message(`.
  package func callee(at offset: Int) -> String? {
    let code = reader.bytes[offset...].prefix { isIdentifier($0) || $0 == UInt8(ascii: ".") }
    guard let name = code.split(separator: UInt8(ascii: ".")).last else { return nil }
    return String(decoding: name, as: UTF8.self)
  }
}

// Calls.
extension ProgramNames {
  /// What programs send by that has nothing to do with messages: answers of servers, sockets, queues, mail.
  private static let servers: Set = [
    "res", "response", "reply", "ws", "socket", "producer", "queue", "mail", "mailer", "worker", "process",
  ]

  /// The function whose arguments a bracket opens; nil for what has nothing to do with messages.
  func function(callAt bracket: Int) -> String? {
    let end = endOfName(before: bracket)
    guard let function = name(end), !isOfServer(end) else { return nil }
    return function
  }

  /// Before a call's types, where it has some: `useState<Form>(`.
  private func endOfName(before bracket: Int) -> Int {
    guard isSign(bracket - 1, ">"), !isSign(bracket - 2, "=") else { return bracket - 1 }
    return opening(of: bracket - 1, "<", ">").map { $0 - 1 } ?? bracket - 1
  }

  /// Whether a function is one of an answer or the like, with other calls between: `res.status(200).send`.
  private func isOfServer(_ end: Int) -> Bool {
    var index = end
    for _ in 0..<4 {
      guard isSign(index - 1, ".") else { return false }
      index -= isSign(index - 2, "?!") ? 3 : 2
      if isSign(index, ")"), let start = opening(of: index, "(", ")") { index = start - 1 }
      if let name = name(index), Self.servers.contains(name) { return true }
    }
    return false
  }

  /// The bracket that opens what ends here, where it is near.
  private func opening(of end: Int, _ opening: String, _ closing: String) -> Int? {
    var depth = 0
    for index in stride(from: end, through: max(0, end - Self.mostPieces), by: -1) {
      if isSign(index, closing) { depth += 1 }
      if isSign(index, opening) { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }
}

extension ProgramNames {
  /// Where texts stand in quotes in which nothing is computed.
  package var texts: [Range<Int>] {
    tokens.compactMap { token in
      if case .text(.some) = token.kind { token.range } else { nil }
    }
  }

  /// Where texts stand in quotes, with those in which something is computed.
  package var quotedTexts: [Range<Int>] {
    tokens.compactMap { token in
      if case .text = token.kind { token.range } else { nil }
    }
  }
}
