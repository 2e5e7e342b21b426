import Essentials
import Findings
package import PushDelivery

/// How to reach a destination, besides its settings in pipeline.yml.
package struct DestinationAccess: Sendable {
  /// Searched for credentials.
  package var environment: [String: String]
  /// How to connect to a store. A run sets the number of parallel transfers, which is in pipeline.yml.
  package var store: StoreSettings
  /// For how long a published URL is retried if it does not answer yet.
  package var patience: Duration
  /// The published folder; for a place elsewhere, the folder for its records. A run sets it, like the base URL.
  package var folder = ""
  /// The URL under which files are served, ending in `/`.
  package var baseURL = ""
  /// Whether anything will be published there. If only the address is needed, no credentials are requested.
  package var needsCredentials = true

  package init(
    environment: [String: String] = ProcessInfo.processInfo.environment, store: StoreSettings = .init(),
    patience: Duration = .seconds(60)
  ) { (self.environment, self.store, self.patience) = (environment, store, patience) }

  /// The base URL as the address of all files.
  /// - Throws: `ObjectStoreError` if it cannot be one.
  package func publicAddress() throws(ObjectStoreError) -> PublicURLs {
    var diagnostics: [Diagnostic] = []
    guard let base = BaseURL(baseURL, subject: .init(.destination, baseURL), reporting: &diagnostics) else {
      throw .unusable(diagnostics.first?.message ?? "its base URL is not valid")
    }
    return .folder(base)
  }
}

/// How to reach a store.
public struct StoreSettings: Sendable {
  /// How many transfers may run at once.
  public var transfers: Int
  /// How long name lookup, connection and TLS handshake may take together.
  public var connectLimit: Duration
  /// How long a transfer may stall, in whole seconds.
  public var stallLimit: Duration
  /// How long one transfer may take.
  public var timeLimit: Duration
  /// The bytes per second of all transfers together; nil: no limit.
  public var bytesPerSecond: Int?
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
    (self.transfers, self.connectLimit, self.stallLimit) = (transfers, connectLimit, stallLimit)
    (self.timeLimit, self.certificateFile) = (timeLimit, certificateFile)
    (self.retries, self.clock) = (retries, clock)
  }

  /// The settings for a service that may not exist, or is of no use if it is slow.
  func hurried(
    connect: Duration, stall: Duration = .seconds(600), time: Duration = .seconds(600), attempts: Int
  ) -> StoreSettings {
    var settings = self
    settings.connectLimit = min(connect, connectLimit)
    settings.stallLimit = min(stall, stallLimit)
    settings.timeLimit = min(time, timeLimit)
    settings.retries.mostAttempts = min(attempts, retries.mostAttempts)
    return settings
  }
}
