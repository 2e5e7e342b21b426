package import Essentials
import Findings
package import Libraries
import MediaFacts
package import PushDelivery

/// Amazon S3 and compatible stores.
package struct S3Dialect: StoreDialect {
  private let bucket: S3Bucket

  /// Nil if a URL or a signature made from it would be malformed.
  package init?(_ bucket: S3Bucket) {
    var bucket = bucket
    if bucket.endpoint.hasSuffix("/") { bucket.endpoint.removeLast() }
    guard bucket.bucket.wholeMatch(of: /[A-Za-z0-9._-]{1,63}/) != nil, ![".", ".."].contains(bucket.bucket),
      bucket.region.wholeMatch(of: /[A-Za-z0-9-]{1,63}/) != nil, Self.isEndpoint(bucket.endpoint)
    else { return nil }
    self.bucket = bucket
  }

  private static func isEndpoint(_ text: String) -> Bool {
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return false }
    let rest = text.dropFirst(scheme.count)
    return !rest.isEmpty && !rest.hasPrefix("/") && !rest.contains("..")
      && rest.utf8.allSatisfy { isUnreserved($0) || ":/[]".utf8.contains($0) }
  }

  package var name: String { "s3://\(bucket.bucket) at \(bucket.endpoint.maskingSecrets)" }
  package var traits: ObjectTraits { bucket.traits }
  package var fieldPrefix: String { "x-amz" }

  package var askedTraits: [StoreTrait] {
    [
      ("acl", "x-amz-acl", traits.acl),
      ("server-side-encryption", "x-amz-server-side-encryption", traits.encryption),
      ("kms-key", "x-amz-server-side-encryption-aws-kms-key-id", traits.encryptionKey),
      ("storage-class", "x-amz-storage-class", traits.storageClass), ("tags", "x-amz-tagging", traits.tagging),
    ]
  }

  package func request(_ question: StoreQuestion) -> HTTPRequest {
    switch question {
    case .find(let key): return HTTPRequest(.head, url(key))
    case .load(let key): return HTTPRequest(.get, url(key))
    case .replace(let upload): return put(upload)
    case .create(let upload):
      var request = put(upload)
      // https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html
      request.fields += [
        HTTPField("cache-control", cacheControl), HTTPField("if-none-match", "*"),
        HTTPField("x-amz-meta-sha256", upload.digest.hex),
      ]
      request.fields += HTTPField.asked(askedTraits)
      return request
    case .list(let prefix):
      // https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
      let query: [(String, String?)] = [("list-type", "2"), ("max-keys", "1"), ("prefix", prefix)]
      return HTTPRequest(.get, "\(url(""))?\(FormText.joined(query))")
    }
  }

  package func sign(_ request: HTTPRequest, as credentials: StoreCredentials, at date: Date) -> HTTPRequest {
    guard case .keys(let keys) = credentials else { return credentials.added(to: request) }
    return AWSSignature.sign(request, as: keys, region: bucket.region, at: date)
  }

  /// The store checks the bytes against both digests.
  private func put(_ upload: ObjectUpload) -> HTTPRequest {
    var request = HTTPRequest(.put, url(upload.key))
    request.fields = [
      HTTPField("content-type", upload.contentType), HTTPField("content-md5", upload.md5.base64),
      HTTPField(AWSSignature.digestName, upload.digest.hex),
    ]
    request.body = upload.bytes
    return request
  }

  private func url(_ key: String) -> String { bucket.url + PercentEncoding.path(key) }

  package func object(_ response: HTTPResponse) -> StoredObject? {
    StoredObject(response, note: "x-amz-meta-sha256", md5: response.md5OfEntityTag)
  }

  package func receipt(_ response: HTTPResponse) -> UploadReceipt { response.receipt(ofStatuses: [200, 201, 204]) }

  package func isList(_ bytes: [UInt8]) -> Bool { XMLText.hasElement("ListBucketResult", bytes) }

  /// https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
  package func refusal(_ response: HTTPResponse, clockLead: Int?) -> StoreRefusal {
    var refusal = StoreRefusal(xml: response.body)
    refusal.saysTaken = response.status == 412
    refusal.reason = Self.reasons[refusal.code] ?? reason(refusal.code, response, clockLead)
    if refusal.code.hasSuffix("QuotaExceeded") { refusal.remedy = StoreConnection.accountRemedy }
    return refusal
  }

  private func reason(_ code: String, _ response: HTTPResponse, _ clockLead: Int?) -> ObjectStoreError.Reason? {
    switch (code, response.status) {
    case ("RequestTimeTooSkewed", _), ("RequestExpired", _):
      // If both clocks agree, the fault is unknown.
      .clock(ahead: clockLead.flatMap { abs($0) > 60 ? $0 : nil } ?? 0)
    case ("AuthorizationHeaderMalformed", _), ("PermanentRedirect", _), ("TemporaryRedirect", _),
      ("IllegalLocationConstraintException", _), (_, 301), (_, 307):
      .wrongRegion(told: otherRegion(response))
    // S3 refuses requests that are signed more than fifteen minutes before or after its own time.
    case (_, 401), (_, 403): clockLead.flatMap { abs($0) > 900 ? .clock(ahead: $0) : nil }
    case (_, 409): .busy
    default: nil
    }
  }

  /// The known codes, including those of Ceph and MinIO. Codes about one object are `rejected`; all others apply to every object.
  private static let reasons = ObjectStoreError.Reason.table([
    .credentials: """
    InvalidAccessKeyId SignatureDoesNotMatch InvalidToken ExpiredToken TokenRefreshRequired InvalidClientTokenId NotSignedUp
    InvalidSecurity
    """,
    .missingBucket: "NoSuchBucket",
    .busy: """
    SlowDown ServiceUnavailable InternalError RequestLimitExceeded ConditionalRequestConflict OperationAborted
    XMinioStorageFull
    """,
    .interrupted: "BadDigest XAmzContentSHA256Mismatch IncompleteBody", .timedOut: "RequestTimeout",
    .rejected: """
    EntityTooLarge EntityTooSmall KeyTooLong KeyTooLongError InvalidURI InvalidDigest InvalidObjectName
    XMinioInvalidObjectName XMinioObjectExistsAsDirectory XMinioParentIsObject InvalidObjectState MaxMessageLengthExceeded
    """,
    .refusing: "InvalidBucketState", .unusable: "QuotaExceeded XMinioAdminBucketQuotaExceeded",
  ])

  /// The bucket's region in a response, if it is well formed and different.
  private func otherRegion(_ response: HTTPResponse) -> String? {
    let told = response.field("x-amz-bucket-region") ?? XMLText.element("Region", in: XMLText.document(response.body))
    return told.flatMap { $0.wholeMatch(of: /[a-z0-9-]{1,40}/) != nil && $0 != bucket.region ? $0 : nil }
  }
}

extension HTTPResponse {
  /// The MD5 digest in the entity tag; nil if it is not one, or if a key of the store's key service was used.
  var md5OfEntityTag: [UInt8]? {
    let isEncrypted = field("x-amz-server-side-encryption")?.hasPrefix("aws:kms") == true
    return isEncrypted ? nil : field("ETag").flatMap { EntityTag(field: $0).md5 }
  }
}

extension S3Bucket: BucketPlace {
  package func dialect(environment: [String: String]) -> (any StoreDialect)? { S3Dialect(self) }
}

/// Reads XML texts. Only elements without nested ones are read, so a `<` divides tags from texts.
enum XMLText {
  /// The trimmed content of the first element of a name without nested ones; nil without one. Its tag may have a prefix and attributes.
  static func element(_ name: String, in text: String) -> String? {
    let content = #"(?:\s*<!\[CDATA\[([^<]*?)\]\]>\s*|([^<]*))"#
    guard let match = try? Regex(tag(name) + ">" + content + #"</(?:[^<>:\s]+:)?\#(name)\s*>"#).firstMatch(in: text)
    else { return nil }
    let (literal, plain) = (match.output[1].substring, match.output[2].substring)
    return (literal.map(String.init) ?? decoded(plain ?? "")).trimmed
  }

  /// Whether a document has an element of a name.
  static func hasElement(_ name: String, _ bytes: [UInt8]) -> Bool {
    (try? Regex(tag(name) + "/?>").firstMatch(in: String(decoding: bytes, as: UTF8.self))) != nil
  }

  /// A pattern of a tag without its end.
  private static func tag(_ name: String) -> String { #"<(?:[^<>:\s/]+:)?\#(name)(?:\s[^<>]*)?"# }

  /// The beginning of a document as text: UTF-8, unless its first bytes indicate UTF-16 (https://www.w3.org/TR/xml/#sec-guessing).
  static func document(_ bytes: [UInt8]) -> String {
    let bytes = bytes.prefix(65_536)
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE), (0x3C, 0): return wide(bytes) { UInt16($1) << 8 | UInt16($0) }
    case (0xFE, 0xFF), (0, 0x3C): return wide(bytes) { UInt16($0) << 8 | UInt16($1) }
    default: return String(decoding: bytes, as: UTF8.self)
    }
  }

  private static func wide(_ bytes: ArraySlice<UInt8>, _ unit: (UInt8, UInt8) -> UInt16) -> String {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
    return String(decoding: units, as: UTF16.self)
  }

  /// Decodes XML's own entities; the ampersand's last, so that nothing is decoded twice.
  private static func decoded(_ text: Substring) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&")]
      .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }
}
