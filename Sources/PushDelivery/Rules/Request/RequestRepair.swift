import Findings

/// The text of a request file with all errors fixed that leave no choice: wrong places and types, misspelt names, commas and quotes.
public struct RequestRepair: Sendable {
  /// The fixed text; unchanged if fixing does not end.
  public let bytes: [UInt8]
  /// How many changes were made.
  public let count: Int

  /// A fix may reveal another, and of several at one place each takes a round.
  private static let mostRounds = 64

  /// - Parameter syntax: the text's syntax.
  public init(of bytes: [UInt8], in syntax: RequestSyntax, _ question: RequestFile.Question) {
    var (text, count) = (bytes, 0)
    for _ in 0..<Self.mostRounds {
      var edits = TextEdits()
      for judgement in RequestFile(text, in: syntax).judgements(about: .init(.request, ""), question) {
        for repair in judgement.repairs where edits.add(repair) { count += 1 }
      }
      guard !edits.isEmpty else {
        (self.bytes, self.count) = (text, count)
        return
      }
      text = edits.applied(to: text)
    }
    // Edits that always need further edits fix nothing, and would be repeated.
    (self.bytes, self.count) = (bytes, 0)
  }
}

extension RequestDocument {
  /// Renames an unknown field to a known one, unless that is next to it.
  func renaming(_ mismatch: SchemaMismatch, in type: String, to name: String) -> [TextEdit] {
    guard let field = MessageFieldTable.field(named: name, in: type),
      !siblings(of: mismatch).contains(where: { [field.name, JSONNode.spreadName].contains($0.name) })
    else { return [] }
    let isCamelCase = mismatch.name.contains(where: \.isUppercase) && !mismatch.name.contains("_")
    return renaming(mismatch.range, to: isCamelCase ? field.camelCaseName : field.name)
  }

  /// Converts a value to the right type, if it means the same.
  func converting(_ mismatch: SchemaMismatch, to expected: String) -> [TextEdit] {
    let written = text(of: mismatch.range)
    if expected == "true or false" {
      let word = written.filter(\.isLetter).lowercased()
      return ["true", "false"].contains(word) && written.utf8.count == word.utf8.count + 2
        ? replacing(mismatch.range, by: word) : []
    }
    // A text of `null` would be shown.
    guard expected == "a string", written != "null" else { return [] }
    var reader = JSONReader(Array(written.utf8))
    guard let value = reader.values().first, reader.errors.isEmpty else { return [] }
    switch value.content {
    case .number, .bool: return replacing(mismatch.range, by: JSONText.quoted(written))
    case .object, .array:
      // Only an app parses such a text; people would see it as it is.
      guard mismatch.path.dropLast().last == "data", let json = try? JSONText.compact(value.value) else { return [] }
      return replacing(mismatch.range, by: JSONText.quoted(String(decoding: json, as: UTF8.self)))
    case .string, .null, .expression: return []
    }
  }

  /// Writes seconds or milliseconds since 1970 as FCM reads a moment. Other numbers of digits are neither.
  func dating(_ mismatch: SchemaMismatch, of text: String) -> [TextEdit] {
    let units: [Int: Int64] = [10: 1, 13: 1000]
    guard text.utf8.allSatisfy(isDigit), let unit = units[text.utf8.count],
      let count = Int64(text),
      let moment = ProtobufTimestamp(seconds: count / unit, nanoseconds: Int32(count % unit * 1_000_000))
    else { return [] }
    return replacing(mismatch.range, by: JSONText.quoted(moment.rawValue))
  }

  /// The members of the field's object.
  private func siblings(of mismatch: SchemaMismatch) -> [JSONNode.Member] {
    var object = message
    while let inner = object.members.first(where: { $0.value.range.contains(mismatch.offset) })?.value {
      object = inner
    }
    return object.members
  }
}
