import Essentials
import Findings
import Libraries
import PushDelivery

/// A service that gives credentials over HTTP.
struct CredentialService: Sendable {
  private let connection: StoreConnection
  /// The remedy if it refuses.
  private let remedy: String

  /// - Parameters:
  ///   - name: its name in errors.
  ///   - isLocal: whether only this machine and its link may be contacted: other hosts must not get the request's secrets.
  init(_ name: String, settings: StoreSettings, remedy: String, isLocal: Bool = false) {
    var settings = settings
    settings.transfers = 1
    connection = StoreConnection(name, settings: settings, isLocal: isLocal)
    self.remedy = remedy
  }

  /// The body of a response with the status 200.
  ///
  /// - Parameter secrets: secrets to hide in errors, besides the request's credentials.
  nonisolated(nonsending) func body(
    _ request: HTTPRequest, hiding secrets: [Secret] = []
  ) async throws(ObjectStoreError) -> [UInt8] {
    try await connection.send(request, hiding: secrets) { response throws(ObjectStoreError) in
      guard response.status == 200 else { throw error(response) }
      guard !response.isBodyCapped else { throw unreadable }
      return response.body
    }
  }

  nonisolated(nonsending) func text(
    _ request: HTTPRequest, hiding secrets: [Secret] = []
  ) async throws(ObjectStoreError) -> String {
    String(decoding: try await body(request, hiding: secrets), as: UTF8.self)
  }

  nonisolated(nonsending) func document(
    _ request: HTTPRequest, hiding secrets: [Secret] = []
  ) async throws(ObjectStoreError) -> JSONValue {
    guard let document = JSONValue(json: try await body(request, hiding: secrets)) else { throw unreadable }
    return document
  }

  /// A token in OAuth 2's form (https://datatracker.ietf.org/doc/html/rfc6749#section-5.1).
  func token(_ request: HTTPRequest, hiding secrets: [Secret] = []) async throws(ObjectStoreError) -> Lease {
    let document = try await document(request, hiding: secrets)
    guard let token = document["access_token"]?.text, token.isToken,
      case .integer(let seconds)? = document["expires_in"]
    else { throw unreadable }
    return Lease(.token(Secret(token)), life: .seconds(min(max(0, seconds), 86_400)))
  }

  /// The response has no credentials. It is not quoted: it may contain parts of some.
  var unreadable: ObjectStoreError {
    .noCredentials("the answer of \(connection.store) holds no credentials", remedy: remedy)
  }

  /// A signature or a claim is only valid for minutes, which a wrong clock misses.
  private func error(_ response: HTTPResponse) -> ObjectStoreError {
    var reason = ObjectStoreError.Reason.credentials
    if [408, 429].contains(response.status) || (500...599).contains(response.status) {
      reason = .busy
    } else if let lead = connection.clockLead(response), abs(lead) > 300 {
      reason = .clock(ahead: lead)
    }
    var error = connection.error(reason, response, detail: response.refusal)
    if reason == .credentials { error.remedy = remedy }
    return error
  }
}

extension HTTPRequest {
  /// A request for credentials: responses are short and quick.
  static func credentials(_ url: String, _ fields: [HTTPField] = [], by method: HTTPMethod = .get) -> HTTPRequest {
    HTTPRequest(method, url, fields: fields, bodyLimit: 65_536, timeLimit: .seconds(30))
  }

  /// The same with a form (https://url.spec.whatwg.org/#application/x-www-form-urlencoded).
  static func form(_ url: String, _ pairs: [(String, String)]) -> HTTPRequest {
    var request = credentials(url, [HTTPField("content-type", "application/x-www-form-urlencoded")], by: .post)
    request.body = Array(FormText.joined(pairs.map { ($0, $1) }).utf8)
    return request
  }
}

extension HTTPResponse {
  /// The message of Amazon's or Google's service when it refuses a request.
  fileprivate var refusal: String {
    let document = JSONValue(json: body)
    let message = document?["message"]?.text ?? document?["Message"]?.text ?? ""
    let words = [StoreRefusal(xml: body).words, StoreRefusal(google: body).words, message]
    return words.first { !$0.isEmpty } ?? "status \(status)"
  }
}

extension JSONValue {
  /// Nil if the bytes are not JSON.
  init?(json bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else { return nil }
    self = value
  }
}
