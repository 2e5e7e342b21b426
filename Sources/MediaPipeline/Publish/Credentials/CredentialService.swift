import Essentials
import Findings
import Libraries
import PushDelivery

/// A service that gives credentials over HTTP.
struct CredentialService: Sendable {
  private let connection: StoreConnection
  private let remedy: String

  /// - Parameter isLocal: whether only this machine and its link may be contacted: other hosts must not get the request's secrets.
  init(_ name: String, settings: StoreSettings, remedy: String, isLocal: Bool = false) {
    var settings = settings
    settings.transfers = 1
    connection = StoreConnection(name, settings: settings, isLocal: isLocal)
    self.remedy = remedy
  }

  /// The body of a response with the status 200. Errors hide the secrets, besides the request's credentials.
  nonisolated(nonsending) func body(
    _ request: HTTPRequest, hiding secrets: [Secret] = []
  ) async throws(ObjectStoreError) -> [UInt8] {
    try await connection.send(request, hiding: secrets) { response throws(ObjectStoreError) in
      guard response.status == 200 else { throw error(response) }
      guard !response.isBodyCapped else { throw unreadable }
      return response.body
    }
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
    let message = document?["message"] ?? document?["Message"]
    let words = [StoreRefusal(xml: body).words, StoreRefusal(google: body).words, message?.text ?? ""]
    return words.first { !$0.isEmpty } ?? "status \(status)"
  }
}

extension JSONValue {
  init?(json bytes: [UInt8]) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else { return nil }
    self = value
  }
}

/// Variables of the environment that are not empty. Descriptions show no values: some are keys and tokens.
struct Variables: Sendable, CustomStringConvertible, CustomReflectable {
  /// All, for a program that inherits them.
  let all: [String: String]

  init(_ environment: [String: String]) { all = environment.filter { !$0.value.isEmpty } }

  subscript(_ name: String) -> String? { all[name] }

  func setting(_ name: String, to value: String) -> Variables { Variables(all.merging([name: value]) { $1 }) }

  var description: String { "<variables>" }
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// A file that holds a token. It is read again each time: it may be new. The key is the setting that names the file.
enum SecretFile {
  static func read(_ path: String, named key: String) throws(ObjectStoreError) -> Secret {
    try token(String(decoding: try bytes(path, named: key), as: UTF8.self).trimmed, of: path, named: key)
  }

  /// A text as a token, which becomes a header field.
  static func token(_ text: String, of place: String, named key: String) throws(ObjectStoreError) -> Secret {
    guard !text.isEmpty, text.isLine else { throw .credentials("noToken", place, key) }
    return Secret(text)
  }

  static func bytes(_ path: String, named key: String) throws(ObjectStoreError) -> [UInt8] {
    do throws(FileSystemError) {
      return try FileReading.bytes(of: path, limit: 65_536)
    } catch { throw .noCredentials(error.description, remedy: "let \(key) name a file that can be read") }
  }
}

extension String {
  /// Whether it can be a field's value.
  var isLine: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }

  /// Whether it fits into a field, between blanks.
  var isToken: Bool { !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}

/// URLs that secrets may be sent to: https without a user or a fragment, and some of plain http.
enum SafeURL {
  /// Plain http if only this machine or its network can listen. Nil for any other URL, and for one with a query.
  static func ofSecrets(_ text: String) -> StrictURL? {
    parsed(text, plain: \.isPrivate).flatMap { $0.query == nil ? $0 : nil }
  }

  /// Plain http to this machine or its link, where clouds have their identity services.
  static func orNearby(_ text: String) -> StrictURL? {
    parsed(text) { $0.address.map(LocalAddress.contains) ?? $0.isLoopback }
  }

  private static func parsed(_ text: String, plain: (URLHost) -> Bool) -> StrictURL? {
    guard let url = try? StrictURL(text), url.userInfo == nil, url.fragment == nil else { return nil }
    return url.scheme == "https" || url.scheme == "http" && plain(url.host) ? url : nil
  }
}

/// Addresses whose packets stay on the machine or its link: loopback, link-local, and the IPv6 addresses of Amazon's machine services.
enum LocalAddress {
  static func contains(_ address: SocketAddress) -> Bool { IPAddress(bytes: address.bytes).map(contains) ?? false }

  static func contains(_ address: IPAddress) -> Bool {
    switch address {
    case .v4(let number): number >> 24 == 127 || number >> 16 == 0xA9FE
    case .v6(let groups):
      groups == [0, 0, 0, 0, 0, 0, 0, 1] || groups[0] & 0xFFC0 == 0xFE80 || groups.prefix(2) == [0xFD00, 0x0EC2]
    }
  }
}
