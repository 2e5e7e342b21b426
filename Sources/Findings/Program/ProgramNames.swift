/// What the names in a program's text stand for, as far as the text alone tells: a name that is given a value once, and is no parameter
/// and no variable of a loop anywhere, stands for that value.
package struct ProgramNames: Sendable {
  /// Where the values of names begin, by where they stand.
  package private(set) var names: [Int: String] = [:]
  /// What a program changes of the values of names afterwards.
  package private(set) var changes: [String: [Change]] = [:]
  /// The functions that get objects, by where these begin.
  package private(set) var callees: [Int: String] = [:]
  /// The values of members that are set afterwards, by where they begin.
  package private(set) var parts: [Int: Part] = [:]
  /// What programs do with objects, by where these begin.
  package private(set) var uses: [Int: Use] = [:]
  /// The functions that are called, by the brackets in front of their arguments.
  private(set) var calls: [Int: String] = [:]
  private var declarations: [String: [Int]] = [:]
  /// Names that get values in other ways.
  private var bound: Set<String> = []
  /// Names that stand in the arguments of functions, by the functions' names.
  private var arguments: [String: Set<String>] = [:]
  /// Names whose members are put into other objects.
  private var spread: Set<String> = []
  let tokens: [ProgramToken]
  private let isPython: Bool
  let reader: JSONReader

  /// - Parameter positions: the names of arguments that stand without them, by the names of what is called.
  package init(_ bytes: [UInt8], isPython: Bool, positions: [String: [String]] = [:]) {
    var reader = JSONReader(bytes, dialect: .program, positions: positions)
    self.reader = reader
    self.isPython = isPython
    tokens = reader.tokens()
    collect()
    // What becomes of them in another object is not known.
    for name in spread.union(arguments.keys)
    where !known(name) && spread.contains(name) || isArgument(name, of: ["assign"]) {
      changes[name, default: []].append(.init(path: [], isOpen: true))
    }
  }

  private func known(_ name: String) -> Bool { value(of: name) != nil }

  /// The value of a name; nil where it is not known.
  package func value(of name: String) -> JSONNode? {
    guard !bound.contains(name), let offsets = declarations[name], offsets.count == 1 else { return nil }
    var reader = reader
    return reader.constant(at: offsets[0])
  }

  /// The code of a name's value, where that is put together of texts and names, as an expression; nil for any other.
  package func joined(of name: String) -> JSONNode? {
    guard !bound.contains(name), let offsets = declarations[name], offsets.count == 1,
      let code = reader.code(at: offsets[0]), JoinedText(code, isPython: isPython) != nil
    else { return nil }
    return JSONNode(offset: offsets[0], end: offsets[0] + code.utf8.count, content: .expression(code))
  }

  /// Whether a name is given to a function of one of these names.
  package func isArgument(_ name: String, of functions: [String]) -> Bool {
    functions.contains { arguments[name]?.contains($0) == true }
  }

  /// Goes through the pieces once, with the brackets that are open.
  private mutating func collect() {
    var open: [Int] = []
    for (index, token) in tokens.enumerated() {
      if token.isSign("([{") {
        if token.isSign("(") { calls[index] = function(callAt: index) }
        if token.isSign("{") {
          callees[token.range.lowerBound] = function(open)
          uses[token.range.lowerBound] = use(of: index, in: open)
        }
        open.append(index)
      } else if token.isSign(")]}"), let start = open.popLast() {
        if isPattern(start, index) { bind(start..<index) }
        if let type = type(behind: index) { uses[tokens[start].range.lowerBound, default: .init()].type = type }
      } else if let name = token.name, !isSign(index - 1, ".") || isSign(index - 2, "."),
        !name.utf8.allSatisfy({ (48...57).contains($0) })
      {
        collect(name, at: index, isInCall: open.last.map { tokens[$0].isSign("(") } ?? false, isNested: !open.isEmpty)
        if isSign(index - 1, ".*"), isSign(index - 2, ".*") { spread.insert(name) }
        if isSign(index - 1, "([,"), let function = function(open) { arguments[name, default: []].insert(function) }
      }
    }
  }

  /// The function that gets what stands in these brackets, alone or in an array.
  private func function(_ open: [Int]) -> String? {
    let outer = open.last.map { tokens[$0].isSign("[") } == true ? open.dropLast() : open[...]
    return outer.last.flatMap { calls[$0] }
  }

  /// Whether brackets hold names that get values: parameters, and what is taken apart.
  private func isPattern(_ start: Int, _ end: Int) -> Bool {
    if tokens[start].isSign("(") {
      if isPython { return name(start - 2) == "def" || name(start - 1) == "lambda" }
      let isStatement = ["if", "while", "switch"].contains(name(start - 1))
      return !isStatement && (isSign(end + 1, "{:") || isArrow(end + 1))
    }
    return isAssignment(end + 1)
  }

  private mutating func bind(_ range: Range<Int>) { bound.formUnion(tokens[range].compactMap(\.name)) }

  private mutating func collect(_ name: String, at index: Int, isInCall: Bool, isNested: Bool) {
    let before = self.name(index - 1)
    if ["for", "lambda"].contains(name) {
      // Up to what is gone through, or to the end of the parameters.
      let end = tokens[index...].prefix(30).firstIndex { ["in", "of"].contains($0.name) || $0.isSign(":;") }
      bind(index..<(end ?? index))
    } else if isAssignment(index + 1) {
      assign(name, at: index, index + 2, isInCall: isInCall)
    } else if isSign(index + 1, ":"),
      isPython ? !isNested && startsLine(index) && self.name(index + 2) != nil : Self.keywords.contains(before)
    {
      declareTyped(name, at: index)
    } else if (Self.keywords + ["function", "class", "as", "catch"]).contains(before) || isArrow(index + 1)
      || isChanged(index + 1)
    {
      bound.insert(name)
    } else {
      collectChange(of: name, at: index)
    }
  }

  private mutating func assign(_ name: String, at index: Int, _ value: Int, isInCall: Bool) {
    if isPython, isInCall { return }
    guard value < tokens.count else { return }
    let start = tokens[value].range.lowerBound
    names[start] = name
    let isDeclaration = isPython ? startsLine(index) : Self.keywords.contains(self.name(index - 1))
    if isDeclaration { declarations[name, default: []].append(start) } else { bound.insert(name) }
  }

  /// `const name: Type = value`, `name: Type = value`.
  private mutating func declareTyped(_ name: String, at index: Int) {
    var depth = 0
    for next in (index + 1)..<min(index + 60, tokens.count) {
      if tokens[next].isSign("([{") { depth += 1 }
      if tokens[next].isSign(")]}") { depth -= 1 }
      if depth < 0 || tokens[next].isSign(";") { break }
      if depth == 0, isAssignment(next), next + 1 < tokens.count {
        let start = tokens[next + 1].range.lowerBound
        names[start] = name
        declarations[name, default: []].append(start)
        return
      }
    }
    bound.insert(name)
  }

  /// `name.a.b = …`, `name["a"] = …`, `name.a.push(…)`, `Object.assign(name.a, …)`.
  private mutating func collectChange(of name: String, at index: Int) {
    var (path, next, isKnown): ([String], Int, Bool) = ([], index + 1, true)
    while isSign(next, ".[?!") {
      if isSign(next, "."), let member = self.name(next + 1) {
        if isKnown { path.append(member) }
        next += 2
      } else if isSign(next, "[") {
        if next + 2 < tokens.count, case .text(let member?) = tokens[next + 1].kind, isSign(next + 2, "]") {
          if isKnown { path.append(member) }
          next += 3
        } else {
          isKnown = false
          next = tokens[next...].firstIndex { $0.isSign("]") }.map { $0 + 1 } ?? tokens.count
        }
      } else {
        next += 1
      }
    }
    let isGivenAway = isSign(index - 1, "(") && self.name(index - 2) == "assign"
    let isDeleted = ["delete", "del"].contains(self.name(index - 1))
    if isGivenAway {
      changes[name, default: []].append(.init(path: path, isOpen: true))
    } else if next > index + 1, isAssignment(next), next + 1 < tokens.count {
      let start = tokens[next + 1].range.lowerBound
      // Behind a name that is declared it is a type: `const a: b.C = …`.
      guard names[start] == nil else { return }
      parts[start] = .init(name: name, member: isKnown ? path.last : nil)
      changes[name, default: []].append(.init(path: path, isOpen: !isKnown))
    } else if next > index + 1, isAssignment(next) || isChanged(next) || isDeleted {
      changes[name, default: []].append(.init(path: path, isOpen: !isKnown))
    } else if isSign(next, "("), isKnown, let method = path.last, Self.changing.contains(method) {
      changes[name, default: []].append(.init(path: path.dropLast(), isOpen: true))
    }
  }

  /// What declares names in JavaScript.
  private static let keywords: [String?] = ["const", "let", "var"]

  /// Methods that change what they are called on.
  private static let changing: Set = [
    "push", "append", "update", "setdefault", "pop", "extend", "insert", "clear", "set",
  ]
}

extension ProgramNames {
  func name(_ index: Int) -> String? { tokens.indices.contains(index) ? tokens[index].name : nil }

  func isSign(_ index: Int, _ signs: String) -> Bool {
    tokens.indices.contains(index) && tokens[index].isSign(signs)
  }

  /// `=`, and neither `==` nor `=>`.
  private func isAssignment(_ index: Int) -> Bool { isSign(index, "=") && !isSign(index + 1, "=>") }

  private func isArrow(_ index: Int) -> Bool { isSign(index, "=") && isSign(index + 1, ">") }

  /// `+=`, `??=`, `:=`, `++`.
  private func isChanged(_ index: Int) -> Bool {
    guard isSign(index, "+-*/|&?%:") else { return false }
    return isAssignment(index + 1) || isSign(index, "+-") && isSign(index + 1, "+-")
      || isSign(index + 1, "|&?*/") && isAssignment(index + 2)
  }

  /// Whether nothing but white space stands before a piece in its line.
  private func startsLine(_ index: Int) -> Bool {
    let space = reader.bytes[..<tokens[index].range.lowerBound].reversed().prefix { $0 == 0x20 || $0 == 0x09 }
    let before = tokens[index].range.lowerBound - space.count - 1
    return before < 0 || reader.bytes[before] == UInt8(ascii: "\n")
  }
}
