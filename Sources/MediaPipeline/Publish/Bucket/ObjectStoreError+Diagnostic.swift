import Findings
import PushDelivery

extension ObjectStoreError {
  /// The same with words.
  func diagnostic(_ subject: Diagnostic.Subject) -> Diagnostic {
    let (incident, message, remedy) = words
    return Diagnostic(incident, subject, "\(message)\(because)\(effort)", remedy: remedy)
  }

  private var because: String { detail.isEmpty ? "" : ": \(detail)" }

  private var effort: String {
    attempts > 1 ? " (tried \(attempts) times within \(elapsed.components.seconds) s)" : ""
  }

  private var words: (Incident, String, remedy: String) {
    switch reason {
    case .credentials:
      (.destinationCredentials, "\(store) does not accept the credentials", "correct or renew them, then run again")
    case .noCredentials:
      (
        .destinationCredentials, "there are no credentials for Google Cloud Storage",
        "set GOOGLE_APPLICATION_CREDENTIALS to the path of a service account's key"
      )
    case .forbidden:
      (
        .destinationForbidden, "\(store) knows the credentials, and they may not publish",
        "let them create and read objects under this prefix"
      )
    case .missingBucket:
      (.destinationMissingBucket, "\(store) does not exist", "correct the bucket's name, or create it")
    case .wrongRegion(let told?):
      (
        .destinationRegion, "\(store) is in the region \(told)",
        "set region to \(told), and the endpoint to that region's"
      )
    case .wrongRegion(nil):
      (.destinationRegion, "\(store) is in another region", "set region and endpoint to the bucket's own")
    case .missingToken:
      (
        .destinationDownloadToken, "the object is in \(store) already, and its download URL would answer 403",
        "remove the object, or let the bucket's rules allow everyone to read and do without tokens"
      )
    case .insecure:
      (
        .destinationTLS, "the connection to \(store) is not secure, so nothing was sent",
        "correct the endpoint, or have its certificate renewed; a company's own authority must be installed on this machine"
      )
    case .rejected:
      (
        .destinationRejected, "\(store) refused the upload",
        "change what its words say; it may not be fully S3-compatible"
      )
    default: environmentalWords
    }
  }

  private var environmentalWords: (Incident, String, remedy: String) {
    switch reason {
    case .clock(let seconds):
      (
        .machineClock,
        "this machine's clock is \(abs(seconds)) s \(seconds > 0 ? "ahead of" : "behind") that of \(store)",
        "set the clock, and keep it right with NTP"
      )
    case .unresolved:
      (
        .machineStoreUnreachable, "the host of \(store) has no address",
        "look at the network and at the endpoint, then run again"
      )
    case .unreachable:
      (
        .machineStoreUnreachable, "there is no connection to \(store)",
        "look at the network and at the endpoint, then run again"
      )
    case .timedOut:
      (
        .machineStoreTimeout, "\(store) took too long",
        "run again on a better line; what is there is not uploaded again"
      )
    case .cancelled:
      (.machineCancelled, "publishing to \(store) was ended", "run again; what is there is not uploaded again")
    case .busy:
      (.machineStoreBusy, "\(store) cannot take it now", "run again later; what is there is not uploaded again")
    default:
      (
        .machineStoreInterrupted, "the upload to \(store) did not arrive whole",
        "run again; what is there is not uploaded again"
      )
    }
  }
}
