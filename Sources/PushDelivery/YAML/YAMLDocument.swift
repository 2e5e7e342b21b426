import Findings
import Yams

/// Turns text into the root value of a YAML document. A text that cannot be parsed gives one diagnostic.
enum YAMLDocument {
  /// The root value of `text`; an empty document's is nothing.
  static func root(of text: String, file: String) -> Checked<YAMLValue> {
    // Editors of Windows write a mark before the first letter, which is no part of the text.
    let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    let start = Diagnostic.Subject(.configuration, file, line: 1, column: 1)
    if let refusal = YAMLGuard.refusal(of: text) {
      let subject = start.moved(line: refusal.line, column: refusal.column)
      return Checked(nil, [Diagnostic(refusal.incident, subject, refusal.message, remedy: refusal.remedy)])
    }
    do {
      // The basic resolver leaves plain text alone; the encoding is named so that no environment variable counts.
      return Checked(YAMLValue(try compose(yaml: text, .basic, .default, .utf8), start))
    } catch let error as YamlError {
      return Checked(nil, [diagnostic(for: error, text: text, start)])
    } catch {
      return Checked(nil, [syntaxDiagnostic("the parser gave up", start)])
    }
  }

  private static func diagnostic(for error: YamlError, text: String, _ start: Diagnostic.Subject) -> Diagnostic {
    switch error {
    case .duplicatedKeysInMapping(let names, let context):
      return duplicateKeyDiagnostic(names, start.moved(to: context.mark))
    case .scanner(let context, let detail, let mark, _), .parser(let context, let detail, let mark, _):
      return syntaxDiagnostic(
        [context?.text, detail].compactMap(\.self).joined(separator: ", "), start.moved(to: mark))
    case .composer(_, let detail, let mark, _):
      return composerDiagnostic(detail, start.moved(to: mark))
    case .reader(let detail, let offset, _, _):
      return syntaxDiagnostic(detail, offset.map { subject(start, at: $0, in: text) } ?? start)
    default:
      return syntaxDiagnostic("the parser gave up", start)
    }
  }

  private static func syntaxDiagnostic(_ detail: String, _ subject: Diagnostic.Subject) -> Diagnostic {
    Diagnostic(
      .configurationSyntax, subject, "the YAML cannot be read: \(detail)",
      remedy: "look at this line's indentation (spaces, never tabs), its colons and its quotes")
  }

  private static func composerDiagnostic(_ detail: String, _ subject: Diagnostic.Subject) -> Diagnostic {
    guard detail.contains("document") else { return syntaxDiagnostic(detail, subject) }
    return Diagnostic(
      .configurationSyntax, subject, "a second YAML document begins here, and only one is read",
      remedy: "delete the line `---` or move the rest to a file of its own")
  }

  private static func duplicateKeyDiagnostic(_ names: [String], _ subject: Diagnostic.Subject) -> Diagnostic {
    let keys = names.prefix(5).map(\.quoted).joined(separator: ", ")
    return Diagnostic(
      .configurationDuplicateKey, subject,
      "\(keys) stands here and again further down in the same mapping, so one of the two would be ignored",
      remedy: "keep one of them")
  }

  /// The subject at the character (not scalar) number `offset`.
  private static func subject(_ start: Diagnostic.Subject, at offset: Int, in text: String) -> Diagnostic.Subject {
    let before = text.prefix(max(0, offset))
    let column = before.reversed().prefix { !$0.isNewline }.count + 1
    return start.moved(line: before.count(where: \.isNewline) + 1, column: column)
  }
}

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
    var incident = Incident.configurationSize
    var message: String
    var remedy: String
  }

  /// The first reason not to parse `text`; nil: it is safe.
  static func refusal(of text: String) -> Refusal? {
    guard text.utf8.count <= maximumBytes else {
      return Refusal(
        message: "the file has more than \(maximumBytes) bytes, and no more are read",
        remedy: "split the campaign into several folders")
    }
    let scalars = Array(text.unicodeScalars)
    return lostLetter(in: scalars) ?? alias(in: scalars) ?? nesting(in: scalars)
  }

  /// What stands where a letter could not be read, now or when the text was written, would be shown to people.
  private static func lostLetter(in text: [Unicode.Scalar]) -> Refusal? {
    guard let offset = text.firstIndex(of: "\u{FFFD}") else { return nil }
    var refusal = refusal(
      at: offset, in: text, "a letter is lost here: the text is not UTF-8, or was converted wrongly before",
      remedy: "write the letter anew, and save the file as UTF-8")
    refusal.incident = .configurationSyntax
    return refusal
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

/// Finds aliases without parsing.
enum YAMLAliases {
  /// The first `*name` for which the text has an `&name` too. Text that only looks like an alias (`*bold*`) has no
  /// such partner; an alias that the parser would follow always has one.
  static func first(in text: [Unicode.Scalar]) -> (name: String, offset: Int)? {
    let anchors = Set(names(after: "&", in: text).map(\.name))
    guard !anchors.isEmpty else { return nil }
    return names(after: "*", in: text).first { anchors.contains($0.name) }
  }

  private static func names(after mark: Unicode.Scalar, in text: [Unicode.Scalar]) -> [(name: String, offset: Int)] {
    text.indices.compactMap { offset in
      guard text[offset] == mark else { return nil }
      let name = text[(offset + 1)...].prefix(while: isNameScalar)
      return name.isEmpty ? nil : (String(String.UnicodeScalarView(name)), offset)
    }
  }

  /// The characters of which libyaml makes the names of anchors.
  private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z", "_", "-": true
    default: false
    }
  }
}
