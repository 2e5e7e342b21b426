import Curl
import Essentials
import Findings
import PushDelivery

/// Whoever gives tokens of OAuth 2 for something else (https://datatracker.ietf.org/doc/html/rfc6749#section-3.2).
struct GoogleTokenService: Sendable {
  private let url: String
  private let service: CredentialService

  init(_ url: String, _ settings: StoreSettings, remedy: String) {
    self.url = url
    service = CredentialService(url, settings: settings, remedy: remedy)
  }

  /// - Parameters:
  ///   - client: a user and a password, where the service asks who exchanges something.
  ///   - secrets: the values that no error may tell.
  func token(
    for form: [(String, String)], as client: Secret? = nil, hiding secrets: [Secret]
  ) async throws(ObjectStoreError) -> Lease<Secret> {
    var request = HTTPRequest(
      .post, url, fields: [HTTPField("Content-Type", FormText.mediaType)], bodyLimit: CredentialService.bodyLimit,
      timeLimit: CredentialService.timeLimit)
    request.body = FormText.encoded(form)
    request.authorization = client.map { .basic($0) }
    return try await service.document(GoogleTokenAnswer.self, request, hiding: secrets).lease(from: service)
  }
}

/// A token as OAuth 2 has it (https://datatracker.ietf.org/doc/html/rfc6749#section-5.1).
struct GoogleTokenAnswer: Decodable, Sendable {
  let accessToken: String
  /// In seconds.
  let expiresIn: Int

  enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case expiresIn = "expires_in"
  }

  /// - Parameter service: whose answer it is.
  func lease(from service: CredentialService) throws(ObjectStoreError) -> Lease<Secret> {
    guard accessToken.isToken else { throw service.unreadable }
    return Lease(Secret(accessToken), life: .seconds(min(max(0, expiresIn), 86_400)))
  }
}

extension String {
  /// Whether it can be a part of a field.
  var isToken: Bool { !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) } }
}
