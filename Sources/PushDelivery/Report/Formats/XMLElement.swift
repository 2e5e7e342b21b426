/// Text as part of an XML 1.0 document.
enum XMLText {
  /// Text between tags: markup escaped, and characters replaced that XML 1.0 forbids even as references
  /// (https://www.w3.org/TR/xml/#charsets).
  static func content(_ text: String) -> String { escaped(text, references: "\r") }

  /// The same for an attribute's value, which would lose its line breaks and tabs.
  static func attribute(_ text: String) -> String { escaped(text, references: "\t\n\r") }

  private static func escaped(_ text: String, references: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case _ where references.unicodeScalars.contains(scalar): escaped += "&#\(scalar.value);"
      case "\t", "\n", "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"..."\u{10FFFF}":
        escaped.unicodeScalars.append(scalar)
      default: escaped += "\u{FFFD}"
      }
    }
  }
}

/// An XML element, written by itself: a library would be larger than what is needed of it.
struct XMLElement: Hashable, Sendable {
  let name: String
  let attributes: [Attribute]
  let text: String
  let children: [XMLElement]

  struct Attribute: Hashable, Sendable {
    let name: String
    let value: String
  }

  init(
    _ name: String, _ attributes: [(String, String)] = [], text: String = "", children: [XMLElement] = []
  ) {
    self.name = name
    self.attributes = attributes.map { Attribute(name: $0.0, value: $0.1) }
    self.text = text
    self.children = children
  }

  /// The element's lines, each child's two columns further right.
  func lines(indentation: String = "") -> [String] {
    let start = indentation + "<" + name + attributes.map { " \($0.name)=\"\(XMLText.attribute($0.value))\"" }.joined()
    guard !text.isEmpty || !children.isEmpty else { return [start + "/>"] }
    guard !children.isEmpty else { return ["\(start)>\(XMLText.content(text))</\(name)>"] }
    return ["\(start)>"] + children.flatMap { $0.lines(indentation: indentation + "  ") } + ["\(indentation)</\(name)>"]
  }
}
