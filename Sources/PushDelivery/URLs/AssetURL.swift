public import Findings
public import MediaFacts

/// The URL of a published media file that every client of an audience can load, takes for what it is, and shows.
///
/// Android and browsers show nothing that moves, so the image fields of a message take only an `AssetURL<EveryClient>`; the
/// one for Apple's systems takes an `AssetURL<AppleSystems>`. The text is left exactly as written: nothing is decoded,
/// encoded or normalised.
public struct AssetURL<Audience: AssetAudience>: Hashable, Sendable {
  /// The URL, exactly as published.
  public let rawValue: String
  /// The format of the bytes there; the extension in the path tells the truth about it.
  public let format: MediaFormat

  /// Adds to `diagnostics` what is wrong with the URL; nil when an error is among it.
  ///
  /// - Parameters:
  ///   - text: An absolute https URL in the ASCII characters of RFC 3986, without user information and fragment;
  ///     http is let through with a warning when it leads to this machine.
  ///   - format: The format of the bytes there, one of the audience's. The last component of the path, percent-decoded,
  ///     must end in one of its extensions: FCM's service extension for Apple's systems passes no type, so the extension
  ///     decides (firebase-ios-sdk, FIRMessagingExtensionHelper.m).
  public init?(
    _ text: String, format: MediaFormat, subject: Diagnostic.Subject, reporting diagnostics: inout [Diagnostic]
  ) {
    guard let url = URLRules.check(text, subject: subject, reporting: &diagnostics) else { return nil }
    let candidate = URLCandidate(text)
    diagnostics += [URLRules.adminSDK].diagnostics(about: subject, in: candidate)
    let found =
      [URLRules.fileName].diagnostics(about: subject, in: candidate) + extensionProblems(url, format, subject)
    guard found.isEmpty else {
      diagnostics += found
      return nil
    }
    guard Audience.formats.contains(format) else {
      diagnostics.append(.unsupportedFormat(format, Audience.self, subject))
      return nil
    }
    (rawValue, self.format) = (text, format)
  }
}

extension AssetURL: RawRepresentable, Codable {
  /// Takes a URL that passes every check and whose extension is one of a format that the audience shows; it is taken at
  /// its word.
  public init?(rawValue: String) {
    for format in Audience.formats {
      var ignored: [Diagnostic] = []
      guard let url = Self(rawValue, format: format, subject: .init(.message, rawValue), reporting: &ignored) else {
        continue
      }
      self = url
      return
    }
    return nil
  }
}

extension AssetURL<AppleSystems> {
  /// The same file for Apple's systems: they show every still that all clients show.
  public init(_ still: AssetURL<EveryClient>) { (rawValue, format) = (still.rawValue, still.format) }
}

/// The clients for which a file is published.
public protocol AssetAudience: Sendable {
  /// The formats that all of them show, of those that are published.
  static var formats: [MediaFormat] { get }
  /// What they show, in words that go on after "and".
  static var whatIsShown: String { get }
  /// What to do about a file of another format.
  static var remedy: String { get }
}

/// All clients alike: those of Android, Apple's systems and browsers.
public enum EveryClient: AssetAudience {
  /// JPEG and PNG: FCM names them as fully supported everywhere, and Apple's list of attachments has them.
  public static let formats: [MediaFormat] = [.picture(.jpeg), .picture(.png)]
  public static let whatIsShown = "a notification's picture shows on every client only as JPEG or PNG"
  public static let remedy = "publish a JPEG or PNG rendition and use its URL"
}

/// Apple's systems alone, which attach to a notification what moves, too.
public enum AppleSystems: AssetAudience {
  /// JPEG, PNG, GIF and MP4: what richpush publishes of the types in Apple's table for `UNNotificationAttachment`
  /// (https://developer.apple.com/documentation/usernotifications/unnotificationattachment).
  public static let formats: [MediaFormat] = EveryClient.formats + [.picture(.gif), .video(.mp4)]
  public static let whatIsShown = "attachments for Apple's systems are JPEG, PNG, GIF or MP4 here"
  public static let remedy = "publish an animated GIF, an MP4 or a still rendition and use its URL"
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
  return [finding.diagnostic(of: URLRules.pathExtension.description, about: subject)]
}

extension Diagnostic {
  fileprivate static func unsupportedFormat(
    _ format: MediaFormat, _ audience: (some AssetAudience).Type, _ subject: Subject
  ) -> Diagnostic {
    Diagnostic(
      URLRules.format.description, subject,
      "the URL leads to a \(format.displayName) file, and \(audience.whatIsShown)", remedy: audience.remedy)
  }
}
