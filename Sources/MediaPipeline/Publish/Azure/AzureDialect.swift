package import Essentials
import Findings
package import Libraries
import MediaFacts
package import PushDelivery

/// Azure Blob Storage, by its REST interface (https://learn.microsoft.com/rest/api/storageservices/blob-service-rest-api).
package struct AzureDialect: StoreDialect {
  let container: AzureContainer
  private let url: String

  /// Nil if a URL or a signature made from it would be malformed.
  package init?(_ container: AzureContainer) {
    let service = container.serviceURL
    guard container.account.wholeMatch(of: /[a-z0-9]{1,63}/) != nil, !service.hasSuffix("/"),
      // Names with a dollar sign are Azure's own, such as `$web`; paths contain it unescaped.
      container.container.wholeMatch(of: /\$?[a-z0-9-]{1,63}/) != nil, SafeURL.ofSecrets(service) != nil
    else { return nil }
    self.container = container
    url = "\(service)/\(container.container)"
  }

  package var name: String { url }
  package var cacheControl: String? { container.cacheControl }
  package var fieldPrefix: String { "x-ms-" }

  package func url(of key: String) -> String { "\(url)/\(PercentEncoding.path(key))" }

  /// Put Blob (https://learn.microsoft.com/rest/api/storageservices/put-blob), which checks `Content-MD5`.
  package func put(_ upload: ObjectUpload, isNew: Bool) -> HTTPRequest {
    var request = HTTPRequest(.put, url(of: upload.key))
    request.fields = [
      HTTPField("Content-Type", upload.contentType), HTTPField("Content-MD5", upload.md5.base64),
      HTTPField("x-ms-blob-type", "BlockBlob"), HTTPField("x-ms-blob-cache-control", isNew ? lifetime : "no-store"),
    ]
    if isNew { request.fields += [HTTPField("If-None-Match", "*"), HTTPField("x-ms-meta-sha256", upload.digest.hex)] }
    request.body = upload.bytes
    return request
  }

  /// https://learn.microsoft.com/rest/api/storageservices/list-blobs
  package func list(_ prefix: String) -> HTTPRequest {
    let query = FormText.joined([("restype", "container"), ("comp", "list"), ("prefix", prefix), ("maxresults", "1")])
    return HTTPRequest(.get, "\(url)?\(query)")
  }

  /// Azure has no MD5 digest of blobs uploaded in several parts.
  package func object(_ response: HTTPResponse) -> StoredObject? {
    let md5 = response.field("Content-MD5").flatMap { Data(base64Encoded: $0) }
    return StoredObject(response, note: "x-ms-meta-sha256", md5: md5.map { Array($0) })
  }

  package func confirms(_ response: HTTPResponse) -> Bool { response.status == 201 && response.isBareOrTagged }

  package func isList(_ body: [UInt8]) -> Bool {
    String(decoding: body, as: UTF8.self).contains(/[<:]EnumerationResults[\s\/>]/)
  }

  /// A code in a field, also in responses to HEAD, and a document whose first lines are generally useful
  /// (https://learn.microsoft.com/rest/api/storageservices/status-and-error-codes2). Other documents are ignored.
  package func refusal(_ response: HTTPResponse) -> StoreRefusal {
    var refusal = StoreRefusal(xml: response.body)
    refusal.code = response.field("x-ms-error-code") ?? refusal.code
    refusal.message = String(refusal.message.prefix { !$0.isNewline })
    refusal.reason = refusal.code.hasPrefix("Lease") ? .rejected : Self.reasons[refusal.code]
    if refusal.code.isEmpty, response.status == 412 { refusal.reason = .taken }
    refusal.remedy = Self.remedies[refusal.reason ?? response.reasonOfStatus]
    return refusal
  }

  /// The known codes (https://learn.microsoft.com/rest/api/storageservices/common-rest-api-error-codes,
  /// https://learn.microsoft.com/rest/api/storageservices/blob-service-error-codes). Codes about one blob are `rejected`; all others apply
  /// to every blob, and a response of 403 is about permissions.
  private static let reasons = ObjectStoreError.Reason.table("azure")

  private static let remedies: [ObjectStoreError.Reason: String] = [
    .missingBucket: "correct the names of account and container, or create the container",
    .forbidden:
      "let them create and read blobs, and for `richpush doctor` list them: a shared access signature by the permissions crl, "
      + "a login by the role Storage Blob Data Contributor",
  ]
}

extension AzureContainer: BucketPlace {
  package func dialect(environment: [String: String]) -> (any StoreDialect)? { AzureDialect(self) }
}

extension AzureDialect {
  /// The request with a version of the interface (https://learn.microsoft.com/rest/api/storageservices/version-2021-12-02), and with the
  /// account's signature if a key signs it.
  package func sign(_ request: HTTPRequest, as credentials: StoreCredentials, at date: Date) -> HTTPRequest {
    var request = request
    request.fields.append(HTTPField("x-ms-version", "2021-12-02"))
    guard case .accountKey(let key) = credentials else { return credentials.added(to: request) }
    let seconds = Int64(date.timeIntervalSince1970)
    request.fields.append(HTTPField("x-ms-date", HTTPDate.text(secondsSince1970: seconds)))
    let code = MessageAuthenticationCode(
      of: Array(request.textToSign(for: container.account).utf8), key: Array(Data(base64Encoded: key.text) ?? Data()))
    request.authorization = .signature("SharedKey \(container.account):", Secret(code.base64))
    return request
  }
}

extension HTTPRequest {
  /// The signed text (https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key#constructing-the-signature-string).
  /// `Date` is empty, since `x-ms-date` is set.
  fileprivate func textToSign(for account: String) -> String {
    let lines: [String?] = [
      value(of: "content-encoding"), value(of: "content-language"), body.isEmpty ? nil : "\(body.count)",
      value(of: "content-md5"), value(of: "content-type"), nil, value(of: "if-modified-since"), value(of: "if-match"),
      value(of: "if-none-match"), value(of: "if-unmodified-since"), value(of: "range"),
    ]
    // Azure's own fields, sorted by name.
    let fields = self.fields.map { ($0.name.lowercased(), $0.value) }.filter { $0.0.hasPrefix("x-ms-") }.sorted {
      $0.0 < $1.0
    }
    // The path as sent, after the account, and each pair of the query on a line, decoded and sorted by name.
    let url = URLParts(self.url)
    let pairs = url.query.map { "\n\($0.name):\(PercentEncoding.decoded($0.value) ?? "")" }
    let resource = "/\(account)\(url.path)" + pairs.joined()
    return ([method.rawValue] + lines.map { $0 ?? "" } + fields.map { "\($0):\($1)" } + [resource]).joined(
      separator: "\n")
  }
}
