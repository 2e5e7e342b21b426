/// Where a message is not of the types of the API's definition.
struct SchemaFault: Hashable, Sendable {
  let kind: Kind
  /// The way there, with the names as they are written.
  let path: [String]
  /// In bytes from the start of the text.
  let offset: Int

  enum Kind: Hashable, Sendable {
    /// The type has no field of this name.
    case unknownField(name: String, type: String)
    /// The same field stands there under both of its names.
    case bothSpellings(String, String)
    /// A value of another kind, and what belongs there.
    case wrongType(found: String, expected: String)
    /// A text that is none of the field's values.
    case wrongValue(String, expected: [String])
    /// An amount of time that is not written as `3.5s`.
    case duration(String)
  }

  /// The name of the field that is at fault.
  var name: String { path.last ?? "" }
}
