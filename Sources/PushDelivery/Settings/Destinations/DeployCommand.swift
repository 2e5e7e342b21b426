import Findings

/// A command that deploys a published folder to its server. It runs without a shell.
public struct DeployCommand: Hashable, Sendable {
  /// The program, then its arguments.
  public let words: [String]
  /// Its time limit.
  public let seconds: Int

  /// nil without a program.
  public init?(words: [String], seconds: Int) {
    guard words.first?.isEmpty == false else { return nil }
    self.words = words
    self.seconds = seconds
  }

  /// The words for messages: without passwords and tokens in URLs.
  public var shownWords: [String] { words.map { $0.contains("://") ? $0.maskingSecrets : $0 } }
}

extension YAMLType<[String]> {
  /// Characters for shells only.
  private static let shellCharacters = Set("|&;<>()$`\\\"'*?[]{}~!#\n")

  /// A program and its arguments, as a list or with spaces between them.
  static var command: YAMLType {
    let line = JSONSchema.form(#"^(?=.*\S)[^|&;<>()$`\\"'*?\[\]{}~!#\n]+$"#)
    let schema = JSONSchema.anyOf([line, JSONSchema.list(["type": "string"], atLeast: 1)])
    return YAMLType(schema) { value, reader in
      let words: [String]
      if let elements = list(value) {
        words = elements.compactMap { reader.string($0) }
        guard words.count == elements.count else { return nil }
      } else {
        guard let line = reader.string(value) else { return nil }
        if let character = line.first(where: shellCharacters.contains) {
          reader.report(
            .configurationValue, value.subject,
            "no shell runs the command, so \(String(character).quoted) would reach the program as it stands",
            remedy: "write the command as a list of words, as in `[rclone, copy, public, cdn:push]`")
          return nil
        }
        words = line.split(separator: " ").map(String.init)
      }
      guard words.first?.isEmpty == false else {
        reader.report(
          .configurationValue, value.subject, "the command names no program",
          remedy: "name one, as in `[rclone, copy, public, cdn:push]`, or delete the key")
        return nil
      }
      return words
    }.written { "[\($0.joined(separator: ", "))]" }
  }

  private static func list(_ value: YAMLValue) -> [YAMLValue]? {
    if case .list(let elements) = value.content { elements } else { nil }
  }
}
