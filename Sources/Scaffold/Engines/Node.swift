/// A document for an engine, before it is JSON or YAML. Whatever goes into either goes through here, so that a text can never
/// be taken for anything else.
enum Node: Hashable, Sendable {
  case text(String)
  case number(Int)
  case flag(Bool)
  case list([Node])
  /// In the order in which people read it.
  case map([Entry])

  struct Entry: Hashable, Sendable {
    let key: String
    let value: Node
  }
}

extension Node: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral number: Int) { self = .number(number) }
  init(booleanLiteral flag: Bool) { self = .flag(flag) }
  init(arrayLiteral elements: Node...) { self = .list(elements) }
  init(dictionaryLiteral entries: (String, Node)...) { self = .map(entries.map(Entry.init)) }

  static func texts(_ texts: [String]) -> Node { .list(texts.map(Node.text)) }
}

extension Node {
  /// JSON, two spaces a level, with a line break at the end.
  var json: String { json(indent: "") + "\n" }

  private func json(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .text(let text): return Self.quoted(text)
    case .number(let number): return "\(number)"
    case .flag(let flag): return "\(flag)"
    case .list(let nodes):
      let lines = nodes.map { inner + $0.json(indent: inner) }
      return lines.isEmpty ? "[]" : "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    case .map(let entries):
      let lines = entries.map { "\(inner)\(Self.quoted($0.key)): \($0.value.json(indent: inner))" }
      return lines.isEmpty ? "{}" : "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    }
  }

  /// A string of JSON, which is one of YAML in double quotes as well.
  private static func quoted(_ text: String) -> String {
    let inner = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      // YAML takes fewer characters as they are than JSON.
      case " "..."~",
        "\u{A0}"..."\u{D7FF}" where scalar != "\u{2028}" && scalar != "\u{2029}":
        String(scalar)
      default: escaped(scalar)
      }
    }
    return "\"\(inner.joined())\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}

extension Node {
  /// YAML in the block style, with a line break at the end. It reads the same by the rules of YAML 1.1 and 1.2.
  var yaml: String { yamlLines.joined(separator: "\n") + "\n" }

  private var yamlLines: [String] {
    switch self {
    case .text(let text): [Self.scalar(text)]
    case .number(let number): ["\(number)"]
    case .flag(let flag): ["\(flag)"]
    case .list(let nodes) where nodes.isEmpty: ["[]"]
    case .map(let entries) where entries.isEmpty: ["{}"]
    case .list(let nodes): nodes.flatMap { Self.indented($0.yamlLines, first: "- ", rest: "  ") }
    case .map(let entries): entries.flatMap { Self.lines($0) }
    }
  }

  private static func lines(_ entry: Entry) -> [String] {
    let key = scalar(entry.key) + ":"
    switch entry.value {
    case .text(let text) where isScript(text):
      return ["\(key) |"] + indented(text.dropLast().lines, first: "  ", rest: "  ")
    case .list(let nodes) where !nodes.isEmpty: return [key] + indented(entry.value.yamlLines, first: "  ", rest: "  ")
    case .map(let entries) where !entries.isEmpty:
      return [key] + indented(entry.value.yamlLines, first: "  ", rest: "  ")
    default: return ["\(key) \(entry.value.yamlLines.joined())"]
    }
  }

  private static func indented(_ lines: [String], first: String, rest: String) -> [String] {
    lines.enumerated().map { index, line in line.isEmpty ? "" : (index == 0 ? first : rest) + line }
  }

  /// Words that cannot be anything but text stand as they are.
  private static func scalar(_ text: String) -> String {
    let others: Set = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
    let isPlain = text.wholeMatch(of: #/[A-Za-z/](?:[A-Za-z0-9_./ -]*[A-Za-z0-9_./-])?/#) != nil
    return isPlain && !others.contains(text.lowercased()) ? text : quoted(text)
  }

  /// Lines that a person reads as they are: of printable ASCII, the first of them not indented, with a line break at the end.
  private static func isScript(_ text: String) -> Bool {
    text.contains("\n") && text.hasSuffix("\n") && !text.hasPrefix(" ") && !text.hasPrefix("\n")
      && !text.hasSuffix("\n\n")
      && text.unicodeScalars.allSatisfy { $0 == "\n" || (" "..."~").contains($0) }
  }
}

extension StringProtocol {
  fileprivate var lines: [String] {
    split(separator: "\n" as Character, omittingEmptySubsequences: false).map { String($0) }
  }
}
