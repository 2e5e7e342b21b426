import Testing

/// The tags of an HTML document, read with a small parser of our own, since the documents are simple.
struct PageStructure: Hashable {
  struct Tag: Hashable {
    var name: String
    var attributes: [String: String]

    func has(_ className: String) -> Bool {
      attributes["class"]?.split(separator: " ").contains(Substring(className)) ?? false
    }
  }

  /// In the order in which they open.
  var tags: [Tag] = []
  /// The texts between tags, with references resolved and without blank ones.
  var texts: [String] = []
  /// The contents of the elements in which nothing is escaped.
  var style = ""
  var script = ""

  private static let voidElements: Set = ["meta"]

  /// - Throws: where a tag is not closed, or closed twice.
  init(_ document: String) throws {
    var open: [String] = []
    // Scalars, as browsers read: a sign of the markup may be followed by a mark that joins it.
    var rest = document.unicodeScalars[...]
    while let start = rest.firstIndex(of: "<") {
      addText(rest[..<start])
      let end = try #require(rest[start...].firstIndex(of: ">"), "a tag is cut short")
      let inside = Substring(rest[rest.index(after: start)..<end])
      rest = rest[rest.index(after: end)...]
      if inside.hasPrefix("!") { continue }
      if inside.hasPrefix("/") {
        try #require(open.popLast() == String(inside.dropFirst()), "\(inside) closes something else")
        continue
      }
      let tag = try Self.tag(inside)
      tags.append(tag)
      if !Self.voidElements.contains(tag.name) { open.append(tag.name) }
      if ["style", "script"].contains(tag.name) {
        let end = try #require(rest.firstRange(of: "</\(tag.name)".unicodeScalars))
        let content = String(rest[..<end.lowerBound])
        if tag.name == "style" { style += content } else { script += content }
        rest = rest[end.lowerBound...]
      }
    }
    addText(rest)
    try #require(open == [], "not closed")
  }

  private mutating func addText(_ text: Substring.UnicodeScalarView) {
    if !text.allSatisfy(\.properties.isWhitespace) { texts.append(Self.resolved(Substring(text))) }
  }

  private static func tag(_ inside: Substring) throws -> Tag {
    let name = inside.prefix { $0 != " " }
    let pattern = /([a-zA-Z-]+)="([^"]*)"/.matchingSemantics(.unicodeScalar)
    let attributes = inside.matches(of: pattern).map { (String($0.1), resolved($0.2)) }
    // Nothing but attributes and spaces, so that none hides from the pattern.
    try #require(inside.dropFirst(name.count).replacing(pattern, with: "").allSatisfy { $0 == " " }, "\(inside)")
    return Tag(name: String(name), attributes: Dictionary(attributes) { first, _ in first })
  }

  private static func resolved(_ text: Substring) -> String {
    let references = ["lt": "<", "gt": ">", "quot": "\"", "#39": "'", "amp": "&"]
    return String(text).replacing(/&([a-z0-9#]+);/.matchingSemantics(.unicodeScalar)) {
      references[String($0.1)] ?? "?"
    }
  }

  func tags(_ name: String) -> [Tag] { tags.filter { $0.name == name } }
}
