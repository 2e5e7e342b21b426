/// The types that servers tell of files.
enum MediaType {
  /// A type without its parameters and the case of its letters: two are the same where these are
  /// (https://www.rfc-editor.org/rfc/rfc9110#section-8.3.1).
  static func essence(_ text: String) -> String {
    (text.split(separator: ";").first ?? "").filter { !$0.isWhitespace }.lowercased()
  }
}
