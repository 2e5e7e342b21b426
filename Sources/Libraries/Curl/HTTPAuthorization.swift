import Essentials

/// How a request proves who sends it.
public enum HTTPAuthorization: Hashable, Sendable {
  /// A token of OAuth 2 (https://datatracker.ietf.org/doc/html/rfc6750).
  case bearer(Secret)
  /// A user and a password with a colon between them (https://datatracker.ietf.org/doc/html/rfc7617).
  case basic(Secret)
  /// A signature of this request and its prefix in the field: `SharedKey pushassets:`. The token of temporary credentials is sent next
  /// to it.
  case signature(String, Secret, token: SecretField? = nil)
  /// A query appended to that of the URL, such as Azure's shared access signatures. The request's own URL lacks it.
  case query(Secret)
}

/// A header field with a secret value.
public struct SecretField: Hashable, Sendable {
  public var name: String
  public var value: Secret

  public init(_ name: String, _ value: Secret) { (self.name, self.value) = (name, value) }
}

extension HTTPAuthorization {
  /// The fields that it adds to the request.
  var fields: [HTTPField] {
    switch self {
    case .bearer(let token): [HTTPField("Authorization", "Bearer \(token.text)")]
    case .basic(let pair): [HTTPField("Authorization", "Basic \(Data(pair.text.utf8).base64EncodedString())")]
    case .signature(let start, let signature, let token):
      [HTTPField("Authorization", start + signature.text)]
        + [token].compactMap { field in field.map { HTTPField($0.name, $0.value.text) } }
    case .query: []
    }
  }
}

extension HTTPRequest {
  /// The URL that is loaded, which may have a secret in its query.
  var loadedURL: String {
    guard case .query(let query) = authorization else { return url }
    return url + (url.contains("?") ? "&" : "?") + query.text
  }
}
