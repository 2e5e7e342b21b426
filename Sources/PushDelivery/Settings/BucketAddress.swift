import Findings

/// A part of a bucket, as people write it: `s3://bucket/prefix` or `gs://bucket/prefix`.
public struct BucketAddress: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The interface of the store.
  public enum Store: String, Hashable, Sendable, Codable {
    /// Amazon S3, or a server with its interface.
    case s3
    case googleCloud = "gs"
  }

  public let store: Store
  public let bucket: String
  /// The beginning of every object's name; empty, or ends in `/`.
  public let prefix: String

  /// - Parameter prefix: empty, or with a slash at its end.
  package init(_ store: Store, _ bucket: String, prefix: String = "") {
    self.store = store
    self.bucket = bucket
    self.prefix = prefix
  }

  /// nil if it is not a bucket's name with a prefix of letters, digits and `-._~`. Also with a user, query or fragment.
  init?(_ url: StrictURL) {
    let components = url.path.split(separator: "/").map(String.init)
    guard let store = Store(rawValue: url.scheme), case .name(let bucket) = url.host, url.port == nil,
      url.userInfo == nil, url.query == nil, url.fragment == nil, Self.isName(bucket), url.path.utf8.count < 700,
      components.allSatisfy({ $0 != "." && $0 != ".." && $0.utf8.allSatisfy(isUnreserved) })
    else { return nil }
    self.init(store, bucket, prefix: components.map { $0 + "/" }.joined())
  }

  private static func isName(_ text: String) -> Bool {
    text.wholeMatch(of: #/[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]/#) != nil
  }

  /// Without a slash at its end, as written.
  public var description: String { "\(store.rawValue)://\(bucket)" + (prefix.isEmpty ? "" : "/\(prefix.dropLast())") }
}
