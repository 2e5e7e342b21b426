public import Findings
public import MediaFacts

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
    let rules = URLRules.all.filter { !isTrial || $0.description.id != URLRules.reservedHost.description.id }
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

/// How to make the URL from which clients load a published file.
public enum PublicURLs: Hashable, Sendable {
  /// Its name is appended.
  case folder(BaseURL)
  case firebase(FirebaseDownload)

  /// The URL of a file.
  ///
  /// - Parameter digest: of its bytes.
  public func url(ofFileNamed name: String, digest: ContentDigest) -> String {
    switch self {
    case .folder(let base): base.url(ofFileNamed: name)
    case .firebase(let download): download.url(ofFileNamed: name, digest: digest)
    }
  }

  /// The token that the file's metadata needs for its URL; nil if none.
  public func downloadToken(for digest: ContentDigest) -> String? {
    guard case .firebase(let download) = self, download.usesToken else { return nil }
    return FirebaseDownload.token(for: digest)
  }
}

/// The download URLs of Firebase Storage, which serves a bucket of Cloud Storage by its own rules: the whole key is one component of the
/// path (https://firebase.google.com/docs/storage/web/download-files).
public struct FirebaseDownload: Hashable, Sendable {
  /// The service, without a slash at its end.
  public let host: String
  public let bucket: String
  public let prefix: ObjectPrefix
  /// Whether each file has a token, with which anyone may load its URL. Without one the URL answers 403, unless the bucket's rules allow
  /// public reading.
  public let usesToken: Bool

  public static let productionHost = "https://firebasestorage.googleapis.com"

  public init(bucket: String, prefix: ObjectPrefix, usesToken: Bool, host: String = productionHost) {
    self.bucket = bucket
    self.prefix = prefix
    self.usesToken = usesToken
    self.host = host
  }

  func url(ofFileNamed name: String, digest: ContentDigest) -> String {
    let object = PercentEncoding.component(prefix.text + name)
    let token = usesToken ? "&token=\(Self.token(for: digest))" : ""
    return Self.address(host: host, bucket: bucket, object: object, query: "alt=media" + token)
  }

  /// - Parameter object: its name; its slashes are escaped, and all else must already be escaped.
  static func address(host: String, bucket: String, object: String, query: String) -> String {
    "\(host)/v0/b/\(PercentEncoding.component(bucket))/o/\(object.replacing("/", with: "%2F"))?\(query)"
  }

  /// A token in Firebase's form, a UUID. It comes from the half of the digest that is not in the name: the same file has the same URL in
  /// every run, and you cannot guess it without the file.
  static func token(for digest: ContentDigest) -> String {
    var digits = Array(digest.hex.suffix(32))
    for place in [8, 13, 18, 23] { digits.insert("-", at: place) }
    return String(digits)
  }
}

/// The prefix of a bucket's object names, such as `spring/`: empty, or components that each end in `/`.
public struct ObjectPrefix: Hashable, Sendable {
  public let text: String

  public static let none = ObjectPrefix()

  private init() { text = "" }

  /// A missing last `/` is added. Nil if it cannot be part of a URL's path unchanged: an empty component, `.` or `..`, a control character,
  /// or over 800 bytes, because S3 and Cloud Storage allow at most 1024 for a key
  /// (https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html).
  public init?(_ text: String) {
    guard !text.isEmpty else {
      self = .none
      return
    }
    let whole = text.hasSuffix("/") ? text : text + "/"
    let components = whole.dropLast().split(separator: "/", omittingEmptySubsequences: false)
    guard whole.utf8.count <= 800, components.allSatisfy({ !["", ".", ".."].contains($0) }),
      whole.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else { return nil }
    self.text = whole
  }
}
