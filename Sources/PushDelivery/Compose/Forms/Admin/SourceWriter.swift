import Findings

/// Writes literals in the syntax of a language, indented, so that no text can end its own quotation.
struct SourceWriter {
  enum Language { case javaScript, python }

  private let language: Language
  private(set) var text = ""
  private var depth: Int

  /// - Parameter depth: how far in the literal begins.
  init(_ language: Language, depth: Int) {
    self.language = language
    self.depth = depth
  }

  /// An element of a list that lies at the left margin.
  static func element(_ literal: SourceLiteral, in language: Language, comments: [String]) -> [UInt8] {
    var writer = SourceWriter(language, depth: 1)
    writer.writeElement(literal, comments: comments)
    return Array(writer.text.utf8)
  }

  /// An element of a list, with a line before it for each comment.
  mutating func writeElement(_ literal: SourceLiteral, comments: [String]) {
    for comment in comments { text += indentation + (language == .python ? "# " : "// ") + comment + "\n" }
    text += indentation
    write(literal)
    text += ",\n"
  }

  private mutating func write(_ literal: SourceLiteral) {
    switch literal {
    case .value(let value): write(value)
    case .members(let members):
      write(members, between: "{", "}") { writer, member in
        writer.text += writer.key(member.name) + ": "
        writer.write(member.value)
      }
    case .elements(let elements): write(elements, between: "[", "]") { $0.write($1) }
    case .call(let name, let arguments): write(name, arguments)
    }
  }

  private mutating func write(_ name: String, _ arguments: [SourceLiteral.Argument]) {
    if arguments.count == 1, arguments[0].name == nil, !arguments[0].isSpread, case .value = arguments[0].value {
      text += name + "("
      write(arguments[0].value)
      text += ")"
    } else {
      write(arguments, between: name + "(", ")") { writer, argument in
        if let name = argument.name { writer.text += name + "=" }
        if argument.isSpread { writer.text += "**" }
        writer.write(argument.value)
      }
    }
  }

  private mutating func write(_ value: JSONValue) {
    switch value {
    case .object(let members):
      write(.members(members.sorted { $0.key < $1.key }.map { ($0.key, .value($0.value)) }))
    case .array(let elements): write(.elements(elements.map { .value($0) }))
    case .string(let string): text += SourceText.quoted(string)
    case .bool(let flag): text += language == .python ? (flag ? "True" : "False") : (flag ? "true" : "false")
    case .null: text += language == .python ? "None" : "null"
    case .integer, .number:
      // Numbers that have no JSON form were found when the payload was counted; both languages read those that have one.
      text += ((try? JSONText.compact(value)).map { String(decoding: $0, as: UTF8.self) }) ?? ""
    }
  }

  private mutating func write<Element>(
    _ elements: [Element], between open: String, _ close: String, _ body: (inout SourceWriter, Element) -> Void
  ) {
    text += open
    guard !elements.isEmpty else {
      text += close
      return
    }
    depth += 1
    for element in elements {
      text += "\n" + indentation
      body(&self, element)
      text += ","
    }
    depth -= 1
    text += "\n" + indentation + close
  }

  private var indentation: String { String(repeating: " ", count: depth * (language == .python ? 4 : 2)) }

  /// A member's name. In JavaScript words need no quotation marks, and `__proto__` is no member unless it stands in
  /// brackets.
  private func key(_ name: String) -> String {
    guard language == .javaScript else { return SourceText.quoted(name) }
    if name == "__proto__" { return "[" + SourceText.quoted(name) + "]" }
    let isWord = name.wholeMatch(of: /[A-Za-z_$][A-Za-z0-9_$]*/) != nil
    return isWord ? name : SourceText.quoted(name)
  }
}

/// Texts in the syntax that JavaScript and Python have in common.
enum SourceText {
  /// A text in double quotation marks, on one line. What could end a script inside a web page, and what makes editors show
  /// something else than there is (https://trojansource.codes), is written as an escape.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      // A script ends at </script, and <!-- begins a comment in which it does not.
      if previous == "<", scalar == "/" || scalar == "!" {
        quoted.removeLast()
        quoted += "\\u003c"
      }
      quoted += escape(scalar)
      previous = scalar
    }
    return quoted + "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\u{0}"..<"\u{20}", "\u{7F}"..."\u{9F}", "\u{061C}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}",
      "\u{2066}"..."\u{2069}", "\u{FEFF}":
      "\\u" + padded(Int64(scalar.value), radix: 16)
    default: String(scalar)
    }
  }

  private static func padded(_ number: Int64, radix: Int) -> String {
    let digits = String(number, radix: radix)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

/// A value as the source code of a program writes it: what JSON has, and calls.
indirect enum SourceLiteral {
  case value(JSONValue)
  case members([(name: String, value: SourceLiteral)])
  case elements([SourceLiteral])
  /// `new Date("…")`, `messaging.Notification(title="…")`.
  case call(String, [Argument])

  struct Argument {
    /// nil: told by its place alone.
    let name: String?
    let value: SourceLiteral
    /// Whether each of its members is an argument of that name.
    let isSpread: Bool

    init(_ name: String? = nil, _ value: SourceLiteral, isSpread: Bool = false) {
      self.name = name
      self.value = value
      self.isSpread = isSpread
    }
  }

  static func string(_ text: String) -> Self { .value(.string(text)) }
  static func integer(_ number: Int) -> Self { .value(.integer(number)) }
}
