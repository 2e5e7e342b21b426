/// How a store is talked to.
public struct StoreSettings: Sendable {
  /// How many transfers may be under way at once.
  public var transfers: Int
  /// How long name lookup, connection and TLS handshake may take together.
  public var connectLimit: Duration
  /// How long nothing may move during a transfer, in whole seconds.
  public var stallLimit: Duration
  /// How long one transfer may take.
  public var timeLimit: Duration
  /// A file of certificates, in PEM form, that are trusted instead of the system's.
  public var certificateFile: String?
  public var retries: RetryPolicy
  public var clock: RetryClock

  /// Fifty megabytes, the largest file that clients take, need ten minutes at 700 kbit/s.
  public init(
    transfers: Int = 8, connectLimit: Duration = .seconds(10), stallLimit: Duration = .seconds(20),
    timeLimit: Duration = .seconds(600), certificateFile: String? = nil, retries: RetryPolicy = .init(),
    clock: RetryClock = .system
  ) {
    self.transfers = transfers
    self.connectLimit = connectLimit
    self.stallLimit = stallLimit
    self.timeLimit = timeLimit
    self.certificateFile = certificateFile
    self.retries = retries
    self.clock = clock
  }
}
