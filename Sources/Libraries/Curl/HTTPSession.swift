import Ccurl
import Essentials
import Synchronization

/// Loads over HTTP, one request after the other, and keeps only connections: no cookies, no credentials. Redirects are
/// reported and not followed. `.netrc` is ignored, proxies are used only if the settings say so, and certificates are
/// verified before anything is sent.
public final class HTTPSession: Sendable {
  private let handle: Mutex<EasyHandle>

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

  /// Makes a request and writes the answer's body to a new file, or keeps it in memory. It blocks a separate thread, not one of Swift's.
  /// Requests wait for each other. A cancelled task ends its transfer within about a second.
  /// - Parameter path: an absolute path; nil: in memory. The file exists after a success, and may after a failure.
  /// - Throws: `HTTPError`. An answer with any status is a success.
  public func load(_ request: HTTPRequest, into path: String? = nil) async throws(HTTPError) -> HTTPResponse {
    let cancellation = Cancellation()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DetachedThread.start { [self] in
          let result = handle.withLock { handle in
            Result { () throws(HTTPError) in try handle.perform(request, into: path, cancellation: cancellation) }
          }
          continuation.resume(returning: result)
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try result.get()
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
  /// Whether a connection to an address may be opened. It is asked about the very address that is connected next, so DNS
  /// answers and redirects cannot bypass it.
  public var mayConnect: @Sendable (SocketAddress) -> Bool

  public init(
    connectLimit: Duration = .seconds(10), certificateFile: String? = nil, usesProxy: Bool = false,
    offer: TLSOffer? = nil, mayConnect: @escaping @Sendable (SocketAddress) -> Bool = { _ in true }
  ) {
    (self.connectLimit, self.certificateFile, self.usesProxy) = (connectLimit, certificateFile, usesProxy)
    (self.offer, self.mayConnect) = (offer, mayConnect)
  }
}

/// Tells a running transfer to end.
final class Cancellation: Sendable {
  private let flag = Atomic(false)

  func cancel() { flag.store(true, ordering: .relaxed) }

  var isCancelled: Bool { flag.load(ordering: .relaxed) }
}

/// Loads over HTTP, several requests at once. Each has its own connection, which is kept for the next.
public actor HTTPClient {
  /// How many transfers may run at once; others wait.
  public nonisolated let transfers: Int

  private let settings: HTTPSessionSettings
  private var sessionCount = 0
  /// The last used is taken first, to keep few connections open.
  private var idle: [HTTPSession] = []
  private var waiting: [(number: Int, continuation: CheckedContinuation<HTTPSession?, Never>)] = []
  private var nextNumber = 0

  public init(_ settings: HTTPSessionSettings = .init(), transfers: Int = 8) {
    self.settings = settings
    self.transfers = max(1, transfers)
  }

  /// Makes a request and keeps the answer's body in memory, up to the request's limit.
  public func load(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let session = try await take()
    defer { giveBack(session) }
    return try await session.load(request)
  }

  private func take() async throws(HTTPError) -> HTTPSession {
    guard !Task.isCancelled else { throw .cancelled }
    if let session = idle.popLast() { return session }
    if sessionCount < transfers {
      let session = try HTTPSession(settings)
      sessionCount += 1
      return session
    }
    guard let session = await turn() else { throw .cancelled }
    return session
  }

  /// Waits until a session is free; nil when the task is cancelled before.
  private func turn() async -> HTTPSession? {
    nextNumber += 1
    let number = nextNumber
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: nil) }
        waiting.append((number, continuation))
      }
    } onCancel: {
      Task { await leave(number) }
    }
  }

  private func leave(_ number: Int) {
    guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: place).continuation.resume(returning: nil)
  }

  private func giveBack(_ session: HTTPSession) {
    guard !waiting.isEmpty else { return idle.append(session) }
    waiting.removeFirst().continuation.resume(returning: session)
  }
}
