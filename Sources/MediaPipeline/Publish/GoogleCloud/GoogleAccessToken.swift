package import Curl
import Foundation
import PushDelivery

/// An access token of OAuth 2, asked for when it is needed and kept until shortly before it expires.
package actor GoogleAccessToken {
  private let credentials: GoogleCredentials
  private let connection: StoreConnection
  private var kept: Token?
  /// At most one is under way; whoever needs a token waits for it.
  private var refresh: Task<Result<Token, ObjectStoreError>, Never>?

  private struct Token: Sendable {
    let secret: Secret
    /// When another is to be asked for, in the clock's own time.
    let end: Duration
  }

  /// How long before its end a token is used no more: one upload's time or so.
  private static let margin = Duration.seconds(120)

  package init(_ credentials: GoogleCredentials, settings: StoreSettings) {
    self.credentials = credentials
    var settings = settings
    settings.transfers = 1
    // On other machines than Google's own there is no metadata server, and no need to wait for it long.
    if case .metadataServer = credentials {
      settings.connectLimit = .seconds(3)
      settings.retries.mostAttempts = min(3, settings.retries.mostAttempts)
    }
    connection = StoreConnection(credentials.issuer, settings: settings)
  }

  /// The token; nil where none is needed.
  ///
  /// - Throws: `ObjectStoreError`.
  package func token() async throws(ObjectStoreError) -> Secret? {
    if case .anonymous = credentials { return nil }
    while true {
      if let kept, connection.settings.clock.now() < kept.end { return kept.secret }
      let refresh = refresh ?? begin()
      let result = await withTaskCancellationHandler {
        await refresh.value
      } onCancel: {
        refresh.cancel()
      }
      // Whoever else was cancelled took the request along.
      if case .failure(let error) = result, error.reason == .cancelled, !Task.isCancelled { continue }
      return try result.get().secret
    }
  }

  /// Forgets a token that a server did not accept.
  package func forget(_ token: Secret) {
    if kept?.secret == token { kept = nil }
  }

  private func begin() -> Task<Result<Token, ObjectStoreError>, Never> {
    let task = Task {
      let result: Result<Token, ObjectStoreError>
      do throws(ObjectStoreError) { result = .success(try await ask()) } catch { result = .failure(explained(error)) }
      kept = try? result.get()
      refresh = nil
      return result
    }
    refresh = task
    return task
  }

  private func ask() async throws(ObjectStoreError) -> Token {
    let clock = connection.settings.clock
    let asking = try tokenRequest(at: clock.date())
    let begin = clock.now()
    return try await connection.send(asking.request, hiding: asking.secrets) { response throws(ObjectStoreError) in
      guard response.status == 200 else { throw error(response) }
      guard let answer = try? JSONDecoder().decode(TokenAnswer.self, from: Data(response.body)), answer.isSendable
      else {
        throw connection.error(.rejected, response, detail: "its answer is no token")
      }
      let life = Duration.seconds(min(max(0, answer.expiresIn), 86_400))
      return Token(secret: Secret(answer.accessToken), end: begin + life - min(Self.margin, life / 2))
    }
  }

  /// A machine without metadata server is none of Google's, where nobody needs a key.
  private func explained(_ error: ObjectStoreError) -> ObjectStoreError {
    guard case .metadataServer(let host) = credentials, [.unresolved, .unreachable].contains(error.reason) else {
      return error
    }
    return ObjectStoreError(
      .noCredentials, store: connection.store,
      detail:
        "GOOGLE_APPLICATION_CREDENTIALS is not set, and there is no metadata server \(host) as on Google's machines")
  }

  private func tokenRequest(at date: Date) throws(ObjectStoreError) -> TokenRequest {
    switch credentials {
    case .serviceAccount(let key):
      do throws(CredentialsError) {
        return try TokenRequest(key, at: date)
      } catch {
        throw ObjectStoreError(.credentials, store: connection.store, detail: error.description)
      }
    case .metadataServer(let host): return TokenRequest(metadataServer: host)
    case .anonymous: throw ObjectStoreError(.credentials, store: connection.store, detail: "")
    }
  }

  /// A claim counts only within an hour of its making, which a wrong clock misses.
  private func error(_ response: HTTPResponse) -> ObjectStoreError {
    let document = GoogleErrorDocument(response.body)
    let words = document.words.isEmpty ? "status \(response.status)" : document.words
    let reason: ObjectStoreError.Reason =
      switch response.status {
      case 408, 429, 500...599: .busy
      default:
        if let lead = connection.clockLead(response), abs(lead) > 300 { .clock(ahead: lead) } else { .credentials }
      }
    return connection.error(reason, response, detail: words)
  }
}

extension GoogleCredentials {
  /// Who gives the tokens, as errors call it.
  fileprivate var issuer: String {
    switch self {
    case .serviceAccount(let key): key.tokenURL
    case .metadataServer(let host): "the metadata server \(host)"
    case .anonymous: ""
    }
  }
}

private struct TokenAnswer: Decodable {
  let accessToken: String
  let expiresIn: Int

  enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case expiresIn = "expires_in"
  }

  /// It becomes part of a field.
  var isSendable: Bool { !accessToken.isEmpty && accessToken.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}
