import Essentials
public import Findings
import PushDelivery

/// By what a destination is reached, beside what pipeline.yml says of it.
package struct DestinationAccess: Sendable {
  /// Where credentials are looked for.
  package var environment: [String: String]
  /// How a store is talked to; how many transfers there are at once is pipeline.yml's to say.
  package var store: StoreSettings
  /// For how long a published URL that does not answer yet is asked again.
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
  /// How much all transfers send together in a second; nil: as much as they can.
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
  /// The same for a service that may not be there at all.
  func hurried(connect: Duration, time: Duration = .seconds(600), attempts: Int) -> StoreSettings {
    var settings = self
    settings.connectLimit = min(connect, connectLimit)
    settings.timeLimit = min(time, timeLimit)
    settings.retries.mostAttempts = min(attempts, retries.mostAttempts)
    return settings
  }
}

/// Credentials are missing, or cannot be read or had. No text in it holds one.
public struct CredentialsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and where.
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

  /// The same about whatever asked for the credentials.
  public func diagnostic(_ subject: Diagnostic.Subject) -> Diagnostic {
    Diagnostic(rule, subject, description, remedy: remedy)
  }
}

extension CredentialsError {
  /// Somebody who gives credentials gave none.
  init(_ error: ObjectStoreError) {
    let (incident, message, remedy) = error.said()
    self.init(message, remedy: remedy ?? incident.remedy, rule: incident)
  }
}
