package import Essentials
import Findings
package import Libraries

/// Signatures of version 4, which identify the sender to S3
/// (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
///
/// libcurl can sign as well, but its version 7.88 sorts whole lines instead of field names, does not sort queries, and signs fields that it
/// does not send.
package enum AWSSignature {
  static let digestName = "x-amz-content-sha256"

  /// The request with a signature over its method, its URL, all of its fields and its body.
  ///
  /// The body's digest comes from the field `x-amz-content-sha256`, or is computed if the request has none.
  /// - Parameter date: the time of the signature. Servers accept it for some minutes before and after.
  package static func sign(
    _ request: HTTPRequest, as credentials: AWSCredentials, region: String, at date: Date
  ) -> HTTPRequest {
    var request = request
    if request.value(of: digestName) == nil {
      request.fields.append(HTTPField(digestName, SHA256.digest(of: request.body).hexadecimal))
    }
    // In the basic form: `20130524T000000Z`.
    let time = date.formatted(.iso8601).filter { !"-:".contains($0) }
    request.fields.append(HTTPField("x-amz-date", time))
    let token = credentials.sessionToken.map { SecretField("x-amz-security-token", $0) }
    let canonical = canonical(request, token)
    let scope = [String(time.prefix(8)), region, "s3", "aws4_request"]
    let digest = SHA256.digest(of: Array(canonical.text.utf8)).hexadecimal
    let text = ["AWS4-HMAC-SHA256", time, scope.joined(separator: "/"), digest].joined(separator: "\n")
    let start =
      "AWS4-HMAC-SHA256 Credential=\(credentials.accessKeyID)/\(scope.joined(separator: "/")), "
      + "SignedHeaders=\(canonical.names), Signature="
    // A separate key for each day, region and service.
    let key = scope.reduce(Array("AWS4\(credentials.secretAccessKey.text)".utf8)) { code(of: $1, key: $0) }
    request.authorization = .signature(start, Secret(code(of: text, key: key).hexadecimal), token: token)
    return request
  }

  private static func code(of text: String, key: [UInt8]) -> [UInt8] {
    MessageAuthenticationCode(of: Array(text.utf8), key: key).bytes
  }

  /// A request's signed form, and the names of its fields, separated by semicolons.
  /// - Parameter token: sent with the request's own fields.
  private static func canonical(_ request: HTTPRequest, _ token: SecretField?) -> (text: String, names: String) {
    let url = URLParts(request.url)
    let token = [token].compactMap { field in field.map { HTTPField($0.name, $0.value.text) } }
    let fields = ([HTTPField("host", url.host)] + request.fields + token).map { field in
      // Consecutive blanks count as one.
      (field.name.lowercased(), field.value.split(separator: " ").joined(separator: " "))
    }
    let sorted = fields.sorted { $0 < $1 }
    let names = sorted.map(\.0).joined(separator: ";")
    // Names and values are already encoded in the URL.
    let query = url.query.map { "\($0)=\($1)" }.joined(separator: "&")
    let lines = [request.method.rawValue, url.path, query] + sorted.map { "\($0):\($1)" }
    return ((lines + ["", names, request.value(of: digestName) ?? ""]).joined(separator: "\n"), names)
  }
}

/// The parts of an absolute URL that are signed.
struct URLParts {
  /// `Host`: with the port if it is not the scheme's default.
  let host: String
  /// At least `/`.
  let path: String
  /// Names and values, sorted and as encoded.
  let query: [(name: String, value: String)]

  init(_ url: String) {
    let rest = url.drop { $0 != "/" }.dropFirst(2)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let usual = url.lowercased().hasPrefix("https:") ? ":443" : ":80"
    host = String(authority.hasSuffix(usual) ? authority.dropLast(usual.count) : authority)
    let target = rest.dropFirst(authority.count)
    let path = target.prefix { $0 != "?" }
    self.path = path.isEmpty ? "/" : String(path)
    query = target.dropFirst(path.count + 1).split(separator: "&").map { pair in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: String(halves[0]), value: halves.count == 2 ? String(halves[1]) : "")
    }.sorted { $0 < $1 }
  }
}

extension HTTPRequest {
  /// The value of the first field of this name in lower case; nil when there is none.
  func value(of name: String) -> String? { fields.first { $0.name.lowercased() == name }?.value }
}
