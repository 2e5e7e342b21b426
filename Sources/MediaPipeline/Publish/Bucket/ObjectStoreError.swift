/// Why an object store did not do what it was asked for. No text in it holds a secret.
public struct ObjectStoreError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The store does not know the credentials.
    case credentials
    /// There are none.
    case noCredentials
    /// They may not do this.
    case forbidden
    case missingBucket
    /// The bucket is elsewhere; nil where the store does not say where.
    case wrongRegion(told: String?)
    /// This machine's clock is ahead of the store's by so many seconds, or behind where it is negative.
    case clock(ahead: Int)
    /// Equal bytes are there, and without the token in their URL.
    case missingToken
    /// The connection is not secure.
    case insecure
    /// The store refused the request for another reason.
    case rejected
    /// Its host has no address.
    case unresolved
    case unreachable
    case timedOut
    /// The connection broke, or what arrived at the store was not what was sent.
    case interrupted
    /// It has too much to do, or a fault of its own.
    case busy
    /// The run was ended.
    case cancelled
  }

  public var reason: Reason
  /// Which store: `s3://push-assets at https://s3.eu-west-1.amazonaws.com`.
  public var store: String
  /// The words of the store, of the network, or of what is missing; without secrets and line breaks.
  public var detail: String
  /// How long the store asks to be left alone.
  public var retryAfter: Duration?
  /// How often it was tried, and how long that took.
  public var attempts = 1
  public var elapsed = Duration.zero

  public init(_ reason: Reason, store: String, detail: String, retryAfter: Duration? = nil) {
    self.reason = reason
    self.store = store
    self.detail = detail
    self.retryAfter = retryAfter
  }

  /// Whether it would be the same with any other object.
  public var isAboutStore: Bool {
    switch reason {
    case .credentials, .noCredentials, .forbidden, .missingBucket, .wrongRegion, .clock, .insecure: true
    default: false
    }
  }

  /// Whether trying the same again may help.
  public var isTransient: Bool {
    switch reason {
    case .unresolved, .unreachable, .timedOut, .interrupted, .busy: true
    default: false
    }
  }
}
