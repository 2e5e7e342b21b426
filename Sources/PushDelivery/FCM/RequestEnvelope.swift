/// The text around a request's body that says where it goes: a request line and headers, or a command for curl.
///
/// Variables stay as written.
struct RequestEnvelope: Sendable {
  /// From the first to the last, without comments.
  let lines: [Line]
  /// The method as written; nil if the text has none.
  let method: String?
  /// The URL, or the text that contains it.
  let address: String
  /// nil if the command is incomplete, or its headers cannot be recognised.
  var call: RequestCall?

  /// A line and its start in the text, in bytes.
  struct Line: Sendable {
    let text: String
    let offset: Int
  }
}
