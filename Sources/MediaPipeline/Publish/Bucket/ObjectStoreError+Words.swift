import Findings
import PushDelivery

// Its text for people.
extension ObjectStoreError {
  /// The operation that a store was asked for, in words for messages.
  struct Deed: Sendable {
    /// The forbidden operations.
    fileprivate let verbs: String
    /// The needed permission.
    fileprivate let permission: String
    fileprivate let gerund: String
    /// The refused or lost object.
    fileprivate let object: String

    static let publishing = Deed(
      verbs: "publish", permission: "create and read objects", gerund: "publishing to", object: "the upload")
    /// Only looking for objects.
    static let looking = Deed(
      verbs: "look for objects", permission: "list and read objects", gerund: "asking", object: "the question")
    /// The results that shards exchange.
    static let sharing = Deed(
      verbs: "list, read or create results", permission: "list, read and create objects", gerund: "the exchange with",
      object: "the request")
  }

  /// As a diagnostic.
  func diagnostic(_ subject: Diagnostic.Subject, while deed: Deed = .publishing) -> Diagnostic {
    let (incident, message, remedy) = said(while: deed)
    return Diagnostic(incident, subject, message, remedy: remedy)
  }

  /// The error's text for any subject; remedy nil: the incident's own.
  func said(while deed: Deed = .publishing) -> (incident: Incident, message: String, remedy: String?) {
    let (incident, message, usual, _) = words(deed)
    return (incident, "\(message)\(because)\(effort)", remedy ?? usual)
  }

  private var because: String { detail.isEmpty ? "" : ": \(detail)" }

  private var effort: String {
    let tried = attempts > 1 ? " (tried \(attempts) times within \(max(1, elapsed.components.seconds)) s)" : ""
    guard isTransient, let seconds = retryAfter?.components.seconds, seconds > 0 else { return tried }
    return tried
      + "; it asks to be left alone for \(seconds >= StoreConnection.longestWait ? "a day or more" : "\(seconds) s")"
  }

  /// The incident, the message, the remedy unless it is the incident's own, and a brief message.
  private func words(_ deed: Deed) -> (Incident, String, remedy: String?, brief: String) {
    switch reason {
    case .credentials:
      (
        .destinationCredentials, "\(store) does not accept the credentials", nil,
        "it does not accept the credentials"
      )
    case .noCredentials:
      (
        .destinationCredentials, "there are no credentials for \(store)",
        nil, "it cannot be asked"
      )
    case .forbidden:
      (
        .destinationForbidden, "\(store) knows the credentials, and they may not \(deed.verbs)",
        "let them \(deed.permission) under this prefix", "it does not permit this"
      )
    case .missingBucket:
      (
        .destinationMissingBucket, "\(store) does not exist", nil, "there is no such bucket"
      )
    case .wrongRegion(let told):
      (
        .destinationRegion, "\(store) is in \(told.map { "the region \($0)" } ?? "another region")",
        told.map { "set region to \($0), and the endpoint to that region's" }, "the bucket is in another region"
      )
    case .missingToken:
      (
        .destinationDownloadToken, "the object is in \(store) already, and its download URL would answer 403", nil,
        "it refuses"
      )
    case .unfit:
      (
        .destinationConflict, "\(store) has the same bytes under this name already, and not as clients need them",
        "give the object the right type, Content-Encoding and Cache-Control, or delete it, and run again", "it refuses"
      )
    case .insecure:
      (
        .destinationTLS, "the connection to \(store) is not secure, so nothing was sent", nil,
        "the connection is not secure"
      )
    case .proxy, .proxyFailed:
      (
        .machineStoreUnreachable, "the proxy on the way to \(store) cannot be used",
        "correct or unset https_proxy, http_proxy and all_proxy, which say where it is and who asks it, or name the host in no_proxy",
        "the proxy on the way cannot be used"
      )
    case .unusable:
      (
        .destinationRejected, "\(store) is of no use as it is", nil, "it is of no use for this"
      )
    case .refusing:
      (
        .destinationRejected, "\(store) refused \(deed.object), and would refuse any other", nil,
        "it refuses"
      )
    case .rejected:
      (.destinationRejected, "\(store) refused \(deed.object)", nil, "it refuses")
    case .clock(let seconds):
      (.machineClock, clockWords(seconds), nil, "this machine's clock is wrong")
    case .unresolved:
      (.machineStoreUnreachable, "the host of \(store) has no address", nil, "its host has no address")
    case .unreachable:
      (.machineStoreUnreachable, "there is no connection to \(store)", nil, "there is no connection to it")
    case .timedOut: (.machineStoreTimeout, "\(store) took too long", nil, "it takes too long")
    case .cancelled: (.machineCancelled, "\(deed.gerund) \(store) was ended", nil, "there was no time left")
    case .busy: (.machineStoreBusy, "\(store) cannot take it now", nil, "it has too much to do")
    case .interrupted:
      (.machineStoreInterrupted, "\(deed.object) to \(store) did not arrive whole", nil, "the connection breaks")
    }
  }

  private func clockWords(_ seconds: Int) -> String {
    seconds == 0
      ? "\(store) says that this machine's clock is wrong, and tells no other time: something on the way may hold requests back"
      : "this machine's clock is \(abs(seconds)) s \(seconds > 0 ? "ahead of" : "behind") that of \(store)"
  }

  /// A brief message for people about a cache or an upload.
  package var briefly: String {
    let what = words(.publishing).brief
    return detail.isEmpty ? what : "\(what) (\(detail))"
  }
}
