import Findings
import PushDelivery

// What people are told of it.
extension ObjectStoreError {
  /// What a store was asked to do with something, for the words about it.
  struct Deed: Sendable {
    /// What the credentials may not do.
    fileprivate let verbs: String
    /// What they need to be allowed.
    fileprivate let permission: String
    fileprivate let gerund: String
    /// What was refused, or did not arrive.
    fileprivate let object: String

    static let publishing = Deed(
      verbs: "publish", permission: "create and read objects", gerund: "publishing to", object: "the upload")
    /// Asking what is there, and nothing else.
    static let looking = Deed(
      verbs: "look for objects", permission: "list and read objects", gerund: "asking", object: "the question")
    /// What shards leave for each other.
    static let sharing = Deed(
      verbs: "list, read or create results", permission: "list, read and create objects", gerund: "the exchange with",
      object: "the request")
  }

  /// The same with words.
  func diagnostic(_ subject: Diagnostic.Subject, while deed: Deed = .publishing) -> Diagnostic {
    let (incident, message, remedy) = said(while: deed)
    return Diagnostic(incident, subject, message, remedy: remedy)
  }

  /// What there is to say, about whatever it is; no remedy where it is the incident's own.
  func said(while deed: Deed = .publishing) -> (incident: Incident, message: String, remedy: String?) {
    let (incident, message, usual) = words(deed)
    return (incident, "\(message)\(because)\(effort)", remedy ?? usual)
  }

  private var because: String { detail.isEmpty ? "" : ": \(detail)" }

  private var effort: String {
    let tried = attempts > 1 ? " (tried \(attempts) times within \(max(1, elapsed.components.seconds)) s)" : ""
    guard isTransient, let seconds = retryAfter?.components.seconds, seconds > 0 else { return tried }
    return tried
      + "; it asks to be left alone for \(seconds >= StoreConnection.longestWait ? "a day or more" : "\(seconds) s")"
  }

  /// The incident, what happened, and what to do about it where that is not the incident's own remedy.
  private func words(_ deed: Deed) -> (Incident, String, remedy: String?) {
    switch reason {
    case .credentials:
      (.destinationCredentials, "\(store) does not accept the credentials", "correct or renew them, then run again")
    case .noCredentials:
      (
        .destinationCredentials, "there are no credentials for \(store)",
        "set them up where the service's own tools look, then run again"
      )
    case .forbidden:
      (
        .destinationForbidden, "\(store) knows the credentials, and they may not \(deed.verbs)",
        "let them \(deed.permission) under this prefix"
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
        nil
      )
    case .unfit:
      (
        .destinationConflict, "\(store) has the same bytes under this name already, and not as clients need them",
        "give the object the right type, Content-Encoding and Cache-Control, or delete it, and run again"
      )
    case .insecure:
      (
        .destinationTLS, "the connection to \(store) is not secure, so nothing was sent",
        "correct the endpoint, or have its certificate renewed; a company's own authority must be installed on this machine"
      )
    case .proxy, .proxyFailed:
      (
        .machineStoreUnreachable, "the proxy on the way to \(store) cannot be used",
        "correct or unset https_proxy, http_proxy and all_proxy, which say where it is and who asks it, or name the host in no_proxy"
      )
    case .unusable:
      (
        .destinationRejected, "\(store) is of no use as it is",
        "change what its words say, or use another store"
      )
    case .refusing:
      (
        .destinationRejected, "\(store) refused \(deed.object), and would refuse any other",
        "change what its words say"
      )
    case .rejected:
      (
        .destinationRejected, "\(store) refused \(deed.object)",
        "change what its words say"
      )
    default:
      (environmentalWords(deed).0, environmentalWords(deed).1, nil)
    }
  }

  private func environmentalWords(_ deed: Deed) -> (Incident, String) {
    switch reason {
    case .clock(0):
      (
        .machineClock,
        "\(store) says that this machine's clock is wrong, and tells no other time: something on the way may hold requests back"
      )
    case .clock(let seconds):
      (
        .machineClock,
        "this machine's clock is \(abs(seconds)) s \(seconds > 0 ? "ahead of" : "behind") that of \(store)"
      )
    case .unresolved: (.machineStoreUnreachable, "the host of \(store) has no address")
    case .unreachable: (.machineStoreUnreachable, "there is no connection to \(store)")
    case .timedOut: (.machineStoreTimeout, "\(store) took too long")
    case .cancelled: (.machineCancelled, "\(deed.gerund) \(store) was ended")
    case .busy: (.machineStoreBusy, "\(store) cannot take it now")
    default: (.machineStoreInterrupted, "\(deed.object) to \(store) did not arrive whole")
    }
  }
}

extension ObjectStoreError {
  /// What happened, for people, about a cache or an upload.
  package var briefly: String {
    let what =
      switch reason {
      case .credentials: "it does not accept the credentials"
      case .noCredentials: "it cannot be asked"
      case .forbidden: "it does not permit this"
      case .missingBucket: "there is no such bucket"
      case .wrongRegion: "the bucket is in another region"
      case .clock: "this machine's clock is wrong"
      case .insecure: "the connection is not secure"
      case .proxy, .proxyFailed: "the proxy on the way cannot be used"
      case .unresolved: "its host has no address"
      case .unreachable: "there is no connection to it"
      case .timedOut: "it takes too long"
      case .interrupted: "the connection breaks"
      case .busy: "it has too much to do"
      case .cancelled: "there was no time left"
      case .unusable: "it is of no use for this"
      case .refusing, .rejected, .missingToken, .unfit: "it refuses"
      }
    return detail.isEmpty ? what : "\(what) (\(detail))"
  }
}
