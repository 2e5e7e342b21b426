public import Findings
public import MediaFacts

/// How one client loaded an asset.
public struct Exchange: Hashable, Sendable {
  public var client: LoadingClient
  /// Every answer, redirects first. Empty without one.
  public var hops: [Hop]
  public var end: End

  public init(_ client: LoadingClient, hops: [Hop], end: End) {
    (self.client, self.hops, self.end) = (client, hops, end)
  }

  public enum End: Hashable, Sendable {
    /// The last hop's body was loaded, whatever its status.
    case loaded(LoadedBody)
    case failed(LoadError)
  }

  /// From the lookup of the first name to the last byte.
  var seconds: Double { hops.reduce(0) { $0 + $1.times.total } }

  /// The number of redirects followed, or seen before it gave up.
  var redirectCount: Int { loadError == nil ? max(0, hops.count - 1) : hops.count { $0.isRedirect } }

  var loadError: LoadError? { if case .failed(let loadError) = end { loadError } else { nil } }
}

/// One request and the header of its answer.
public struct Hop: Hashable, Sendable {
  public var url: String
  public var status: Int
  /// Of earlier answers, such as 103.
  public var interimStatuses: [Int]
  public var header: HeaderFields
  /// The first line, as it came over HTTP/1; empty: not known.
  package var statusLine = ""
  /// What the server proved to be its own; nil for plain HTTP.
  package var certificate: ServerCertificate?
  /// Such as `HTTP/2`.
  public var protocolVersion: String
  /// The server's address.
  public var peer: String
  public var times: Times

  public init(
    _ url: String, status: Int, interimStatuses: [Int] = [], header: HeaderFields, protocolVersion: String = "HTTP/1.1",
    peer: String = "", times: Times = Times()
  ) {
    (self.url, self.status, self.interimStatuses, self.header) = (url, status, interimStatuses, header)
    (self.protocolVersion, self.peer, self.times) = (protocolVersion, peer, times)
  }

  var isRedirect: Bool { (300..<400).contains(status) && header["Location"] != nil }

  /// Whether the status means success: the body is the requested one.
  var isSuccess: Bool { (200..<300).contains(status) }

  /// When each step was done, in seconds from the start of the hop. Steps that a kept connection spares are 0.
  public struct Times: Hashable, Sendable {
    public var nameLookup = 0.0
    public var connect = 0.0
    public var secured = 0.0
    public var firstByte = 0.0
    public var total = 0.0

    public init() {}
  }
}

/// The body of the last answer.
public struct LoadedBody: Hashable, Sendable {
  public var digest: ContentDigest
  public var byteCount: Int
  /// Whether there is more than `LoadedBody.mostBytes`; the rest was not loaded.
  public var isCapped: Bool
  /// The format of its bytes, if supported.
  public var format: MediaFormat?
  public var unpacking: Unpacking

  public init(
    digest: ContentDigest, byteCount: Int, isCapped: Bool, format: MediaFormat?, unpacking: Unpacking = .done
  ) {
    (self.digest, self.byteCount, self.isCapped) = (digest, byteCount, isCapped)
    (self.format, self.unpacking) = (format, unpacking)
  }

  /// The most bytes that are loaded: one more than any client shows.
  public static let mostBytes = ClientLimit.appleMovieBytes.value + 1

  /// How `Content-Encoding` was decoded here.
  public enum Unpacking: Hashable, Sendable {
    /// It was decoded, or not encoded.
    case done
    /// Nothing was decoded: the field names no compression.
    case raw
    /// It is not what the field says.
    case damaged
    /// This machine's libcurl is built without it.
    case unavailable
  }
}

/// Why a client got no body.
public enum LoadError: Error, Hashable, Sendable {
  /// The asset is untested: no connection, a broken one, or this machine failed.
  case environment(detail: String)
  /// The name of its host has no IP address.
  case unresolved(detail: String)
  /// The machine of its host refuses connections.
  case closed(detail: String)
  /// The IP address of the host is not public.
  case privateAddress(String)
  case insecure(detail: String)
  /// It took longer than this.
  case timedOut(seconds: Int)
  /// The client does not follow the last hop's redirect.
  case blockedRedirect(to: String)
  /// There are more than `LoadingClient.mostRedirects`.
  case tooManyRedirects
  /// The body ended too soon.
  case truncated(received: Int, announced: Int?)
  /// It is not HTTP.
  case malformed(detail: String)
}
