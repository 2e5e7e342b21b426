import Curl
import Essentials
import Findings
import PushDelivery

/// A service that gives credentials and is asked over HTTP.
struct CredentialService: Sendable {
  /// The largest answer that is read.
  static let bodyLimit = 65_536
  static let timeLimit = Duration.seconds(30)

  private let connection: StoreConnection
  /// What to do where it refuses.
  private let remedy: String

  /// - Parameters:
  ///   - name: as errors call it.
  ///   - isLocal: whether nothing but this machine and what is linked to it may be connected: there anybody could be told who asks.
  init(_ name: String, settings: StoreSettings, remedy: String, isLocal: Bool = false) {
    var settings = settings
    settings.transfers = 1
    connection = StoreConnection(name, settings: settings, isLocal: isLocal)
    self.remedy = remedy
  }

  /// The body of an answer with the status 200.
  ///
  /// - Parameter secrets: what no error may tell, beside what the request shows who sends it by.
  nonisolated(nonsending) func body(
    _ request: HTTPRequest, hiding secrets: [Secret] = []
  ) async throws(ObjectStoreError) -> [UInt8] {
    try await connection.send(request, hiding: secrets) { response throws(ObjectStoreError) in
      guard response.status == 200 else { throw error(response) }
      guard !response.isBodyCapped else { throw unreadable }
      return response.body
    }
  }

  /// The same as a value of JSON.
  nonisolated(nonsending) func document<Document: Decodable & Sendable>(
    _ type: Document.Type, _ request: HTTPRequest, hiding secrets: [Secret] = []
  ) async throws(ObjectStoreError) -> Document {
    let body = try await body(request, hiding: secrets)
    guard let document = try? JSONDecoder().decode(type, from: Data(body)) else { throw unreadable }
    return document
  }

  /// The answer holds no credentials. Nothing of it is told: it may hold a part of some.
  var unreadable: ObjectStoreError {
    .noCredentials("the answer of \(connection.store) holds no credentials", remedy: remedy)
  }

  /// A signature or a claim counts only within minutes of its making, which a wrong clock misses.
  private func error(_ response: HTTPResponse) -> ObjectStoreError {
    let reason: ObjectStoreError.Reason =
      switch response.status {
      case 408, 429, 500...599: .busy
      default:
        if let lead = connection.clockLead(response), abs(lead) > 300 { .clock(ahead: lead) } else { .credentials }
      }
    var error = connection.error(reason, response, detail: response.refusal)
    if reason == .credentials { error.remedy = remedy }
    return error
  }
}

extension HTTPResponse {
  /// What a service of Amazon's or Google's says when it refuses a request.
  fileprivate var refusal: String {
    let document = try? JSONDecoder().decode(JSONValue.self, from: Data(body))
    let message = document?["message"]?.text ?? document?["Message"]?.text ?? ""
    let words = [S3ErrorDocument(body).words, GoogleErrorDocument(body).words, message]
    return words.first { !$0.isEmpty } ?? "status \(status)"
  }
}

/// Pairs of names and values as bodies of requests (https://url.spec.whatwg.org/#application/x-www-form-urlencoded).
enum FormText {
  static let mediaType = "application/x-www-form-urlencoded"

  static func encoded(_ pairs: [(String, String)]) -> [UInt8] {
    Array(pairs.map { "\($0)=\(PercentEncoding.component($1))" }.joined(separator: "&").utf8)
  }
}
