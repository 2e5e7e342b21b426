public import Findings
import PushDelivery

/// Credentials are missing or cannot be read. No text in it holds one.
public struct CredentialsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, and where.
  public let description: String
  public let remedy: String

  init(_ description: String, remedy: String) {
    self.description = description
    self.remedy = remedy
  }

  /// The same about whatever asked for the credentials.
  public func diagnostic(_ subject: Diagnostic.Subject) -> Diagnostic {
    Diagnostic(.destinationCredentials, subject, description, remedy: remedy)
  }
}
