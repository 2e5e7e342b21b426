/// What stands around a request's body and says where it goes to: a request line and headers, or a command for curl.
///
/// Variables stay as they are written.
struct RequestEnvelope: Sendable {
  /// From the first to the last, without comments.
  let lines: [Line]
  /// The method as it is written; nil where nothing says it.
  let method: String?
  /// The address, or the text in which it stands.
  let address: String
  /// nil where the command is not whole, or no header can be told from anything else.
  var call: RequestCall?

  /// A line, and where it begins in the text, in bytes.
  struct Line: Sendable {
    let text: String
    let offset: Int
  }
}
