/// An absolute https URL that a tap opens, of nothing but what RFC 3986 permits.
///
/// FCM requires https for `webpush.fcm_options.link` (API definition). Query and fragment are the page's own business.
public struct HTTPSLink: Hashable, Sendable, Codable, RawRepresentable {
  public let rawValue: String

  public init?(rawValue: String) {
    guard let url = try? StrictURL(rawValue), url.scheme == "https", url.userInfo == nil else { return nil }
    self.rawValue = rawValue
  }
}
