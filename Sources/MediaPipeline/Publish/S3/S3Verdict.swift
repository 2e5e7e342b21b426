import Curl
import Essentials

/// Why S3 refused a request, from its codes (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html) and, where a
/// store has others, from the status.
struct S3Verdict {
  let reason: ObjectStoreError.Reason
  /// What to do about it, where the words for all stores do not say it.
  let remedy: String?

  init(
    _ response: HTTPResponse, _ document: S3ErrorDocument, _ location: S3Location, _ connection: StoreConnection
  ) {
    let lead = connection.clockLead(response)
    remedy = Self.quotaCodes.contains(document.code) ? StoreConnection.accountRemedy : nil
    if let known = Self.reason(document.code) {
      reason = known
    } else if Self.skewCodes.contains(document.code) {
      // Where both tell the same time, nobody knows what is wrong with it.
      reason = .clock(ahead: lead.flatMap { abs($0) > 60 ? $0 : nil } ?? 0)
    } else if Self.regionCodes.contains(document.code) || response.status == 301 || response.status == 307 {
      reason = .wrongRegion(told: Self.region(response, document, location))
    } else {
      reason = Self.reason(response, lead: lead)
    }
  }

  private static func reason(_ code: String) -> ObjectStoreError.Reason? {
    switch code {
    case "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "ExpiredToken", "TokenRefreshRequired",
      "InvalidClientTokenId", "NotSignedUp", "InvalidSecurity":
      .credentials
    case "NoSuchBucket": .missingBucket
    case "SlowDown", "ServiceUnavailable", "InternalError", "RequestLimitExceeded", "ConditionalRequestConflict",
      "OperationAborted", "XMinioStorageFull":
      .busy
    case "BadDigest", "XAmzContentSHA256Mismatch", "IncompleteBody": .interrupted
    case "RequestTimeout": .timedOut
    // About the one object; whatever else is refused would be with any other.
    case "EntityTooLarge", "EntityTooSmall", "KeyTooLong", "KeyTooLongError", "InvalidURI", "InvalidDigest",
      "InvalidObjectName", "XMinioInvalidObjectName", "XMinioObjectExistsAsDirectory", "XMinioParentIsObject",
      "InvalidObjectState", "MaxMessageLengthExceeded":
      .rejected
    case "InvalidBucketState": .refusing
    case _ where quotaCodes.contains(code): .unusable
    default: nil
    }
  }

  /// Of Ceph and of MinIO.
  private static let quotaCodes: Set = ["QuotaExceeded", "XMinioAdminBucketQuotaExceeded"]

  private static let skewCodes: Set = ["RequestTimeTooSkewed", "RequestExpired"]
  private static let regionCodes: Set = [
    "AuthorizationHeaderMalformed", "PermanentRedirect", "TemporaryRedirect", "IllegalLocationConstraintException",
  ]

  /// S3 refuses requests that are signed more than fifteen minutes before or after its own time.
  private static func reason(_ response: HTTPResponse, lead: Int?) -> ObjectStoreError.Reason {
    switch response.status {
    case 401, 403:
      if let lead, abs(lead) > 900 { .clock(ahead: lead) } else { response.reasonOfStatus }
    case 409: .busy
    default: response.reasonOfStatus
    }
  }

  /// Where the bucket is, if that is well formed and news.
  private static func region(
    _ response: HTTPResponse, _ document: S3ErrorDocument, _ location: S3Location
  ) -> String? {
    let told = response.field("x-amz-bucket-region") ?? document.region
    let isName = told?.utf8.allSatisfy { isLowerCaseName($0) } == true && (1...40).contains(told?.utf8.count ?? 0)
    return isName && told != location.region ? told : nil
  }

  private static func isLowerCaseName(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "-")
  }
}

/// What S3 says when it refuses a request (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html). Only three of its
/// texts are looked at; a document that is something else has none of them.
struct S3ErrorDocument: Hashable, Sendable {
  let code: String
  let message: String
  /// Where the bucket is.
  let region: String?

  init(_ bytes: [UInt8]) {
    let text = XMLText.document(bytes)
    code = XMLText.element("Code", in: text) ?? ""
    message = XMLText.element("Message", in: text) ?? ""
    region = XMLText.element("Region", in: text)
  }

  /// The two in one line; empty when there are none.
  var words: String { [code, message].filter { !$0.isEmpty }.joined(separator: ": ") }
}
