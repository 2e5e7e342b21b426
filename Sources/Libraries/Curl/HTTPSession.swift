import Ccurl
import Essentials
import Synchronization

/// Loads over HTTP, one request after the other, and keeps only connections: no cookies, no credentials. Redirects are
/// reported and not followed. `.netrc` is ignored, proxies are used only if the settings say so, and certificates are
/// verified before anything is sent.
public final class HTTPSession: Sendable {
  private let handle: Mutex<EasyHandle>

  /// - Throws: `HTTPError.invalidRequest` when libcurl cannot start.
  public init(_ settings: HTTPSessionSettings = .init()) throws(HTTPError) { handle = Mutex(try EasyHandle(settings)) }

  /// The version of libcurl that is loaded, such as `7.88.1`.
  public static var libraryVersion: String { unsafe String(cString: ccurl_version()) }

  /// The names of `Content-Encoding` that this libcurl can unpack.
  public static let unpackedEncodings: Set<String> = {
    let features = UInt32(ccurl_features())
    let optional = [
      (CCURL_HAS_LIBZ, ["gzip", "x-gzip", "deflate"]), (CCURL_HAS_BROTLI, ["br"]), (CCURL_HAS_ZSTD, ["zstd"]),
    ]
    return Set(optional.filter { features & UInt32($0.0.rawValue) != 0 }.flatMap(\.1) + ["identity"])
  }()

  /// Makes a request and writes the answer's body to a new file. It blocks a separate thread, not one of Swift's. Requests
  /// wait for each other. A cancelled task ends its transfer within about a second.
  /// - Parameter path: an absolute path. The file exists after a success, and may after a failure.
  /// - Throws: `HTTPError`. An answer with any status is a success.
  public func load(_ request: HTTPRequest, into path: String) async throws(HTTPError) -> HTTPResponse {
    try await load(request, .file(path))
  }

  /// The same with the body in memory, up to the request's limit.
  /// - Throws: `HTTPError`. An answer with any status is a success.
  public func load(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse { try await load(request, .memory) }

  private func load(_ request: HTTPRequest, _ target: BodyTarget) async throws(HTTPError) -> HTTPResponse {
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DetachedThread.start { [self] in continuation.resume(returning: perform(request, target, cancellation)) }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
  }

  private func perform(
    _ request: HTTPRequest, _ target: BodyTarget, _ cancellation: Cancellation
  ) -> Result<HTTPResponse, HTTPError> {
    handle.withLock { handle in
      do throws(HTTPError) {
        return .success(try handle.perform(request, into: target, cancellation: cancellation))
      } catch {
        return .failure(error)
      }
    }
  }
}

/// The settings for all requests of a session.
public struct HTTPSessionSettings: Sendable {
  /// How long name lookup, connection and TLS handshake may take together.
  public var connectLimit: Duration
  /// How long name lookup and connection may take, where `connectLimit` is longer because of handshakes; nil: as long as `connectLimit`.
  public var reachLimit: Duration?
  /// A file of certificates, in PEM form, that are trusted instead of the system's.
  public var certificateFile: String?
  /// Whether requests use the proxy in `https_proxy`, `http_proxy` or `all_proxy`, except for the hosts of `no_proxy` and this machine.
  public var usesProxy: Bool
  /// What is offered in the handshake of TLS; nil: what OpenSSL offers.
  public var offer: TLSOffer?
  /// Whether a certificate must lead to one that is signed by itself, not only to one in `certificateFile`.
  package var needsRoot = false
  /// Whether connections end with the handshake, whatever the certificate is, without a request. The answer has the certificate.
  package var onlyLooks = false
  /// The limit on sending that sessions share; nil: as fast as the link.
  public var sendLimit: SendLimit?
  /// Whether a connection to an address may be opened. It is asked about the very address that is connected next, so DNS
  /// answers and redirects cannot bypass it.
  public var mayConnect: @Sendable (SocketAddress) -> Bool

  public init(
    connectLimit: Duration = .seconds(10), certificateFile: String? = nil, usesProxy: Bool = false,
    offer: TLSOffer? = nil, sendLimit: SendLimit? = nil,
    mayConnect: @escaping @Sendable (SocketAddress) -> Bool = { _ in true }
  ) {
    (self.connectLimit, self.certificateFile, self.usesProxy) = (connectLimit, certificateFile, usesProxy)
    (self.offer, self.sendLimit, self.mayConnect) = (offer, sendLimit, mayConnect)
  }
}

/// Tells a running transfer to end.
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  func cancel() { flag.store(true, ordering: .relaxed) }

  var isCancelled: Bool { flag.load(ordering: .relaxed) }
}

/// How many bytes a second requests send together; a single one may use all of it.
///
/// A sender waits for as long as its bytes take at this speed; later senders queue behind it.
public final class SendLimit: Sendable {
  public let bytesPerSecond: Int
  /// When everything sent so far will have taken its time.
  private let end: Mutex<ContinuousClock.Instant>

  /// - Parameter bytesPerSecond: at least 1.
  public init(bytesPerSecond: Int) {
    self.bytesPerSecond = max(1, bytesPerSecond)
    end = Mutex(.now)
  }

  /// Counts bytes that were just sent.
  /// - Returns: when more may be sent.
  package func note(_ bytes: Int, at now: ContinuousClock.Instant = .now) -> ContinuousClock.Instant {
    end.withLock { end in
      end = max(end, now) + .seconds(Double(bytes) / Double(bytesPerSecond))
      return end
    }
  }
}
