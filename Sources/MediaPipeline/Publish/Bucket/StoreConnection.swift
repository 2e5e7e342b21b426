import Essentials
import Findings
import Libraries
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
    (self.store, self.settings) = (store, settings)
    usesProxy = !isLocal
    client = HTTPClient(
      HTTPSessionSettings(
        connectLimit: settings.connectLimit, certificateFile: settings.certificateFile, usesProxy: !isLocal,
        mayConnect: { !isLocal || LocalAddress.contains($0) }),
      transfers: settings.transfers)
  }

  /// Sends a request, and repeats it if that may help, until `judge` accepts the response. The request must be safe to repeat.
  ///
  /// The secrets are hidden in errors, besides the request's credentials. It is signed again for each attempt: signatures contain the time.
  nonisolated(nonsending) func send<Value: Sendable>(
    _ request: HTTPRequest, hiding secrets: [Secret] = [], signed: (HTTPRequest) -> HTTPRequest = { $0 },
    judge: (HTTPResponse) throws(ObjectStoreError) -> Value
  ) async throws(ObjectStoreError) -> Value {
    try await settings.retries.run(settings.clock) { () async throws(ObjectStoreError) -> Value in
      let request = signed(request)
      do throws(ObjectStoreError) { return try judge(try await load(request)) } catch {
        var error = error
        // A proxy gets others, and may repeat them.
        let all = secrets + (request.authorization?.secrets ?? []) + ProxyVariables.current.secrets
        error.detail = shown(error.detail, without: all)
        throw error
      }
    }
  }

  private func load(_ request: HTTPRequest) async throws(ObjectStoreError) -> HTTPResponse {
    var request = request
    (request.timeLimit, request.stallLimit) = (min(request.timeLimit, settings.timeLimit), settings.stallLimit)
    do throws(HTTPError) {
      let response = try await client.load(request)
      // Only proxies send this status.
      if response.status == 407, usesProxy, let variable = ProxyVariables.current.name(for: request.url) {
        throw .proxyAuthentication(of: variable)
      }
      return response
    } catch {
      let (reason, detail) = error.meaning
      throw ObjectStoreError(reason, store: store, detail: detail)
    }
  }

  /// An error from a response, with the wait that it requests.
  func error(
    _ reason: ObjectStoreError.Reason, _ response: HTTPResponse, detail: String, remedy: String? = nil
  ) -> ObjectStoreError {
    var error = ObjectStoreError(reason, store: store, detail: detail, remedy: remedy, retryAfter: retryAfter(response))
    error.status = response.status
    return error
  }

  /// A success status in a form that such a store does not send, and the fault of the response.
  func strange(_ response: HTTPResponse, _ detail: String) -> ObjectStoreError {
    ObjectStoreError(.unusable, store: store, detail: "status \(response.status), and \(detail)")
  }

  /// How far this machine's clock is ahead of the server's; nil if the server sends no time.
  func clockLead(_ response: HTTPResponse) -> Int? { response.moment.map { now - $0 } }

  private var now: Int { Int(settings.clock.date().timeIntervalSince1970) }

  /// `Retry-After` is a number of seconds or a moment (https://datatracker.ietf.org/doc/html/rfc9110#section-10.2.3).
  private func retryAfter(_ response: HTTPResponse) -> Duration? {
    guard let text = response.field("Retry-After") else { return nil }
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    let moment = HTTPDate.seconds(text).map { $0 - (response.moment ?? now) }
    // A number too large counts as the longest wait.
    guard let seconds = isNumber ? Int(text) ?? Self.longestWait : moment else { return nil }
    return .seconds(min(max(0, seconds), Self.longestWait))
  }

  /// A day, in seconds: longer waits are useless.
  static let longestWait = 86_400
}

/// A server's message for people: one line of at most 300 characters, without secrets.
private func shown(_ text: String, without secrets: [Secret]) -> String {
  let words = SecretMask(secrets).hiding(in: text)
    .split { $0.isWhitespace || $0.isNewline || ($0.asciiValue ?? 32) < 32 || $0 == "\u{7F}" }
  return String(words.joined(separator: " ").prefix(300))
}

extension HTTPResponse {
  /// When the server sent it, in seconds since 1970.
  fileprivate var moment: Int? { field("Date").flatMap(HTTPDate.seconds) }
}

extension HTTPAuthorization {
  fileprivate var secrets: [Secret] {
    switch self {
    case .bearer(let token): [token]
    case .basic(let pair): [pair, Secret(Data(pair.text.utf8).base64EncodedString())]
    case .signature(_, let signature, let token): [signature] + [token?.value].compactMap(\.self)
    case .query(let query):
      [query] + query.text.split(separator: "&").filter { $0.hasPrefix("sig=") }.map { Secret(String($0.dropFirst(4))) }
    }
  }
}

extension HTTPError {
  /// Its reason and its message for a store.
  fileprivate var meaning: (ObjectStoreError.Reason, String) {
    switch self {
    case .proxy(let detail): (.proxy, detail)
    case .proxyFailed(let detail): (.proxyFailed, detail)
    case .unresolved(let detail): (.unresolved, detail)
    case .closed(let detail), .unreachable(let detail): (.unreachable, detail)
    case .refused: (.unreachable, description)
    case .insecure(let detail), .certificateFile(let detail): (.insecure, detail)
    case .timedOut: (.timedOut, "")
    case .interrupted(let detail): (.interrupted, detail)
    case .truncated(let received, let announced):
      (.interrupted, "its answer ended after \(received) of \(announced.map(String.init) ?? "more") bytes")
    case .cancelled: (.cancelled, "")
    case .headerTooLarge, .malformed: (.unusable, description)
    case .invalidRequest, .packed, .file: (.rejected, description)
    }
  }
}
