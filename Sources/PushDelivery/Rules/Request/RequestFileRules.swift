public import Findings

/// The rules about the text of a request file as a whole.
public enum RequestFileRules {
  public static let all: [Rule<RequestFile>] = [syntax, duplicateName, encoding, shape, removed, batchSize]

  static let syntax = faults("json.syntax")
  static let duplicateName = faults("json.duplicate-key")
  static let encoding = faults("json.encoding")

  /// Errors of JSON's grammar.
  private static func faults(_ rule: String) -> Rule<RequestFile> {
    Rule(rule) { file in
      file.errors.compactMap { error in
        let words = error.kind.words
        guard words.id.rawValue == rule else { return nil }
        return Finding(
          words.message, severity: error.kind == .byteOrderMark ? .warning : nil, remedy: words.remedy,
          at: file.place(error.offset))
      }
    }
  }

  static let shape = Rule<RequestFile>("request.shape") { file in
    // A script also sends other things, and may have none.
    let isScript = file.syntax == .shell
    guard !file.isEmpty else {
      let place = file.place(0)
      guard let name = file.bodyFiles.first else {
        return .one("it has no request and no message", severity: isScript ? .warning : .error, at: place)
      }
      let (home, remedy) =
        name == "-"
        ? ("made elsewhere", "check what is sent: `… | richpush check -`")
        : ("in \(name.quoted)", "check that file, too")
      return .one("the body that is sent is \(home), and was not read", severity: .warning, remedy: remedy, at: place)
    }
    let strangers = file.strangers.map { stranger in
      Finding("expected a request or a message, found \(stranger.kind)", at: file.place(stranger.offset))
    }
    let misread = (file.documents.isEmpty ? [] : file.misreadings).map {
      Finding($0.words, severity: .warning, remedy: $0.remedy, at: file.place($0.offset))
    }
    return passedOver(file) + misread + (isScript && !file.documents.isEmpty ? [] : strangers)
  }

  /// The unchecked parts of a text with requests: other bodies, and those for other services.
  private static func passedOver(_ file: RequestFile) -> [Finding] {
    let remedy = "nothing, unless it was meant for FCM: then write {\"message\": {…}}"
    let strangers = file.syntax == .shell && !file.documents.isEmpty ? file.strangers.map(\.offset) : []
    let bodies = (file.passedOver + strangers).map { offset in
      Finding(
        "this body is no message and was passed over", severity: .note, remedy: remedy, at: file.place(offset))
    }
    let files = file.bodyFiles.filter { !$0.hasPrefix("-") }.map { name in
      Finding(
        "another body is in \(name.quoted), which was not read", severity: .note, remedy: "check that file, too",
        at: file.place(0))
    }
    return bodies + files
      + file.foreign.map { service, offset in
        Finding(
          "not judged: this is a request to \(service.name), and not a message for FCM", severity: .warning,
          remedy: remedy, at: file.place(offset))
      }
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
