import Essentials

/// By what a request shows who sends it.
public enum HTTPAuthorization: Hashable, Sendable {
  /// A token of OAuth 2 (https://datatracker.ietf.org/doc/html/rfc6750).
  case bearer(Secret)
  /// A user and a password with a colon between them (https://datatracker.ietf.org/doc/html/rfc7617).
  case basic(Secret)
  case awsSignature(AWSSignature)
  /// A signature under this one request, with what comes before it in the field: `SharedKey pushassets:`.
  case signature(String, Secret)
  /// A query that is put behind that of the URL, such as Azure's shared access signatures. The request's own URL does not have it.
  case query(Secret)
}

/// What an AWS Signature of version 4 is made of. The request must carry the field `x-amz-content-sha256`, or S3 refuses it
/// (https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-auth-using-authorization-header.html).
public struct AWSSignature: Hashable, Sendable {
  public var accessKeyID: String
  public var secretAccessKey: Secret
  /// Sent along where credentials are temporary.
  public var sessionToken: Secret?
  public var region: String
  /// Such as `s3`.
  public var service: String

  public init(
    accessKeyID: String, secretAccessKey: Secret, sessionToken: Secret? = nil, region: String, service: String
  ) {
    self.accessKeyID = accessKeyID
    self.secretAccessKey = secretAccessKey
    self.sessionToken = sessionToken
    self.region = region
    self.service = service
  }
}

extension HTTPAuthorization {
  /// What it adds to the request's own fields.
  var fields: [HTTPField] {
    switch self {
    case .bearer(let token): [HTTPField("Authorization", "Bearer \(token.text)")]
    case .basic(let pair):
      [HTTPField("Authorization", "Basic \(Data(pair.text.utf8).base64EncodedString())")]
    case .awsSignature(let signature):
      [signature.sessionToken.map { HTTPField("x-amz-security-token", $0.text) }].compactMap(\.self)
    case .signature(let start, let signature): [HTTPField("Authorization", start + signature.text)]
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
