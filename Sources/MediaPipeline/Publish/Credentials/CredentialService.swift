import Curl
import Essentials
import Findings
import PushDelivery

/// A service that gives credentials and is asked over HTTP.
struct CredentialService: Sendable {
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

  /// A request to such a service: answers are short and come at once.
  static func request(
    _ method: HTTPMethod, _ url: String, _ fields: [HTTPField] = [], body: [UInt8] = [],
    within limit: Duration = .seconds(30)
  ) -> HTTPRequest {
    var request = HTTPRequest(method, url, fields: fields, bodyLimit: 65_536, timeLimit: limit)
    request.body = body
    return request
  }

  /// A form (https://url.spec.whatwg.org/#application/x-www-form-urlencoded).
  static func request(_ url: String, form: [(String, String)]) -> HTTPRequest {
    request(
      .post, url, [HTTPField("content-type", "application/x-www-form-urlencoded")],
      body: Array(FormText.joined(form.map { ($0, $1) }).utf8))
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
  nonisolated(nonsending) func document(
    _ request: HTTPRequest, hiding secrets: [Secret] = []
  ) async throws(ObjectStoreError) -> JSONValue {
    let body = try await body(request, hiding: secrets)
    guard let document = try? JSONDecoder().decode(JSONValue.self, from: Data(body)) else { throw unreadable }
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
    let words = [StoreRefusal(s3: body).words, StoreRefusal(google: body).words, message]
    return words.first { !$0.isEmpty } ?? "status \(status)"
  }
}

/// Moments as services write them.
enum Moment {
  /// How long it is until then, negative where that is over; nil where the text is no moment.
  static func life(until text: String, from date: Date) -> Duration? {
    // Older tools of AWS's write UTC for Z.
    let text = text.hasSuffix("UTC") ? text.dropLast(3) + "Z" : text
    guard let moment = ProtobufTimestamp(rawValue: String(text)) else { return nil }
    return .seconds(moment.seconds) - .seconds(date.timeIntervalSince1970)
  }
}

extension String {
  /// Whether it can be a part of a field.
  var isToken: Bool { !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}
