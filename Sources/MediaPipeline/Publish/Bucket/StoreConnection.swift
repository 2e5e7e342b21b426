import Cryptography
import Curl
import Essentials
import Findings
public import MediaFacts
import PushDelivery

/// Sends requests to a store, and again where that is safe and may help.
struct StoreConnection: Sendable {
  /// What errors call the store.
  let store: String
  let settings: StoreSettings
  private let client: HTTPClient
  private let usesProxy: Bool

  /// - Parameter isLocal: whether nothing is connected but this machine and its link; else a proxy may be between.
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

  /// Makes a request, again where that may help, until `judge` finds an answer that will do. It must be safe to make it more
  /// than once.
  ///
  /// - Parameters:
  ///   - secrets: what no error may tell, beside what the request shows who sends it by.
  ///   - signed: makes of the request what is sent, for each attempt anew: signatures hold the time.
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
        // A proxy is shown others, and may repeat them.
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
      // No server asks so but a proxy.
      if response.status == 407, usesProxy, let variable = ProxyVariables.current.name(for: request.url) {
        throw .proxyAuthentication(of: variable)
      }
      return response
    } catch {
      let remedy = error.reason == .unusable ? "correct the endpoint: what answers there is no such store" : nil
      throw ObjectStoreError(error.reason, store: store, detail: error.detail, remedy: remedy)
    }
  }

  /// An error that an answer tells, with the wait that it asks for.
  func error(_ reason: ObjectStoreError.Reason, _ response: HTTPResponse, detail: String) -> ObjectStoreError {
    let retryAfter = retryAfter(response)
    guard let remedy = Self.remedy(reason, response.status) else {
      var error = ObjectStoreError(reason, store: store, detail: detail, retryAfter: retryAfter)
      error.isUnexplained = detail.isEmpty || detail == "status \(response.status)"
      return error
    }
    return ObjectStoreError(.unusable, store: store, detail: detail, remedy: remedy, retryAfter: retryAfter)
  }

  /// What to do about a status that says nothing of the one object; nil for any other.
  private static func remedy(_ reason: ObjectStoreError.Reason, _ status: Int) -> String? {
    switch (reason, status) {
    // A server of another kind, and what is on the way to one.
    case (.unusable, ..<400), (.unusable, 511), (.refusing, 405), (.refusing, 407), (.refusing, 411), (.refusing, 417):
      strangeRemedy
    case (.refusing, 402), (.rejected, 402): accountRemedy
    case (.refusing, 501), (.rejected, 501):
      "use a version of the server, or another store, that knows conditional writes (If-None-Match: *), by which nothing is ever "
        + "overwritten; or leave out what it does not know: acl, storage-class, server-side-encryption, tags"
    default: nil
    }
  }

  /// By how much this machine's clock is ahead of the server's; nil when that does not say the time.
  func clockLead(_ response: HTTPResponse) -> Int? {
    guard let seconds = response.field("Date").flatMap(HTTPDate.seconds) else { return nil }
    return Int(settings.clock.date().timeIntervalSince1970) - seconds
  }

  /// `Retry-After` is a number of seconds or a moment (https://datatracker.ietf.org/doc/html/rfc9110#section-10.2.3).
  private func retryAfter(_ response: HTTPResponse) -> Duration? {
    guard let text = response.field("Retry-After") else { return nil }
    if let seconds = Int(text) { return .seconds(min(max(0, seconds), Self.longestWait)) }
    // More than fits into a number is as long as it gets.
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return .seconds(Self.longestWait) }
    guard let moment = HTTPDate.seconds(text) else { return nil }
    let now = response.field("Date").flatMap(HTTPDate.seconds) ?? Int(settings.clock.date().timeIntervalSince1970)
    return .seconds(min(max(0, moment - now), Self.longestWait))
  }

  /// A day, in seconds: nobody waits longer for a store.
  static let longestWait = 86_400
}

/// A server's words as they may be shown: one line of at most 300 characters, without secrets.
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
  /// What proves a query to be somebody's.
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
    case .unreachable, .refused: .unreachable
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
      .unreachable(let detail), .insecure(let detail), .certificateFile(let detail), .interrupted(let detail),
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

/// An object that is to be created.
public struct ObjectUpload: Hashable, Sendable {
  public let key: String
  public let bytes: [UInt8]
  /// The SHA-256 digest of `bytes`.
  public let digest: ContentDigest
  public let contentType: String
  /// By which Firebase lets anyone load it who knows it; nil: its rules decide.
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

  /// Stores compare it with what arrives.
  var md5: MD5Digest { MD5Digest(of: bytes) }

  /// Whether an object holds exactly these bytes; nil where its store tells nothing of them, or two things that cannot both be true: a
  /// note stays what it was when an object gets other bytes, and some stores make entity tags that only look like digests.
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
