package import Curl
package import Essentials
import Findings
import MediaFacts
package import PushDelivery

/// How one kind of object store is asked, and what its answers mean. Whatever else a store needs is `ObjectStoreClient`'s.
package protocol StoreDialect: Sendable {
  /// What errors call the store: `s3://push-assets at https://s3.eu-west-1.amazonaws.com`.
  var name: String { get }

  /// What new objects get.
  var traits: ObjectTraits { get }

  /// The keys of pipeline.yml by which uploads may ask for something beside the object itself, each with whether they do.
  var askedTraits: [(key: String, isAsked: Bool)] { get }

  /// How fields begin that all answers of such a store have, in lower case.
  var fieldPrefix: String { get }

  /// A request without what shows who sends it. What it asks for is safe to ask twice.
  func request(_ question: StoreQuestion) -> HTTPRequest

  /// What the answer to `find` with the status 200 says; nil where it describes no object.
  func object(_ response: HTTPResponse) -> StoredObject?

  /// Whether the answer to an upload says that it is there.
  func receipt(_ response: HTTPResponse) -> UploadReceipt

  /// What an answer to `list` with the status 200 says; nil where it is no list.
  func page(_ bytes: [UInt8]) -> ObjectPage?

  /// What a store says when it refuses a request.
  func refusal(_ response: HTTPResponse) -> StoreRefusal

  /// Why it was refused.
  ///
  /// - Parameter clockLead: by how many seconds this machine's clock is ahead of the server's; nil: it is not known.
  func reason(_ refusal: StoreRefusal, _ response: HTTPResponse, clockLead: Int?) -> ObjectStoreError.Reason

  /// What to do about it, where the words for all stores do not say it.
  func remedy(_ reason: ObjectStoreError.Reason, _ refusal: StoreRefusal) -> String?
}

extension StoreDialect {
  package func remedy(_ reason: ObjectStoreError.Reason, _ refusal: StoreRefusal) -> String? { nil }
}

/// What a store is asked.
package enum StoreQuestion: Sendable {
  case find(String)
  case load(String)
  /// The store takes it where nothing has the key, and compares what arrives with the digests that are sent along.
  case create(ObjectUpload)
  /// The same in the place of another, if need be.
  case replace(ObjectUpload)
  case list(prefix: String, after: String?, size: Int)
}

/// What the answer to an upload is.
package enum UploadReceipt: Hashable, Sendable {
  case stored
  case refused
  /// A success that no such store answers so, and what is wrong with it.
  case strange(String)
}

/// What a store says when it refuses a request.
package struct StoreRefusal: Hashable, Sendable {
  /// For programs, such as `NoSuchBucket`; empty where there is none.
  package var code: String
  package var message: String
  /// Whether it says that a bucket is missing, where an object might be meant.
  package var isAboutBucket = false
  /// Whether it says that the key is taken.
  package var saysTaken = false
  /// Where the store says that the bucket is.
  package var region: String?

  package init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  /// The two in one line; empty when there are none.
  var words: String { [code, message].filter { !$0.isEmpty }.joined(separator: ": ") }
}

/// An identity that a store knows, and how requests prove it.
package struct StoreSigner: Hashable, Sendable {
  /// What no error tells. Two with the same secrets are the same.
  let secrets: [Secret]
  private let signed: @Sendable (HTTPRequest, Date) -> HTTPRequest

  /// - Parameters:
  ///   - secrets: what no error tells. Two with the same secrets are the same.
  ///   - signed: a request with what shows at a moment who sends it.
  package init(_ secrets: [Secret], signed: @escaping @Sendable (HTTPRequest, Date) -> HTTPRequest) {
    self.secrets = secrets
    self.signed = signed
  }

  func sign(_ request: HTTPRequest, at date: Date) -> HTTPRequest { signed(request, date) }

  package static func == (left: Self, right: Self) -> Bool { left.secrets == right.secrets }
  package func hash(into hasher: inout Hasher) { hasher.combine(secrets) }
}

extension HTTPField {
  /// Those of these fields that have a value.
  static func present(_ fields: KeyValuePairs<String, String?>) -> [HTTPField] {
    fields.compactMap { name, value in value.map { HTTPField(name, $0) } }
  }
}

extension ObjectTraits {
  /// Tags as a query has them; nil where there are none.
  var tagging: String? {
    tags.isEmpty ? nil : FormText.joined(tags.map { ($0.name, $0.value) })
  }
}

/// Pairs of names and values (https://url.spec.whatwg.org/#application/x-www-form-urlencoded).
enum FormText {
  static func joined(_ pairs: [(String, String?)]) -> String {
    pairs.compactMap { name, value in
      value.map { "\(PercentEncoding.component(name))=\(PercentEncoding.component($0))" }
    }.joined(separator: "&")
  }
}

extension StoredObject {
  /// What the header of an answer says.
  ///
  /// - Parameters:
  ///   - note: the field in which the uploader noted a digest.
  ///   - md5: what the store computed.
  init(_ response: HTTPResponse, note: String, md5: [UInt8]?) {
    let noted = response.field(note).flatMap(ContentDigest.init(hex:)).map(ObjectDigest.sha256)
    self.init(
      byteCount: response.field("Content-Length").flatMap { Int($0) },
      digests: Set([noted, md5.map { .md5($0) }].compactMap(\.self)), contentType: response.field("Content-Type"),
      contentEncoding: response.field("Content-Encoding"), cacheControl: response.field("Cache-Control"))
  }
}

extension HTTPRequest {
  /// A request to a store, which may take as long as there is patience.
  package init(_ method: HTTPMethod, _ url: String) {
    self.init(method, url, bodyLimit: 1_000_000, timeLimit: .seconds(86_400))
  }
}

extension ObjectStoreError.Reason {
  /// What is known of codes: those of each reason, with blanks between them.
  static func table(_ codes: [Self: String]) -> [String: Self] {
    let pairs = codes.flatMap { reason, codes in
      codes.split(whereSeparator: \.isWhitespace).map { (String($0), reason) }
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
