/// The URL of a picture that does not move, in a format that Android, Apple's systems and browsers all decode.
///
/// Android and browsers show nothing that moves, so the image fields of a message take only this type; the one for
/// Apple's systems takes an `AppleAttachmentURL`.
public struct StillImageURL: Hashable, Sendable {
  public let address: AssetAddress

  /// JPEG and PNG: FCM names them as fully supported everywhere, and Apple's list of attachments has them.
  public static let formats: [MediaFormat] = [.picture(.jpeg), .picture(.png)]

  /// Adds a diagnostic and gives nil when the format is another than these.
  public init?(
    _ address: AssetAddress, subject: Diagnostic.Subject, reporting diagnostics: inout [Diagnostic]
  ) {
    guard Self.formats.contains(address.format) else {
      diagnostics.append(.unsupportedFormat(address.format, subject))
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

extension StillImageURL: RawRepresentable, Codable {
  /// Takes a URL whose extension is one of a JPEG or PNG file and that passes every check.
  public init?(rawValue: String) {
    guard let address = AssetAddress(rawValue, withExtensionOfOneOf: Self.formats) else { return nil }
    self.address = address
  }

  /// The URL, exactly as published.
  public var rawValue: String { address.text }
}

extension Diagnostic {
  fileprivate static func unsupportedFormat(_ format: MediaFormat, _ subject: Subject) -> Diagnostic {
    Diagnostic(
      "url.format", .error, subject,
      "the URL leads to a \(format.displayName) file, and a notification's picture shows on every client only as JPEG "
        + "or PNG",
      remedy: "publish a JPEG or PNG rendition and use its URL")
  }
}
