public import Findings
public import MediaFacts

/// The URL of a published media file that every client can load and take for what it is.
///
/// The text is left exactly as written: nothing is decoded, encoded or normalised.
public struct AssetAddress: Hashable, Sendable {
  public let text: String
  /// The format of the bytes there; the extension in the path tells the truth about it.
  public let format: MediaFormat

  /// Adds to `diagnostics` what is wrong with the URL; nil when an error is among it.
  ///
  /// - Parameters:
  ///   - text: An absolute https URL in the ASCII characters of RFC 3986, without user information and fragment;
  ///     http is let through with a warning when it leads to this machine.
  ///   - format: The format of the bytes there. The last component of the path, percent-decoded, must end in one of
  ///     its extensions: FCM's service extension for Apple's systems passes no type, so the extension decides
  ///     (firebase-ios-sdk, FIRMessagingExtensionHelper.m).
  public init?(
    _ text: String, format: MediaFormat, subject: Diagnostic.Subject, reporting diagnostics: inout [Diagnostic]
  ) {
    guard let url = URLRules.check(text, subject: subject, reporting: &diagnostics) else { return nil }
    let address = AddressText(text)
    diagnostics += [AddressRules.adminSDK].diagnostics(about: subject, in: address)
    let problems =
      [AddressRules.fileName].diagnostics(about: subject, in: address) + extensionProblems(url, format, subject)
    guard problems.isEmpty else {
      diagnostics += problems
      return nil
    }
    self.text = text
    self.format = format
  }

  /// The address whose extension is true of one of `formats`, taken at its word; nil when it passes no check.
  init?(_ text: String, withExtensionOfOneOf formats: [MediaFormat]) {
    let addresses = formats.lazy.compactMap { format in
      var ignored: [Diagnostic] = []
      return AssetAddress(text, format: format, subject: .init(.message, text), reporting: &ignored)
    }
    guard let address = addresses.first else { return nil }
    self = address
  }
}

/// Since the format is known here, an extension that is missing or of another format is an error and not a doubt.
private func extensionProblems(
  _ url: StrictURL, _ format: MediaFormat, _ subject: Diagnostic.Subject
) -> [Diagnostic] {
  guard !url.fileName.isEmpty else { return [] }
  let message: String
  if let fileExtension = url.pathExtension {
    guard !format.trueExtensions.contains(fileExtension) else { return [] }
    message =
      "the URL's path ends in .\(fileExtension) but the file is \(format.displayName); Apple's systems tell an "
      + "attachment's type by its extension and refuse one that lies"
  } else {
    message =
      "the last component of the URL's path has no extension; Apple's systems tell an attachment's type by it, and one "
      + "in the query does not count"
  }
  let finding = Finding(message, remedy: "end the path in .\(format.fileExtension)")
  return [finding.diagnostic(of: AddressRules.pathExtension.description, about: subject)]
}

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
      AddressRules.format.description, subject,
      "the URL leads to a \(format.displayName) file, and a notification's picture shows on every client only as JPEG "
        + "or PNG",
      remedy: "publish a JPEG or PNG rendition and use its URL")
  }
}

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
      AddressRules.format.description, subject,
      "the URL leads to a \(format.displayName) file, and attachments for Apple's systems are JPEG, PNG, GIF or MP4 here",
      remedy: "publish an animated GIF, an MP4 or a still rendition and use its URL")
  }
}
