import Findings
public import MediaFacts

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
