import Curl

/// A connection to a store whose requests carry credentials.
struct AuthorizedConnection<Credentials: Hashable & Sendable>: Sendable {
  let connection: StoreConnection
  private let credentials: CredentialCache<Credentials>
  private let signed: @Sendable (HTTPRequest, Credentials) -> HTTPRequest
  private let secrets: @Sendable (Credentials) -> [Secret]

  /// - Parameter authorization: how a request shows credentials; nil: not at all.
  init(
    _ connection: StoreConnection, _ chain: CredentialChain<Credentials>,
    authorization: @escaping @Sendable (Credentials) -> HTTPAuthorization?
  ) {
    self.init(connection, chain) { request, credentials in
      var request = request
      request.authorization = authorization(credentials)
      return request
    }
  }

  /// - Parameters:
  ///   - secrets: what of credentials is never sent, and is known to the store all the same: it may repeat it.
  ///   - signed: a request as it shows credentials. Each attempt asks anew.
  init(
    _ connection: StoreConnection, _ chain: CredentialChain<Credentials>,
    hiding secrets: @escaping @Sendable (Credentials) -> [Secret] = { _ in [] },
    signed: @escaping @Sendable (HTTPRequest, Credentials) -> HTTPRequest
  ) {
    self.connection = connection
    self.signed = signed
    self.secrets = secrets
    credentials = CredentialCache(chain, clock: connection.settings.clock)
  }

  /// Finds out whether there are any credentials. What may pass by itself is left to the time when they are needed.
  ///
  /// - Throws: `CredentialsError` where there are none.
  func require() async throws(CredentialsError) {
    do throws(ObjectStoreError) {
      _ = try await credentials.current()
    } catch {
      guard !error.isTransient, error.reason != .cancelled else { return }
      throw CredentialsError(error)
    }
  }

  /// Makes a request as `StoreConnection` does. Credentials that are not accepted, though their time is not over, are asked for once
  /// more: somebody may have renewed or revoked them meanwhile.
  nonisolated(nonsending) func send<Value: Sendable>(
    _ request: HTTPRequest, judge: (HTTPResponse) throws(ObjectStoreError) -> Value
  ) async throws(ObjectStoreError) -> Value {
    let first = try await credentials.current()
    do throws(ObjectStoreError) {
      return try await connection.send(request, hiding: secrets(first), signed: { signed($0, first) }, judge: judge)
    } catch {
      guard error.reason == .credentials else { throw error }
      await credentials.forget(first)
      let second = try await credentials.current()
      guard second != first else { throw error }
      return try await connection.send(request, hiding: secrets(second), signed: { signed($0, second) }, judge: judge)
    }
  }
}
