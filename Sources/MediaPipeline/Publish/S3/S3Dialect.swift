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
      bucket.region.wholeMatch(of: /[A-Za-z0-9-]{1,63}/) != nil,
      bucket.endpoint.wholeMatch(of: /https?:\/\/[A-Za-z0-9_~\[][A-Za-z0-9._~:\/\[\]-]*/) != nil,
      !bucket.endpoint.contains("..")
    else { return nil }
    self.bucket = bucket
  }

  package var name: String { "s3://\(bucket.bucket) at \(bucket.endpoint.maskingSecrets)" }
  package var cacheControl: String? { bucket.cacheControl }
  package var fieldPrefix: String { "x-amz" }

  package func url(of key: String) -> String { bucket.url + PercentEncoding.path(key) }

  /// The store checks the bytes against both digests (https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html).
  package func put(_ upload: ObjectUpload, isNew: Bool) -> HTTPRequest {
    var request = HTTPRequest(.put, url(of: upload.key))
    request.fields = [
      HTTPField("content-type", upload.contentType), HTTPField("content-md5", upload.md5.base64),
      HTTPField(AWSSignature.digestName, upload.digest.hex),
    ]
    request.body = upload.bytes
    guard isNew else { return request }
    request.fields += [
      HTTPField("cache-control", lifetime), HTTPField("if-none-match", "*"),
      HTTPField("x-amz-meta-sha256", upload.digest.hex),
    ]
    if let acl = bucket.acl { request.fields.append(HTTPField("x-amz-acl", acl)) }
    return request
  }

  /// https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
  package func list(_ prefix: String) -> HTTPRequest {
    let query = FormText.joined([("list-type", "2"), ("max-keys", "1"), ("prefix", prefix)])
    return HTTPRequest(.get, "\(url(of: ""))?\(query)")
  }

  package func sign(_ request: HTTPRequest, as credentials: StoreCredentials, at date: Date) -> HTTPRequest {
    guard case .keys(let keys) = credentials else { return credentials.added(to: request) }
    return AWSSignature.sign(request, as: keys, region: bucket.region, at: date)
  }

  package func object(_ response: HTTPResponse) -> StoredObject? {
    // With a key of the store's key service the tag is not a digest.
    let isEncrypted = response.field("x-amz-server-side-encryption")?.hasPrefix("aws:kms") == true
    let md5 = isEncrypted ? nil : response.field("ETag").flatMap { EntityTag(field: $0).md5 }
    return StoredObject(response, note: "x-amz-meta-sha256", md5: md5)
  }

  package func confirms(_ response: HTTPResponse) -> Bool {
    [200, 201, 204].contains(response.status) && response.isBareOrTagged
  }

  package func isList(_ body: [UInt8]) -> Bool {
    String(decoding: body, as: UTF8.self).contains(/[<:]ListBucketResult[\s\/>]/)
  }

  /// https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
  package func refusal(_ response: HTTPResponse) -> StoreRefusal {
    var refusal = StoreRefusal(xml: response.body)
    refusal.reason = Self.reasons[refusal.code] ?? Self.reasonsOfStatus[response.status]
    if refusal.reason == .wrongRegion(told: nil) { refusal.reason = .wrongRegion(told: otherRegion(response)) }
    if refusal.code.hasSuffix("QuotaExceeded") { refusal.remedy = StoreRefusal.accountRemedy }
    return refusal
  }

  private static let reasonsOfStatus: [Int: ObjectStoreError.Reason] = [
    301: .wrongRegion(told: nil), 307: .wrongRegion(told: nil), 409: .busy, 412: .taken,
  ]

  /// The known codes, including those of Ceph and MinIO. Codes about one object are `rejected`; all others apply to every object.
  private static let reasons = ObjectStoreError.Reason.table("s3")

  /// The bucket's region in a response, if it is well formed and different.
  private func otherRegion(_ response: HTTPResponse) -> String? {
    let told = response.field("x-amz-bucket-region") ?? XMLText.element("Region", response.body)
    return told.flatMap { $0.wholeMatch(of: /[a-z0-9-]{1,40}/) != nil && $0 != bucket.region ? $0 : nil }
  }
}

extension S3Bucket: BucketPlace {
  package func dialect(environment: [String: String]) -> (any StoreDialect)? { S3Dialect(self) }
}

/// Reads XML texts. Only elements without nested ones are read, so a `<` divides tags from texts.
enum XMLText {
  /// The trimmed content of the first element of a name; nil without one. Its tag may have a prefix and attributes.
  static func element(_ name: String, _ bytes: [UInt8]) -> String? {
    let content = #"(?:\s*<!\[CDATA\[([^<]*?)\]\]>\s*|([^<]*))"#
    let text = String(decoding: bytes.prefix(65_536), as: UTF8.self)
    let (tag, end) = (#"<(?:[^<>:\s/]+:)?\#(name)(?:\s[^<>]*)?>"#, #"</(?:[^<>:\s]+:)?\#(name)\s*>"#)
    guard let match = try? Regex(tag + content + end).firstMatch(in: text) else { return nil }
    return (match.output[1].substring.map(String.init) ?? decoded(match.output[2].substring ?? "")).trimmed
  }

  /// Decodes XML's own entities; the ampersand's last, so that nothing is decoded twice.
  private static func decoded(_ text: Substring) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
      .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
  }
}
