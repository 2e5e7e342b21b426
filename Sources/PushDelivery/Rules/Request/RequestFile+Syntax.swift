import Findings

extension RequestFile {
  /// The edits that turn it into JSON, if the meaning is clear.
  func repair(of error: JSONError) -> [TextEdit] {
    // Shells give some of JSON's signs a meaning, and so do quoted texts.
    guard !hasJSONInTexts else { return [] }
    let offset = error.offset
    switch error.kind {
    case .trailingComma: return [TextEdit(offset..<offset + 1)]
    case .byteOrderMark: return [TextEdit(offset..<offset + 3)]
    case .unquoted: return quoting(at: offset)
    case .noBreakSpace: return [TextEdit(offset..<offset + 2, " ")]
    case .typographicQuote: return straightQuotes(at: offset)
    case .word(let text):
      let words = ["True": "true", "False": "false", "None": "null", "undefined": "null", "NaN": "null"]
      return words[text].map { [TextEdit(offset..<offset + text.utf8.count, $0)] } ?? []
    case .missingComma(_, let valueEnd):
      // Only if the next value begins at once was more read. Directly after the previous value: a comment may follow.
      guard offset < bytes.count, "\"{[".utf8.contains(bytes[offset]) else { return [] }
      return [TextEdit(valueEnd..<valueEnd, ",")]
    default: return []
    }
  }

  /// The quotes around a text, unless it ends in a straight one.
  private func straightQuotes(at offset: Int) -> [TextEdit] {
    let start = offset + 3
    let end = bytes[start...].indices.first {
      "\"\\\n".utf8.contains(bytes[$0]) || isTypographicQuote(bytes[$0...])
    }
    guard let end, isTypographicQuote(bytes[end...]) else { return [] }
    return [TextEdit(offset..<start, "\""), TextEdit(end..<end + 3, "\"")]
  }

  /// A name or a text in single quotes or none, put in double ones.
  private func quoting(at offset: Int) -> [TextEdit] {
    guard bytes[offset] == UInt8(ascii: "'") else {
      let end = bytes[offset...].firstIndex { !isUnreserved($0) } ?? bytes.count
      return [TextEdit(offset..<end, quoted(String(decoding: bytes[offset..<end], as: UTF8.self)))]
    }
    let rest = bytes[(offset + 1)...]
    guard let end = rest.firstIndex(of: UInt8(ascii: "'")), !rest[..<end].contains(where: "\\\n".utf8.contains) else {
      return []
    }
    return [TextEdit(offset..<end + 1, quoted(String(decoding: rest[..<end], as: UTF8.self)))]
  }
}
