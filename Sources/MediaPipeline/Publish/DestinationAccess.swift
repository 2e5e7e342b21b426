import Essentials
public import Findings
import PushDelivery

/// How to reach a destination, besides its settings in pipeline.yml.
package struct DestinationAccess: Sendable {
  /// Searched for credentials.
  package var environment: [String: String]
  /// How to connect to a store; the number of parallel transfers is in pipeline.yml.
  package var store: StoreSettings
  /// For how long a published URL is retried if it does not answer yet.
  package var patience: Duration

  package init(
    environment: [String: String] = ProcessInfo.processInfo.environment, store: StoreSettings = .init(),
    patience: Duration = .seconds(60)
  ) {
    self.environment = environment
    self.store = store
    self.patience = patience
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
    self.transfers = transfers
    self.connectLimit = connectLimit
    self.stallLimit = stallLimit
    self.timeLimit = timeLimit
    self.certificateFile = certificateFile
    self.retries = retries
    self.clock = clock
  }
}

extension StoreSettings {
  /// The settings for a service that may not exist.
  func hurried(connect: Duration, time: Duration = .seconds(600), attempts: Int) -> StoreSettings {
    var settings = self
    settings.connectLimit = min(connect, connectLimit)
    settings.timeLimit = min(time, timeLimit)
    settings.retries.mostAttempts = min(attempts, retries.mostAttempts)
    return settings
  }
}

/// Credentials are missing, unreadable or not obtainable. Without secrets.
public struct CredentialsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault and its place.
  public let description: String
  public let remedy: String
  private let rule: Incident

  init(_ description: String, remedy: String) {
    self.init(description, remedy: remedy, rule: .destinationCredentials)
  }

  private init(_ description: String, remedy: String, rule: Incident) {
    self.description = description
    self.remedy = remedy
    self.rule = rule
  }

  /// About the subject that needs them.
  public func diagnostic(_ subject: Diagnostic.Subject) -> Diagnostic {
    Diagnostic(rule, subject, description, remedy: remedy)
  }
}

extension CredentialsError {
  /// A source of credentials gave none.
  init(_ error: ObjectStoreError) {
    let (incident, message, remedy) = error.said()
    self.init(message, remedy: remedy ?? incident.remedy, rule: incident)
  }
}
