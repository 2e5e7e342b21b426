import Findings

// Its text for people.
extension ObjectStoreError {
  /// The operation that a store was asked for.
  enum Deed: Sendable {
    case publishing
    /// Only looking for objects.
    case looking
    /// The renditions that shards leave in a shared cache.
    case sharing
    /// The entries of a shared cache, and whatever is tried again.
    case asking

    /// What the credentials may not do, the permission that this needs, and what was sent.
    fileprivate var words: (verbs: String, permission: String, object: String) {
      switch self {
      case .publishing: ("publish", "create and read objects", "the upload")
      case .looking: ("look for objects", "list and read objects", "the question")
      case .sharing: ("read or write entries", "read and write objects", "an entry")
      case .asking: ("do this", "read and create objects", "the request")
      }
    }
  }

  /// As a diagnostic.
  func diagnostic(_ subject: Diagnostic.Subject, while deed: Deed = .publishing) -> Diagnostic {
    let (incident, message, remedy) = words(of: store, deed)
    let because = detail.isEmpty ? "" : ": \(detail)"
    return Diagnostic(incident, subject, message + because + effort, remedy: self.remedy ?? remedy)
  }

  private var effort: String {
    let tried = attempts > 1 ? " (tried \(attempts) times within \(max(1, elapsed.components.seconds)) s)" : ""
    guard isTransient, let seconds = retryAfter?.components.seconds, seconds > 0 else { return tried }
    let wait = seconds >= StoreConnection.longestWait ? "a day or more" : "\(seconds) s"
    return "\(tried); it asks to be left alone for \(wait)"
  }

  /// A brief message for people about a cache or an upload, which does not name the store.
  package var briefly: String {
    let message = words(of: "it", .asking).message
    return detail.isEmpty ? message : "\(message) (\(detail))"
  }

  /// The message about a store, without the detail; remedy nil: the incident's own.
  private func words(of store: String, _ deed: Deed) -> (incident: Incident, message: String, remedy: String?) {
    let (verbs, permission, object) = deed.words
    return switch reason {
    case .credentials: (.destinationCredentials, "\(store) does not accept the credentials", nil)
    case .noCredentials: (.destinationCredentials, "there are no credentials for \(store)", nil)
    case .settings: (.destinationCredentials, "\(store) cannot be used", nil)
    case .forbidden:
      (
        .destinationForbidden, "\(store) knows the credentials, and they may not \(verbs)",
        "let them \(permission) under this prefix"
      )
    case .missingBucket: (.destinationMissingBucket, "\(store) does not exist", nil)
    case .wrongRegion(let told):
      (
        .destinationRegion, "\(store) is in \(told.map { "the region \($0)" } ?? "another region")",
        told.map { "set region to \($0), and the endpoint to that region's" }
      )
    case .missingToken:
      (.destinationDownloadToken, "the object is in \(store) already, and its download URL would answer 403", nil)
    case .unfit:
      (
        .destinationConflict, "\(store) has the same bytes under this name already, and not as clients need them",
        "give the object the right type, Content-Encoding and Cache-Control, or delete it, and run again"
      )
    case .insecure: (.destinationTLS, "the connection to \(store) is not secure, so nothing was sent", nil)
    case .proxy, .proxyFailed:
      (
        .machineStoreUnreachable, "the proxy on the way to \(store) cannot be used",
        "correct or unset https_proxy, http_proxy and all_proxy, which say where it is and who asks it, or name the host in no_proxy"
      )
    case .unusable: (.destinationRejected, "\(store) is of no use as it is", nil)
    case .refusing: (.destinationRejected, "\(store) refused \(object), and would refuse any other", nil)
    case .rejected: (.destinationRejected, "\(store) refused \(object)", nil)
    case .clock(let seconds): (.machineClock, clockWords(store, seconds), nil)
    case .unresolved: (.machineStoreUnreachable, "\(store) cannot be found: its host has no address", nil)
    case .unreachable: (.machineStoreUnreachable, "there is no connection to \(store)", nil)
    case .timedOut: (.machineStoreTimeout, "\(store) takes too long", nil)
    case .cancelled: (.machineCancelled, "\(object) to \(store) was ended", nil)
    case .busy: (.machineStoreBusy, "\(store) is busy", nil)
    case .interrupted: (.machineStoreInterrupted, "\(object) to \(store) did not arrive whole", nil)
    }
  }

  private func clockWords(_ store: String, _ seconds: Int) -> String {
    seconds == 0
      ? "\(store) says that this machine's clock is wrong, but does not send a different time: a proxy may hold requests back"
      : "this machine's clock is \(abs(seconds)) s \(seconds > 0 ? "ahead of" : "behind") the time that \(store) sends"
  }
}
