public import Findings
public import MediaFacts

/// The URL of a published media file that every client of an audience can load, recognise and show.
///
/// Android and browsers show only stills, so the image fields of a message take only an `AssetURL<EveryClient>`; the one for Apple's
/// systems takes an `AssetURL<AppleSystems>`. The text is not changed: it is not decoded, encoded or normalised.
public struct AssetURL<Audience: AssetAudience>: Hashable, Sendable {
  /// The URL, exactly as published.
  public let rawValue: String
  /// The format of its bytes, which the path's extension names correctly.
  public let format: MediaFormat

  /// Adds the URL's problems to `diagnostics`; nil if one is an error.
  ///
  /// - Parameters:
  ///   - text: An absolute https URL in the ASCII characters of RFC 3986, without user information and fragment; http to this machine only
  ///     gets a warning.
  ///   - format: The format of the bytes there, one of the audience's. The last component of the path, percent-decoded, must end in one of
  ///     its extensions: FCM's service extension for Apple's systems passes no type, so the extension decides (firebase-ios-sdk,
  ///     FIRMessagingExtensionHelper.m).
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
  /// Takes a URL that passes every check and has the extension of a format that the audience shows, which is trusted.
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
  /// The published formats that all of them show.
  static var formats: [MediaFormat] { get }
  /// What they show, in words that follow "and".
  static var whatIsShown: String { get }
  /// How to fix a file of another format.
  static var remedy: String { get }
}

/// All clients: those of Android, Apple's systems and browsers.
public enum EveryClient: AssetAudience {
  /// JPEG and PNG: FCM names them as fully supported everywhere, and Apple's list of attachments has them.
  public static let formats: [MediaFormat] = [.picture(.jpeg), .picture(.png)]
  public static let whatIsShown = "a notification's picture shows on every client only as JPEG or PNG"
  public static let remedy = "publish a JPEG or PNG rendition and use its URL"
}

/// Only Apple's systems, which also attach animations and movies.
public enum AppleSystems: AssetAudience {
  /// JPEG, PNG, GIF and MP4: richpush's formats among the types in Apple's table for `UNNotificationAttachment`
  /// (https://developer.apple.com/documentation/usernotifications/unnotificationattachment).
  public static let formats: [MediaFormat] = EveryClient.formats + [.picture(.gif), .video(.mp4)]
  public static let whatIsShown = "attachments for Apple's systems are JPEG, PNG, GIF or MP4 here"
  public static let remedy = "publish an animated GIF, an MP4 or a still rendition and use its URL"
}

/// The format is known here, so a missing extension, or another format's, is an error and not a doubt.
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

/// The URL of the folder of published files: https (or http on this machine), ends in `/`.
public struct BaseURL: Hashable, Sendable {
  public let text: String

  /// Adds the URL's problems to `diagnostics`; nil if one is an error. A missing last `/` is added.
  ///
  /// A query and a fragment are refused, because file names are appended. All else is as for an `AssetURL`.
  public init?(_ text: String, subject: Diagnostic.Subject, reporting diagnostics: inout [Diagnostic]) {
    let url = URLRules.check(text, subject: subject, reporting: &diagnostics)
    let fragment = URLRules.fragment.description.id
    for index in diagnostics.indices where diagnostics[index].rule == fragment { diagnostics[index].severity = .error }
    guard let url, url.fragment == nil else { return nil }
    guard url.query == nil else {
      let fault = "the base URL has a query (?), so a file name appended to it would not be part of the path"
      diagnostics.append(Diagnostic(.urlQuery, subject, fault))
      return nil
    }
    self.text = text.hasSuffix("/") ? text : text + "/"
  }

  /// The findings of the rules for picture URLs about a picture in that folder; empty if the text is not a folder's URL.
  package static func diagnostics(
    ofFilesUnder text: String, at subject: Diagnostic.Subject, isTrial: Bool
  ) -> [Diagnostic] {
    var ignored: [Diagnostic] = []
    guard let base = BaseURL(text, subject: subject, reporting: &ignored) else { return [] }
    if let file = base.fileName {
      return [Diagnostic(.configurationValue, subject, "the URL ends in \(file.quoted), which is a file and no folder")]
    }
    let rules = URLRules.all.filter { rule in
      let id = rule.description.id
      return !URLRules.ofNames.contains(id) && !(isTrial && id == URLRules.reservedHost.description.id)
    }
    let candidate = URLCandidate(base.url(ofFileNamed: "picture.jpg"), isTrial: isTrial)
    return rules.diagnostics(about: subject, in: candidate)
  }

  /// Its last part, if that is the name of a page or a picture.
  private var fileName: String? {
    guard let url = try? StrictURL(String(text.dropLast())), let ending = url.pathExtension else { return nil }
    let isFile = ["html", "htm", "php", "aspx", "jsp"].contains(ending) || !MediaFormat.withExtension(ending).isEmpty
    return isFile ? String(decoding: url.fileName, as: UTF8.self) : nil
  }

  /// The URL of a file in that folder. Bytes of the name that are not letters, digits or `-._~` are percent-encoded,
  /// so the name is always one path component.
  public func url(ofFileNamed name: String) -> String { text + PercentEncoding.component(name) }
}

/// An absolute https URL that a tap opens, as RFC 3986 permits.
///
/// FCM requires https for `webpush.fcm_options.link` (API definition). The page decides about query and fragment.
public struct HTTPSLink: Hashable, Sendable, Codable, RawRepresentable {
  public let rawValue: String

  public init?(rawValue: String) {
    guard let url = try? StrictURL(rawValue), url.scheme == "https", url.userInfo == nil else { return nil }
    self.rawValue = rawValue
  }
}

extension HTTPSLink {
  /// Why a text is not such a link, in words.
  static func fault(of text: String) -> String {
    do throws(StrictURL.SyntaxError) {
      let url = try StrictURL(text)
      return url.userInfo == nil
        ? "it begins with \(url.scheme):, and FCM takes https: only" : "it has a user name or a password in it"
    } catch {
      return "it \(error.words(in: text))"
    }
  }

  /// Whether a text is a deep link, with a scheme of an app: `myshop://orders/12`.
  static func opensApp(_ text: String) -> Bool {
    guard let end = text.firstRange(of: "://") else { return false }
    let scheme = text[..<end.lowerBound].lowercased()
    let isOfServers = ["ftp", "file"].contains(scheme) || NearestName.slip(scheme, among: ["https", "http"]) != nil
    return scheme.first?.isLetter == true && !isOfServers
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }
}

extension StrictURL.SyntaxError {
  /// Why a text is no URL, as the rest of a sentence about it.
  func words(in text: String) -> String {
    let serverless = ["data", "blob", "file", "content", "javascript"].first { text.lowercased().hasPrefix($0 + ":") }
    return switch self {
    case _ where text.isEmpty: "is empty"
    case .character(0x20, _): "has a space in it"
    case .character(0x80..., _): "has a letter beyond ASCII in it, which addresses write as %, and hosts as xn--"
    case .character(let byte, _):
      "has \(String(decoding: [byte], as: UTF8.self).quoted) in it, which addresses write as %\(String(byte, radix: 16))"
    case .escape: "has a % without two hexadecimal digits after it; the sign itself is %25"
    case .reserved: "has [, ] or a second # in it"
    case .scheme: text.hasPrefix("//") || text.contains(".") ? "lacks https:// at its beginning" : "is relative"
    case .host:
      serverless.map { "begins with \($0):, which leads to no server" } ?? "has no host, as in https://host/path"
    case .port: "has a port that is not 1 to 65535"
    }
  }
}

extension BaseURL {
  /// The base URL configured at `subject`, or its problems as configuration errors.
  static func configured(_ text: String, at subject: Diagnostic.Subject) -> Checked<BaseURL> {
    var diagnostics: [Diagnostic] = []
    let url = BaseURL(text, subject: subject, reporting: &diagnostics)
    return Checked(url, diagnostics.asConfigurationErrors)
  }
}
