/// A piece of an HTML document, always well formed: the names of elements and attributes are in this program, and all other
/// text is escaped.
package struct HTML: Hashable, Sendable {
  // Joined once at the end, so that nesting copies nothing.
  fileprivate let pieces: [String]

  /// Text between tags.
  package init(_ text: String) { pieces = [Self.escaped(text)] }

  fileprivate init(pieces: [String]) { self.pieces = pieces }

  package var text: String { pieces.joined() }

  /// The text in UTF-8. A page with pictures is too long to hold twice.
  var utf8: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pieces.reduce(0) { $0 + $1.utf8.count })
    for piece in pieces { bytes.append(contentsOf: piece.utf8) }
    return bytes
  }

  /// An element; attributes of nil are left out.
  package static func tag(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:],
    @HTMLBuilder _ content: () -> HTML = { HTML(pieces: []) }
  ) -> HTML {
    HTML(pieces: [open(name, attributes)] + content().pieces + ["</\(name)>" + lineBreak(after: name)])
  }

  /// An element without content and end tag (https://html.spec.whatwg.org/#void-elements).
  package static func void(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?> = [:]) -> HTML {
    HTML(pieces: [open(name, attributes) + lineBreak(after: name)])
  }

  /// The element of a style sheet, in which nothing is escaped.
  static func style(_ sheet: StyleSheet) -> HTML { HTML(pieces: ["<style>", sheet.text, "</style>\n"]) }

  /// The element of this program's script, in which nothing is escaped.
  static func script(_ text: String) -> HTML { HTML(pieces: ["<script>", text, "</script>\n"]) }

  /// A whole document: the doctype of today's HTML, and the root element.
  package static func document(_ root: HTML) -> HTML { HTML(pieces: ["<!doctype html>\n"] + root.pieces) }

  private static func open(_ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>) -> String {
    "<\(name)" + attributes.compactMap { key, value in value.map { " \(key)=\"\(escaped($0))\"" } }.joined() + ">"
  }

  /// Between words a line break would be a space.
  private static func lineBreak(after name: StaticString) -> String {
    ["a", "b", "bdi", "code", "span", "strong"].contains("\(name)") ? "" : "\n"
  }

  /// The text with markup as character references, for content and quoted attributes alike, and without control characters,
  /// which no document may hold (https://html.spec.whatwg.org/#preprocessing-the-input-stream).
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      case _ where scalar.properties.generalCategory == .control || scalar.properties.isNoncharacterCodePoint:
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}

/// Puts pieces one after the other.
@resultBuilder
package enum HTMLBuilder {
  package static func buildExpression(_ piece: HTML) -> HTML { piece }
  package static func buildExpression(_ text: String) -> HTML { HTML(text) }
  package static func buildBlock(_ pieces: HTML...) -> HTML { buildArray(pieces) }
  package static func buildArray(_ pieces: [HTML]) -> HTML { HTML(pieces: pieces.flatMap(\.pieces)) }
  package static func buildOptional(_ piece: HTML?) -> HTML { piece ?? HTML(pieces: []) }
  package static func buildEither(first piece: HTML) -> HTML { piece }
  package static func buildEither(second piece: HTML) -> HTML { piece }
}
