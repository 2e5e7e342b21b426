import Findings
import PushDelivery

// Its text for people.
extension ObjectStoreError {
  /// The operation that a store was asked for, in words for messages.
  struct Deed: Sendable {
    /// The forbidden operations.
    fileprivate let verbs: String
    /// The permission that they need.
    fileprivate let permission: String
    fileprivate let gerund: String
    /// The refused or lost object.
    fileprivate let object: String

    static let publishing = Deed(
      verbs: "publish", permission: "create and read objects", gerund: "publishing to", object: "the upload")
    /// Only looking for objects.
    static let looking = Deed(
      verbs: "look for objects", permission: "list and read objects", gerund: "asking", object: "the question")
    /// The renditions that shards leave in a shared cache.
    static let sharing = Deed(
      verbs: "read or write entries", permission: "read and write objects", gerund: "storing renditions in",
      object: "an entry")
  }

  /// As a diagnostic.
  func diagnostic(_ subject: Diagnostic.Subject, while deed: Deed = .publishing) -> Diagnostic {
    let (incident, message, remedy) = said(while: deed)
    return Diagnostic(incident, subject, message, remedy: remedy)
  }

  /// The error's text for any subject; remedy nil: the incident's own.
  func said(while deed: Deed = .publishing) -> (incident: Incident, message: String, remedy: String?) {
    let words = words(deed)
    let because = detail.isEmpty ? "" : ": \(detail)"
    return (words.incident, "\(words.message)\(because)\(effort)", remedy ?? words.remedy)
  }

  private var effort: String {
    let tried = attempts > 1 ? " (tried \(attempts) times within \(max(1, elapsed.components.seconds)) s)" : ""
    guard isTransient, let seconds = retryAfter?.components.seconds, seconds > 0 else { return tried }
    let wait = seconds >= StoreConnection.longestWait ? "a day or more" : "\(seconds) s"
    return "\(tried); it asks to be left alone for \(wait)"
  }

  /// A brief message for people about a cache or an upload.
  package var briefly: String {
    let what = words(.publishing).brief
    return detail.isEmpty ? what : "\(what) (\(detail))"
  }

  private struct Words {
    var incident: Incident
    var message: String
    var brief: String
    /// nil: the incident's own.
    var remedy: String?

    init(_ incident: Incident, _ message: String, brief: String, remedy: String? = nil) {
      (self.incident, self.message, self.brief, self.remedy) = (incident, message, brief, remedy)
    }
  }

  private func words(_ deed: Deed) -> Words {
    switch reason {
    case .credentials:
      Words(
        .destinationCredentials, "\(store) does not accept the credentials", brief: "it does not accept the credentials"
      )
    case .noCredentials:
      Words(.destinationCredentials, "there are no credentials for \(store)", brief: "it cannot be asked")
    case .forbidden:
      Words(
        .destinationForbidden, "\(store) knows the credentials, and they may not \(deed.verbs)",
        brief: "it does not permit this", remedy: "let them \(deed.permission) under this prefix")
    case .missingBucket:
      Words(.destinationMissingBucket, "\(store) does not exist", brief: "there is no such bucket")
    case .wrongRegion(let told):
      Words(
        .destinationRegion, "\(store) is in \(told.map { "the region \($0)" } ?? "another region")",
        brief: "the bucket is in another region",
        remedy: told.map { "set region to \($0), and the endpoint to that region's" })
    case .missingToken:
      Words(
        .destinationDownloadToken, "the object is in \(store) already, and its download URL would answer 403",
        brief: "it refuses")
    case .unfit:
      Words(
        .destinationConflict, "\(store) has the same bytes under this name already, and not as clients need them",
        brief: "it refuses",
        remedy: "give the object the right type, Content-Encoding and Cache-Control, or delete it, and run again")
    case .insecure:
      Words(
        .destinationTLS, "the connection to \(store) is not secure, so nothing was sent",
        brief: "the connection is not secure")
    case .proxy, .proxyFailed:
      Words(
        .machineStoreUnreachable, "the proxy on the way to \(store) cannot be used",
        brief: "the proxy on the way cannot be used",
        remedy:
          "correct or unset https_proxy, http_proxy and all_proxy, which say where it is and who asks it, or name the host in no_proxy"
      )
    case .unusable: Words(.destinationRejected, "\(store) is of no use as it is", brief: "it is of no use for this")
    case .refusing:
      Words(
        .destinationRejected, "\(store) refused \(deed.object), and would refuse any other", brief: "it refuses")
    case .rejected: Words(.destinationRejected, "\(store) refused \(deed.object)", brief: "it refuses")
    case .clock(let seconds): Words(.machineClock, clockWords(seconds), brief: "this machine's clock is wrong")
    case .unresolved:
      Words(.machineStoreUnreachable, "the host of \(store) has no address", brief: "its host has no address")
    case .unreachable:
      Words(.machineStoreUnreachable, "there is no connection to \(store)", brief: "there is no connection to it")
    case .timedOut: Words(.machineStoreTimeout, "\(store) took too long", brief: "it takes too long")
    case .cancelled: Words(.machineCancelled, "\(deed.gerund) \(store) was ended", brief: "there was no time left")
    case .busy: Words(.machineStoreBusy, "\(store) cannot take it now", brief: "it has too much to do")
    case .interrupted:
      Words(
        .machineStoreInterrupted, "\(deed.object) to \(store) did not arrive whole", brief: "the connection breaks")
    }
  }

  private func clockWords(_ seconds: Int) -> String {
    seconds == 0
      ? "\(store) says that this machine's clock is wrong, but does not send a different time: a proxy may hold requests back"
      : "this machine's clock is \(abs(seconds)) s \(seconds > 0 ? "ahead of" : "behind") that of \(store)"
  }
}
