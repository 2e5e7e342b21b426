public import Findings

/// A shared cache, for renditions that this machine's cache does not have.
public struct RemoteCacheSettings: Hashable, Sendable, Codable {
  /// nil: there is none.
  public var address: SharedCacheAddress?
  public var mode: Mode
  /// Scheme and host of the service that has the bucket, if it is not Amazon's or Azure's.
  public var endpoint: String?
  /// The region for signing requests to a bucket of S3; nil: from the environment.
  public var region: String?

  /// The use of it.
  public enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Missing entries are added.
    case readWrite = "read-write"
    /// Nothing is added.
    case readOnly = "read-only"
  }

  public init(
    address: SharedCacheAddress? = nil, mode: Mode = .readWrite, endpoint: String? = nil, region: String? = nil
  ) {
    (self.address, self.mode, self.endpoint, self.region) = (address, mode, endpoint, region)
  }
}

/// The address of a shared cache.
public enum SharedCacheAddress: Hashable, Sendable, Codable {
  /// A server with Bazel's HTTP cache protocol; the URL has no slash at its end.
  case http(url: String)
  case bucket(BucketAddress)
  /// A folder, as an absolute path without a slash at its end.
  case folder(String)

  /// Reads `https://cache.example.com/path`, `s3://bucket/prefix`, `gs://bucket/prefix`, `azure://account/container/prefix` or
  /// `file:///folder`.
  ///
  /// - Throws: why a text is not such an address; without a password.
  public init(_ text: String) throws(ErrorWords) {
    let malformed = ErrorWords.setting("cache", text.maskingSecrets.quoted)
    if text.hasPrefix("file:") {
      guard let folder = Self.folder(text) else { throw malformed }
      self = .folder(folder)
      return
    }
    guard let url = try? StrictURL(text) else { throw malformed }
    guard url.userInfo == nil else { throw .setting("cachePassword") }
    guard url.query == nil, url.fragment == nil else { throw malformed }
    switch url.scheme {
    case "https", "http":
      guard url.scheme == "https" || url.host.isPrivate else { throw .setting("plainHTTP", url.text.quoted) }
      self = .http(url: String(url.text.reversed().drop { $0 == "/" }.reversed()))
    case "s3", "gs", "azure":
      guard let address = BucketAddress(url) else { throw malformed }
      self = .bucket(address)
    default: throw malformed
    }
  }

  /// The path of a file URL (RFC 8089), which names no host; nil if it is malformed, or the root.
  private static func folder(_ text: String) -> String? {
    let start = "file:///"
    let bytes = percentDecoded(text.dropFirst(start.count).utf8)
    let path = String(validating: bytes, as: UTF8.self).map { "/" + $0.split(separator: "/").joined(separator: "/") }
    guard text.hasPrefix(start), !text.contains(where: { $0 == "?" || $0 == "#" }), let path, path != "/",
      path.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { return nil }
    return path
  }

  /// nil unless it is a folder.
  public var folder: String? { if case .folder(let path) = self { path } else { nil } }
}

extension SharedCacheAddress: CustomStringConvertible {
  public var description: String {
    switch self {
    case .http(let url): url
    case .bucket(let address): address.description
    case .folder(let path): "file://" + PercentEncoding.path(path)
    }
  }
}

/// A part of a bucket, as people write it: `s3://bucket/prefix`, `gs://bucket/prefix` or `azure://account/container/prefix`.
public struct BucketAddress: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The interface of the store.
  public enum Store: Hashable, Sendable, Codable {
    /// Amazon S3, or a server with its interface.
    case s3
    case googleCloud
    /// Azure Blob Storage, where a bucket is a container.
    case azure(account: String)
  }

  public let store: Store
  public let bucket: String
  /// The beginning of every object's name; empty, or ends in `/`.
  public let prefix: String

  /// - Parameter prefix: empty, or with a slash at its end.
  package init(_ store: Store, _ bucket: String, prefix: String = "") {
    (self.store, self.bucket, self.prefix) = (store, bucket, prefix)
  }

  /// nil if it is not a bucket's name with a prefix of letters, digits and `-._~`. Also with a user, query or fragment.
  init?(_ url: StrictURL) {
    var components = url.path.split(separator: "/").map(String.init)
    guard case .name(var bucket) = url.host, url.port == nil, url.userInfo == nil, url.query == nil,
      url.fragment == nil, url.path.utf8.count < 700,
      components.allSatisfy({ $0 != "." && $0 != ".." && $0.utf8.allSatisfy(isUnreserved) })
    else { return nil }
    var store = url.scheme == "gs" ? Store.googleCloud : .s3
    if url.scheme == "azure" {
      guard bucket.wholeMatch(of: /[a-z0-9]{3,24}/) != nil, components.first?.wholeMatch(of: /[a-z0-9-]{3,63}/) != nil
      else { return nil }
      store = .azure(account: bucket)
      bucket = components.removeFirst()
    }
    guard bucket.wholeMatch(of: #/[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]/#) != nil else { return nil }
    self.init(store, bucket, prefix: components.map { $0 + "/" }.joined())
  }

  /// Without a slash at its end, as written.
  public var description: String {
    let start =
      switch store {
      case .s3: "s3://"
      case .googleCloud: "gs://"
      case .azure(let account): "azure://\(account)/"
      }
    return start + bucket + (prefix.isEmpty ? "" : "/\(prefix.dropLast())")
  }
}
