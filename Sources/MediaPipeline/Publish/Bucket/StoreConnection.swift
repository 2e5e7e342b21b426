import Cryptography
import Curl
import Essentials
import Findings
public import MediaFacts
import PushDelivery

/// Sends requests to a store, and repeats them if safe and useful.
struct StoreConnection: Sendable {
  /// The store's name in errors.
  let store: String
  let settings: StoreSettings
  private let client: HTTPClient
  private let usesProxy: Bool

  /// - Parameter isLocal: whether only this machine and its link are contacted; otherwise a proxy may be used.
  init(_ store: String, settings: StoreSettings, isLocal: Bool = false) {
    self.store = store
    self.settings = settings
    usesProxy = !isLocal
    client = HTTPClient(
      HTTPSessionSettings(
        connectLimit: settings.connectLimit, certificateFile: settings.certificateFile, usesProxy: !isLocal,
        sendLimit: settings.bytesPerSecond.map(SendLimit.init), mayConnect: { !isLocal || LocalAddress.contains($0) }),
      transfers: settings.transfers)
  }

  /// Sends a request, and repeats it if that may help, until `judge` accepts the response. The request must be safe to repeat.
  ///
  /// - Parameters:
  ///   - secrets: secrets to hide in errors, besides the request's credentials.
  ///   - signed: signs the request, again for each attempt: signatures contain the time.
  nonisolated(nonsending) func send<Value: Sendable>(
    _ request: HTTPRequest, hiding secrets: [Secret] = [], signed: (HTTPRequest) -> HTTPRequest = { $0 },
    judge: (HTTPResponse) throws(ObjectStoreError) -> Value
  ) async throws(ObjectStoreError) -> Value {
    try await settings.retries.run(settings.clock) { () async throws(ObjectStoreError) -> Value in
      let request = signed(request)
      let secrets = secrets + (request.authorization?.secrets ?? [])
      do throws(ObjectStoreError) {
        return try judge(try await load(request))
      } catch {
        var error = error
        // A proxy gets others, and may repeat them.
        error.detail = shown(error.detail, without: secrets + ProxyVariables.current.secrets)
        throw error
      }
    }
  }

  private func load(_ request: HTTPRequest) async throws(ObjectStoreError) -> HTTPResponse {
    var request = request
    request.timeLimit = min(request.timeLimit, settings.timeLimit)
    request.stallLimit = settings.stallLimit
    do throws(HTTPError) {
      let response = try await client.load(request)
      // Only proxies send this status.
      if response.status == 407, usesProxy, let variable = ProxyVariables.current.name(for: request.url) {
        throw .proxyAuthentication(of: variable)
      }
      return response
    } catch {
      let remedy = error.reason == .unusable ? "correct the endpoint: what answers there is no such store" : nil
      throw ObjectStoreError(error.reason, store: store, detail: error.detail, remedy: remedy)
    }
  }

  /// An error from a response, with the wait that it requests.
  func error(_ reason: ObjectStoreError.Reason, _ response: HTTPResponse, detail: String) -> ObjectStoreError {
    let retryAfter = retryAfter(response)
    guard let remedy = Self.remedy(reason, response.status) else {
      var error = ObjectStoreError(reason, store: store, detail: detail, retryAfter: retryAfter)
      error.isUnexplained = detail.isEmpty || detail == "status \(response.status)"
      return error
    }
    return ObjectStoreError(.unusable, store: store, detail: detail, remedy: remedy, retryAfter: retryAfter)
  }

  /// The remedy for a status that is not about one object; nil for others.
  private static func remedy(_ reason: ObjectStoreError.Reason, _ status: Int) -> String? {
    switch (reason, status) {
    // A server of another kind, or something on the way to it.
    case (.unusable, ..<400), (.unusable, 511), (.refusing, 405), (.refusing, 407), (.refusing, 411), (.refusing, 417):
      strangeRemedy
    case (.refusing, 402), (.rejected, 402): accountRemedy
    case (.refusing, 501), (.rejected, 501):
      "use a version of the server, or another store, that knows conditional writes (If-None-Match: *), by which nothing is ever "
        + "overwritten; or leave out what it does not know: acl, storage-class, server-side-encryption, tags"
    default: nil
    }
  }

  /// How far this machine's clock is ahead of the server's; nil if the server sends no time.
  func clockLead(_ response: HTTPResponse) -> Int? {
    guard let seconds = response.field("Date").flatMap(HTTPDate.seconds) else { return nil }
    return Int(settings.clock.date().timeIntervalSince1970) - seconds
  }

  /// `Retry-After` is a number of seconds or a moment (https://datatracker.ietf.org/doc/html/rfc9110#section-10.2.3).
  private func retryAfter(_ response: HTTPResponse) -> Duration? {
    guard let text = response.field("Retry-After") else { return nil }
    if let seconds = Int(text) { return .seconds(min(max(0, seconds), Self.longestWait)) }
    // A number too large counts as the longest wait.
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return .seconds(Self.longestWait) }
    guard let moment = HTTPDate.seconds(text) else { return nil }
    let now = response.field("Date").flatMap(HTTPDate.seconds) ?? Int(settings.clock.date().timeIntervalSince1970)
    return .seconds(min(max(0, moment - now), Self.longestWait))
  }

  /// A day, in seconds: longer waits are useless.
  static let longestWait = 86_400
}

/// A server's message for people: one line of at most 300 characters, without secrets.
private func shown(_ text: String, without secrets: [Secret]) -> String {
  let redacted = SecretMask(secrets).hiding(in: text)
  let words = redacted.split { $0.isWhitespace || $0.isNewline || ($0.asciiValue ?? 32) < 32 || $0 == "\u{7F}" }
  return String(words.joined(separator: " ").prefix(300))
}

extension HTTPAuthorization {
  fileprivate var secrets: [Secret] {
    switch self {
    case .bearer(let token): [token]
    case .basic(let pair): [pair, Secret(Data(pair.text.utf8).base64EncodedString())]
    case .signature(_, let signature, let token): [signature] + [token?.value].compactMap(\.self)
    case .query(let query): [query] + query.signatures
    }
  }
}

extension Secret {
  /// The signatures in a query.
  fileprivate var signatures: [Secret] {
    text.split(separator: "&").filter { $0.hasPrefix("sig=") }.map { Secret(String($0.dropFirst(4))) }
  }
}

extension HTTPError {
  fileprivate var reason: ObjectStoreError.Reason {
    switch self {
    case .proxy: .proxy
    case .proxyFailed: .proxyFailed
    case .unresolved: .unresolved
    case .closed, .unreachable, .refused: .unreachable
    case .insecure, .certificateFile: .insecure
    case .timedOut: .timedOut
    case .interrupted, .truncated: .interrupted
    case .cancelled: .cancelled
    case .headerTooLarge, .malformed: .unusable
    case .invalidRequest, .packed, .file: .rejected
    }
  }

  fileprivate var detail: String {
    switch self {
    case .invalidRequest(let detail), .proxy(let detail), .proxyFailed(let detail), .unresolved(let detail),
      .closed(let detail), .unreachable(let detail), .insecure(let detail), .certificateFile(let detail),
      .interrupted(let detail),
      .malformed(let detail):
      detail
    case .refused(let address): "\(address) is not allowed"
    case .truncated(let received, let announced):
      "its answer ended after \(received) of \(announced.map(String.init) ?? "more") bytes"
    case .packed(let detail): "its answer is packed in a way that is not known: \(detail)"
    case .headerTooLarge: "its answer's header is too large"
    case .timedOut, .file, .cancelled: ""
    }
  }
}

/// An object to create.
public struct ObjectUpload: Hashable, Sendable {
  public let key: String
  public let bytes: [UInt8]
  /// The SHA-256 digest of `bytes`.
  public let digest: ContentDigest
  public let contentType: String
  /// The Firebase token that lets anyone load it; nil: its rules decide.
  public let downloadToken: String?

  public init(
    key: String, bytes: [UInt8], digest: ContentDigest, contentType: String, downloadToken: String? = nil
  ) {
    self.key = key
    self.bytes = bytes
    self.digest = digest
    self.contentType = contentType
    self.downloadToken = downloadToken
  }

  /// A name is made from its bytes, so they may be kept for as long as caches keep anything: a year
  /// (https://datatracker.ietf.org/doc/html/rfc8246).
  public static let cacheControl = "public, max-age=31536000, immutable"

  /// Stores check the bytes against it.
  var md5: MD5Digest { MD5Digest(of: bytes) }

  /// Whether an object holds exactly these bytes; nil if its store's facts are missing or contradict each other: a note stays when an
  /// object gets other bytes, and some stores' entity tags only look like digests.
  func isHeld(by object: StoredObject) -> Bool? {
    guard object.byteCount == bytes.count else { return false }
    let answers = Set(object.digests.map(isDigest))
    return answers.count == 1 ? answers.first : nil
  }

  private func isDigest(_ digest: ObjectDigest) -> Bool {
    switch digest {
    case .sha256(let digest): digest == self.digest
    case .md5(let digest): digest == md5.bytes
    }
  }
}
