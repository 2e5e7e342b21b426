/// The URL of a picture, an animated GIF or a movie that Apple's systems attach to a notification.
///
/// Only `apns.fcm_options.image` takes this type: no other client shows what moves. Every `StillImageURL` is one too.
public struct AppleAttachmentURL: Hashable, Sendable {
  public let address: AssetAddress

  /// JPEG, PNG, GIF and MP4: what richpush publishes of the types in Apple's table for `UNNotificationAttachment`
  /// (https://developer.apple.com/documentation/usernotifications/unnotificationattachment).
  public static let formats: [MediaFormat] = StillImageURL.formats + [.picture(.gif), .video(.mp4)]

  /// The same file for Apple's systems: they show every still that all clients show.
  public init(_ still: StillImageURL) { address = still.address }

  /// Adds a diagnostic and gives nil when the format is another than these.
  public init?(
    _ address: AssetAddress, subject: Diagnostic.Subject, reporting diagnostics: inout [Diagnostic]
  ) {
    guard Self.formats.contains(address.format) else {
      diagnostics.append(.unsupportedAttachment(address.format, subject))
      return nil
    }
    self.address = address
  }

  /// Checks a URL and what it leads to in one go: `AssetAddress`, then its format.
  public init?(
    _ text: String, format: MediaFormat, subject: Diagnostic.Subject, reporting diagnostics: inout [Diagnostic]
  ) {
    guard let address = AssetAddress(text, format: format, subject: subject, reporting: &diagnostics) else {
      return nil
    }
    self.init(address, subject: subject, reporting: &diagnostics)
  }
}

extension AppleAttachmentURL: RawRepresentable, Codable {
  /// Takes a URL whose extension is one of a JPEG, PNG, GIF or MP4 file and that passes every check.
  public init?(rawValue: String) {
    guard let address = AssetAddress(rawValue, withExtensionOfOneOf: Self.formats) else { return nil }
    self.address = address
  }

  /// The URL, exactly as published.
  public var rawValue: String { address.text }
}

extension Diagnostic {
  fileprivate static func unsupportedAttachment(_ format: MediaFormat, _ subject: Subject) -> Diagnostic {
    Diagnostic(
      "url.format", .error, subject,
      "the URL leads to a \(format.displayName) file, and attachments for Apple's systems are JPEG, PNG, GIF or MP4 here",
      remedy: "publish an animated GIF, an MP4 or a still rendition and use its URL")
  }
}
