import Findings
import PushDelivery

extension ObjectStoreError {
  /// The same with words.
  func diagnostic(_ subject: Diagnostic.Subject) -> Diagnostic {
    let (rule, message, remedy) = words
    return Diagnostic(rule, .error, subject, "\(message)\(because)\(effort)", remedy: remedy)
  }

  private var because: String { detail.isEmpty ? "" : ": \(detail)" }

  private var effort: String {
    attempts > 1 ? " (tried \(attempts) times within \(elapsed.components.seconds) s)" : ""
  }

  private var words: (RuleIdentifier, String, remedy: String) {
    switch reason {
    case .credentials:
      ("destination.credentials", "\(store) does not accept the credentials", "correct or renew them, then run again")
    case .noCredentials:
      (
        "destination.credentials", "there are no credentials for Google Cloud Storage",
        "set GOOGLE_APPLICATION_CREDENTIALS to the path of a service account's key"
      )
    case .forbidden:
      (
        "destination.forbidden", "\(store) knows the credentials, and they may not publish",
        "let them create and read objects under this prefix"
      )
    case .missingBucket:
      ("destination.missing-bucket", "\(store) does not exist", "correct the bucket's name, or create it")
    case .wrongRegion(let told?):
      (
        "destination.region", "\(store) is in the region \(told)",
        "set region to \(told), and the endpoint to that region's"
      )
    case .wrongRegion(nil):
      ("destination.region", "\(store) is in another region", "set region and endpoint to the bucket's own")
    case .missingToken:
      (
        "destination.download-token", "the object is in \(store) already, and its download URL would answer 403",
        "remove the object, or let the bucket's rules allow everyone to read and do without tokens"
      )
    case .insecure:
      (
        "destination.tls", "the connection to \(store) is not secure, so nothing was sent",
        "correct the endpoint, or have its certificate renewed; a company's own authority must be installed on this machine"
      )
    case .rejected:
      (
        "destination.rejected", "\(store) refused the upload",
        "change what its words say; it may not be fully S3-compatible"
      )
    default: environmentalWords
    }
  }

  private var environmentalWords: (RuleIdentifier, String, remedy: String) {
    switch reason {
    case .clock(let seconds):
      (
        "machine.clock",
        "this machine's clock is \(abs(seconds)) s \(seconds > 0 ? "ahead of" : "behind") that of \(store)",
        "set the clock, and keep it right with NTP"
      )
    case .unresolved:
      (
        "machine.store-unreachable", "the host of \(store) has no address",
        "look at the network and at the endpoint, then run again"
      )
    case .unreachable:
      (
        "machine.store-unreachable", "there is no connection to \(store)",
        "look at the network and at the endpoint, then run again"
      )
    case .timedOut:
      (
        "machine.store-timeout", "\(store) took too long",
        "run again on a better line; what is there is not uploaded again"
      )
    case .cancelled:
      ("machine.cancelled", "publishing to \(store) was ended", "run again; what is there is not uploaded again")
    case .busy:
      ("machine.store-busy", "\(store) cannot take it now", "run again later; what is there is not uploaded again")
    default:
      (
        "machine.store-interrupted", "the upload to \(store) did not arrive whole",
        "run again; what is there is not uploaded again"
      )
    }
  }
}
