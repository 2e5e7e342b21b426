import Yams

/// Turns text into the root value of a YAML document. A text that cannot be parsed gives one diagnostic.
enum YAMLDocument {
  /// The root value of `text`; an empty document's is nothing.
  static func root(of text: String, file: String) -> Checked<YAMLValue> {
    let start = Diagnostic.Subject(.configuration, file, line: 1, column: 1)
    if let refusal = YAMLGuard.refusal(of: text) {
      let subject = start.moved(line: refusal.line, column: refusal.column)
      return Checked(nil, [Diagnostic("configuration.size", .error, subject, refusal.message, remedy: refusal.remedy)])
    }
    do {
      // The basic resolver leaves plain text alone; the encoding is named so that no environment variable counts.
      return Checked(YAMLValue(try compose(yaml: text, .basic, .default, .utf8), start))
    } catch let error as YamlError {
      return Checked(nil, [diagnostic(for: error, text: text, start)])
    } catch {
      return Checked(nil, [syntaxDiagnostic("\(error)", start)])
    }
  }

  private static func diagnostic(for error: YamlError, text: String, _ start: Diagnostic.Subject) -> Diagnostic {
    switch error {
    case .duplicatedKeysInMapping(let names, let context):
      return duplicateKeyDiagnostic(names, start.moved(to: context.mark))
    case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _):
      return syntaxDiagnostic(
        [context?.text, problem].compactMap(\.self).joined(separator: ", "), start.moved(to: mark))
    case .composer(_, let problem, let mark, _):
      return composerDiagnostic(problem, start.moved(to: mark))
    case .reader(let problem, let offset, _, _):
      return syntaxDiagnostic(problem, offset.map { subject(start, at: $0, in: text) } ?? start)
    default:
      return syntaxDiagnostic("the parser gave up", start)
    }
  }

  private static func syntaxDiagnostic(_ problem: String, _ subject: Diagnostic.Subject) -> Diagnostic {
    Diagnostic(
      "configuration.syntax", .error, subject, "the YAML cannot be read: \(problem)",
      remedy: "look at this line's indentation (spaces, never tabs), its colons and its quotes")
  }

  private static func composerDiagnostic(_ problem: String, _ subject: Diagnostic.Subject) -> Diagnostic {
    guard problem.contains("document") else { return syntaxDiagnostic(problem, subject) }
    return Diagnostic(
      "configuration.syntax", .error, subject, "a second YAML document begins here, and only one is read",
      remedy: "delete the line `---` or move the rest to a file of its own")
  }

  private static func duplicateKeyDiagnostic(_ names: [String], _ subject: Diagnostic.Subject) -> Diagnostic {
    let keys = names.prefix(5).map(\.quoted).joined(separator: ", ")
    return Diagnostic(
      "configuration.duplicate-key", .error, subject,
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
