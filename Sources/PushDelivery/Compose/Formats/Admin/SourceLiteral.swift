/// A value as the source code of a program writes it: what JSON has, and calls.
indirect enum SourceLiteral {
  case value(JSONValue)
  case members([(name: String, value: SourceLiteral)])
  case elements([SourceLiteral])
  /// `new Date("…")`, `messaging.Notification(title="…")`.
  case call(String, [Argument])

  struct Argument {
    /// nil: told by its place alone.
    let name: String?
    let value: SourceLiteral
    /// Whether each of its members is an argument of that name.
    let isSpread: Bool

    init(_ name: String? = nil, _ value: SourceLiteral, isSpread: Bool = false) {
      self.name = name
      self.value = value
      self.isSpread = isSpread
    }
  }

  static func string(_ text: String) -> Self { .value(.string(text)) }
  static func integer(_ number: Int) -> Self { .value(.integer(number)) }
}

/// Why a message cannot be said in a form.
struct FormatFault: Error, Hashable {
  /// The way to what cannot be said, by the names of the REST reference.
  let path: [String]
  let reason: String
}
