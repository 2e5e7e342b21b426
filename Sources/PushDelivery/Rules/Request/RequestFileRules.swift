public import Findings

/// The rules about the text of a request file as a whole.
public enum RequestFileRules {
  public static let all: [Rule<RequestFile>] = [syntax, duplicateName, encoding, shape, removed, batchSize]

  static let syntax = Rule<RequestFile>("json.syntax") { file in
    file.errors.compactMap { error in
      let place = file.place(error.offset)
      switch error.kind {
      case .duplicateName, .notUTF8, .byteOrderMark: return nil
      default:
        let (message, remedy) = error.kind.wording
        return Finding(message, remedy: remedy, at: place)
      }
    }
  }

  static let duplicateName = Rule<RequestFile>("json.duplicate-key") { file in
    file.errors.compactMap { error in
      guard case .duplicateName(let name) = error.kind else { return nil }
      return Finding(
        "\(name.quoted) is twice in this object, and parsers differ in which value counts",
        at: file.place(error.offset))
    }
  }

  static let encoding = Rule<RequestFile>("json.encoding") { file in
    file.errors.compactMap { error in
      switch error.kind {
      case .notUTF8: Finding("this text is not UTF-8", at: file.place(error.offset))
      case .byteOrderMark:
        Finding(
          "there is a byte order mark before the text", severity: .warning, at: file.place(error.offset))
      default: nil
      }
    }
  }

  static let shape = Rule<RequestFile>("request.shape") { file in
    // A script may have none.
    let isScript = file.syntax == .shell
    if file.isEmpty, let name = file.bodyFiles.first {
      return .one(
        name == "-"
          ? "the body that is sent is made elsewhere, and was not read"
          : "the body that is sent is in \(name.quoted), which was not read",
        severity: .warning,
        remedy: name == "-" ? "check what is sent: `… | richpush check -`" : "check that file, too", at: file.place(0)
      )
    }
    if file.isEmpty {
      return .one("it has no request and no message", severity: isScript ? .warning : .error, at: file.place(0))
    }
    let passedOver = passedOver(file) + foreign(file)
    // A script also sends other things.
    if file.syntax == .shell, !file.documents.isEmpty { return passedOver }
    return passedOver
      + file.strangers.map { stranger in
        Finding("expected a request or a message, found \(stranger.kind)", at: file.place(stranger.offset))
      }
  }

  /// Bodies for other services.
  private static func foreign(_ file: RequestFile) -> [Finding] {
    file.foreign.map { service, offset in
      Finding(
        "not judged: this is a request to \(service.name), and not a message for FCM", severity: .warning,
        remedy: "nothing, unless it was meant for FCM: then write {\"message\": {…}}", at: file.place(offset))
    }
  }

  /// The unchecked parts of a text with requests.
  private static func passedOver(_ file: RequestFile) -> [Finding] {
    let strangers = file.syntax == .shell && !file.documents.isEmpty ? file.strangers.map(\.offset) : []
    let bodies = (file.passedOver + strangers).map { offset in
      Finding(
        "this body is no message and was passed over", severity: .note,
        remedy: "nothing, unless it was meant for FCM: then write {\"message\": {…}}", at: file.place(offset))
    }
    let files = file.bodyFiles.filter { !$0.hasPrefix("-") }.map { name in
      Finding(
        "another body is in \(name.quoted), which was not read", severity: .note, remedy: "check that file, too",
        at: file.place(0))
    }
    return bodies + files
  }

  static let removed = Rule<RequestFile>("request.removed") { file in
    file.removedUses.map { Finding($0.message, remedy: $0.remedy, at: file.place($0.offset)) }
  }

  static let batchSize = Rule<RequestFile>("request.batch-size") { file in
    guard let count = file.arrayCount, count > ClientLimit.batchMessages.value else { return [] }
    return .one("the array has \(count) messages", at: file.place(0))
  }
}

extension RequestFile {
  /// Removed features that no rule about a message reports.
  fileprivate var removedUses: [RemovedInterface.Use] {
    switch syntax {
    case .json, .jsonLines:
      return emptyRequests.flatMap { request in
        let text = request.lines.map(\.text).joined(separator: "\n").utf8
        return RemovedInterface.uses(inRequests: Array(text)).map { use in
          let line = text.prefix(use.offset).count { $0 == UInt8(ascii: "\n") }
          return RemovedInterface.Use(message: use.message, remedy: use.remedy, offset: request.lines[line].offset)
        }
      }
    case .http, .shell:
      let told = documents.flatMap { $0.envelope?.lines ?? [] }.map { $0.offset..<$0.offset + $0.text.utf8.count }
      return RemovedInterface.uses(inRequests: bytes).filter { use in
        let lineStart = bytes[..<use.offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return !HTTPText.isComment(bytes[lineStart..<use.offset]) && !told.contains { $0.contains(use.offset) }
      }
    }
  }
}

extension UnjudgedText {
  /// The findings for such a file: its uses of removed features.
  public func diagnostics(of bytes: [UInt8], at path: String, rules: RuleCatalog) -> [Diagnostic] {
    let rule = RequestFileRules.removed.description
    guard rules.requestFiles.contains(where: { $0.description.id == rule.id }) else { return [] }
    let lines = TextLines(bytes)
    return RemovedInterface.uses(inProgram: bytes, comments: comments).map { use in
      Finding(use.message, remedy: use.remedy, at: lines.place(at: use.offset))
        .diagnostic(of: rule, about: .init(.file, path))
    }
  }
}

extension JSONError.Kind {
  /// The error, and the fix if that is clear.
  fileprivate var wording: (message: String, remedy: String?) {
    switch self {
    case .trailingComma: ("there is a comma before the end of the object or array", "delete the comma")
    case .comment: ("JSON has no comments", "delete the comment")
    case .unquoted: ("names and texts need double quotes", "put double quotes around it")
    case .typographicQuote:
      ("these are typographic quotes; JSON has only straight ones", "write \" instead")
    case .noBreakSpace: ("this is a no-break space (U+00A0), which JSON does not have", "write a space instead")
    case .word(let text):
      ("\(text.quoted) is no JSON value", "write a text in double quotes, a number, true, false or null")
    case .number(let text): ("\(text.quoted) is no JSON number", "write it as digits, without + and leading zeros")
    case .control(let byte):
      ("a text has the control character \(byte) unescaped", "write it as an escape such as \\n")
    case .escape: ("JSON does not have this escape", "write \\\\ for a backslash")
    case .surrogate: ("this is half of a surrogate pair", "write the character itself, or both halves")
    case .unclosedString: ("the text that begins here has no closing quote on its line", "close it")
    case .expected(let what): ("expected \(what)", nil)
    case .missingComma(let bracket): ("expected a comma or \(bracket)", nil)
    case .depth(let limit): ("objects and arrays are more than \(limit) deep in each other", "make it flatter")
    case .values(let limit):
      (
        "one text has more than \(limit) values, and must be read as a whole",
        "write one request on each line of a .jsonl file, which is read a part at a time, or split it"
      )
    case .notUTF8, .byteOrderMark, .duplicateName: ("", nil)
    }
  }
}
