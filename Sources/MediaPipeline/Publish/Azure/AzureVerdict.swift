import Curl
import Essentials
import Findings

/// Why Azure refused a request, from its codes (https://learn.microsoft.com/rest/api/storageservices/common-rest-api-error-codes,
/// https://learn.microsoft.com/rest/api/storageservices/blob-service-error-codes) and, where a server has others, from the status.
struct AzureVerdict {
  let reason: ObjectStoreError.Reason
  /// What to do about it, where the words for all stores do not say it.
  let remedy: String?

  /// - Parameter clockLead: by how many seconds this machine's clock is ahead of the server's; nil: it is not known.
  init(_ response: HTTPResponse, _ document: AzureErrorDocument, clockLead: Int?) {
    let reason = Self.reason(document.code) ?? response.reasonOfStatus
    if let clockLead, abs(clockLead) > Self.mostClockError, [.credentials, .forbidden].contains(reason) {
      self.reason = .clock(ahead: clockLead)
    } else {
      self.reason = reason
    }
    remedy = Self.remedy(self.reason, document.code)
  }

  /// Requests that are signed more than fifteen minutes before or after Azure's own time are refused
  /// (https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key#specifying-the-date-header).
  private static let mostClockError = 900

  private static func reason(_ code: String) -> ObjectStoreError.Reason? {
    switch code {
    case "AuthenticationFailed", "InvalidAuthenticationInfo", "NoAuthenticationInformation": .credentials
    case "ContainerNotFound", "ContainerBeingDeleted", "ContainerDisabled", "ResourceNotFound": .missingBucket
    case "ServerBusy", "InternalError", "OperationTimedOut": .busy
    case "Md5Mismatch": .interrupted
    // About the one blob; whatever else is refused would be with any other. What is answered with 403 is about what somebody may do:
    // AuthorizationFailure, AuthorizationPermissionMismatch, InsufficientAccountPermissions, KeyBasedAuthenticationNotPermitted.
    case "InvalidResourceName", "InvalidUri", "InvalidMd5", "RequestBodyTooLarge", "BlobArchived",
      "BlobBeingRehydrated", "BlobImmutableDueToPolicy", "InvalidBlobType", "SnapshotsPresent", "PendingCopyOperation":
      .rejected
    case _ where code.hasPrefix("Lease"): .rejected
    default: nil
    }
  }

  private static func remedy(_ reason: ObjectStoreError.Reason, _ code: String) -> String? {
    switch reason {
    case .missingBucket: "correct the names of account and container, or create the container"
    case .forbidden where code == "KeyBasedAuthenticationNotPermitted":
      "permit access by the account's key, or set AZURE_STORAGE_SAS_TOKEN to a shared access signature of a user's"
    case .forbidden:
      "let them create and read blobs; a shared access signature needs the permissions create (c) and read (r), for tags t, and for "
        + "`richpush doctor` list (l)"
    case .rejected: "change what its words say"
    case .refusing where code == "AccountIsDisabled": "have the account enabled again"
    default: nil
    }
  }
}

/// What Azure says when it refuses a request: a code in a field, which answers to HEAD have too, and a document
/// (https://learn.microsoft.com/rest/api/storageservices/status-and-error-codes2). A document that is something else says nothing.
struct AzureErrorDocument: Hashable, Sendable {
  /// A code for programs, such as `ContainerNotFound`.
  let code: String
  private let message: String
  private let status: Int

  init(_ response: HTTPResponse) {
    let text = XMLText.document(response.body)
    code = response.field("x-ms-error-code") ?? XMLText.element("Code", in: text) ?? ""
    message = [XMLText.element("Message", in: text) ?? "", Self.time(text)].compactMap { $0?.firstLine }.joined(
      separator: " ")
    status = response.status
  }

  /// The code and the first line of the message; the others are of use to Azure alone.
  var words: String {
    let words = [code, message].filter { !$0.isEmpty }.joined(separator: ": ")
    return words.isEmpty ? "status \(status)" : words
  }

  var isAboutContainer: Bool { code.hasPrefix("Container") || code == "ResourceNotFound" }

  /// Whether a blob has the name already. The last is what a shared access signature gets that may create and not overwrite.
  var saysThatItExists: Bool {
    status == 412 && code.isEmpty
      || ["BlobAlreadyExists", "ConditionNotMet", "UnauthorizedBlobOverwrite"].contains(code)
  }

  /// What is wrong with the time of a shared access signature. Other details repeat signatures.
  private static func time(_ text: String) -> String? {
    let detail = XMLText.element("AuthenticationErrorDetail", in: text)
    return detail?.hasPrefix("Signature not valid in the specified time frame") == true ? detail : nil
  }
}

extension String {
  fileprivate var firstLine: String? { split(whereSeparator: \.isNewline).first.map(String.init) }
}
