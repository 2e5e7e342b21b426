/// What is not RFC 8259 JSON in a text, and where.
package struct JSONProblem: Error, Hashable, Sendable {
  package let kind: Kind
  /// In bytes from the start of the text.
  package let offset: Int

  init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  package enum Kind: Hashable, Sendable {
    /// The bytes are not UTF-8.
    case notUTF8
    /// A byte order mark stands before the text.
    case byteOrderMark
    /// A comma with no value after it.
    case trailingComma
    case comment
    /// The name stands in the object already.
    case duplicateName(String)
    /// A name or text in single quotes or in none.
    case unquoted
    /// `NaN`, `Infinity`, `True`, `undefined` and the like.
    case word(String)
    /// `01`, `+1`, `.5`, `0x10`.
    case number(String)
    /// A control character in a string, as its number.
    case control(UInt8)
    case escape
    /// Half of a surrogate pair.
    case surrogate
    case unclosedString
    /// Something else should stand here.
    case expected(String)
    /// Objects and arrays lie too deep in each other.
    case depth(limit: Int)
  }
}
