import Ccurl

/// A moment as fields such as `Date` and `Retry-After` write it
/// (https://datatracker.ietf.org/doc/html/rfc9110#section-5.6.7).
public enum HTTPDate {
  /// The seconds since 1970; nil where the text is no date.
  public static func seconds(_ text: String) -> Int? {
    guard text.utf8.count <= 64 else { return nil }
    let seconds = unsafe curl_getdate(text, nil)
    return seconds < 0 ? nil : Int(seconds)
  }
}
