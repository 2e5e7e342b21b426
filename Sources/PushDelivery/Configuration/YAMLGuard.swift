/// What a text must be before a YAML parser may see it. The parser goes down once for each level of nesting, and
/// follows every alias whenever it compares keys, so a small hostile text could end the process or keep it for ever.
enum YAMLGuard {
  /// The longest text that is read, in bytes: some ten thousand messages.
  static let maximumBytes = 1_000_000
  /// The deepest nesting of `[` and `{`.
  static let maximumFlowDepth = 16
  /// The furthest column at which a line may begin; each level of block nesting begins further right.
  static let maximumIndentation = 64

  /// A reason not to parse.
  struct Refusal: Hashable {
    /// The line, from 1.
    var line = 1
    /// The column in Unicode scalars, from 1.
    var column = 1
    var message: String
    var remedy: String
  }

  /// The first reason not to parse `text`; nil: it is safe.
  static func refusal(of text: String) -> Refusal? {
    guard text.utf8.count <= maximumBytes else {
      return Refusal(
        message: "the file has \(text.utf8.count) bytes, and at most \(maximumBytes) are read",
        remedy: "split the campaign into several folders")
    }
    let scalars = Array(text.unicodeScalars)
    return alias(in: scalars) ?? nesting(in: scalars)
  }

  private static func alias(in text: [Unicode.Scalar]) -> Refusal? {
    guard let alias = YAMLAliases.first(in: text) else { return nil }
    return refusal(
      at: alias.offset, in: text,
      "\(("*" + alias.name).quoted) is an alias, and aliases are not read: a few lines of them can stand for gigabytes",
      remedy: "write the value out; what every message shares can stand once, under `defaults` in pipeline.yml")
  }

  private static func nesting(in text: [Unicode.Scalar]) -> Refusal? {
    let remedy = "nest less: nothing here needs more than five levels"
    if let offset = YAMLNesting.flowOffset(in: text, deeperThan: maximumFlowDepth) {
      return refusal(at: offset, in: text, "more than \(maximumFlowDepth) brackets are open here", remedy: remedy)
    }
    if let offset = YAMLNesting.blockOffset(in: text, furtherThan: maximumIndentation) {
      return refusal(
        at: offset, in: text, "the line begins more than \(maximumIndentation) columns to the right", remedy: remedy)
    }
    return nil
  }

  private static func refusal(
    at offset: Int, in text: [Unicode.Scalar], _ message: String, remedy: String
  ) -> Refusal {
    let before = text[..<offset]
    let line = before.count { $0 == "\n" } + 1
    let column = offset - (before.lastIndex(of: "\n") ?? -1)
    return Refusal(line: line, column: column, message: message, remedy: remedy)
  }
}
