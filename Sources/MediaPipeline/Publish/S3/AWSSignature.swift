import Cryptography
package import Curl
package import Essentials
import Findings

/// A signature of version 4, which identifies the sender to AWS and S3-compatible stores
/// (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html).
///
/// libcurl can sign as well, but its version 7.88 sorts whole lines instead of field names, does not sort queries, and signs fields that it
/// does not send.
package struct AWSSignature: Sendable {
  private let region: String
  private let service: String

  /// - Parameter service: such as `s3`.
  package init(region: String, service: String) {
    self.region = region
    self.service = service
  }

  /// The request with a signature over its method, its URL, all of its fields and its body.
  ///
  /// The body's digest comes from the field `x-amz-content-sha256`, or is computed if the request has none.
  ///
  /// - Parameter date: the time of the signature. Servers accept it for some minutes before and after.
  package func sign(_ request: HTTPRequest, as credentials: AWSCredentials, at date: Date) -> HTTPRequest {
    let time = BasicTime(date)
    var request = request
    if request.digestOfBody == nil {
      request.fields.append(HTTPField(HTTPRequest.digestName, SHA256.digest(of: request.body).hexadecimal))
    }
    request.fields.append(HTTPField("x-amz-date", time.text))
    let token = credentials.sessionToken.map { SecretField("x-amz-security-token", $0) }
    let canonical = CanonicalRequest(request, token)
    let scope = [time.day, region, service, "aws4_request"]
    let digest = SHA256.digest(of: Array(canonical.text.utf8)).hexadecimal
    let text = ["AWS4-HMAC-SHA256", time.text, scope.joined(separator: "/"), digest].joined(separator: "\n")
    let start =
      "AWS4-HMAC-SHA256 Credential=\(credentials.accessKeyID)/\(scope.joined(separator: "/")), "
      + "SignedHeaders=\(canonical.names), Signature="
    let code = code(of: text, key: key(credentials, scope)).hexadecimal
    request.authorization = .signature(start, Secret(code), token: token)
    return request
  }

  /// A separate key for each day, region and service.
  private func key(_ credentials: AWSCredentials, _ scope: [String]) -> [UInt8] {
    scope.reduce(Array("AWS4\(credentials.secretAccessKey.text)".utf8)) { code(of: $1, key: $0) }
  }

  private func code(of text: String, key: [UInt8]) -> [UInt8] {
    MessageAuthenticationCode(of: Array(text.utf8), key: key).bytes
  }
}

/// A request's signed form.
private struct CanonicalRequest {
  let text: String
  /// The names of its fields, separated by semicolons.
  let names: String

  /// - Parameter token: sent with the request's own fields.
  init(_ request: HTTPRequest, _ token: SecretField?) {
    let url = URLParts(request.url)
    let fields =
      [("host", url.host)] + request.fields.map { ($0.name, $0.value) }
      + [token].compactMap { field in
        field.map { ($0.name, $0.value.text) }
      }
    let sorted = fields.map { ($0.lowercased(), Self.trimmed($1)) }.sorted { $0 < $1 }
    names = sorted.map(\.0).joined(separator: ";")
    let lines = [request.method.rawValue, url.path, Self.canonical(url.query)] + sorted.map { "\($0):\($1)" }
    text = (lines + ["", names, request.digestOfBody ?? ""]).joined(separator: "\n")
  }

  /// Names and values in order, each with an equals sign. They are already encoded in the URL.
  private static func canonical(_ query: Substring) -> String {
    let pairs = query.split(separator: "&").map { pair in
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(halves[0]), halves.count == 2 ? String(halves[1]) : "")
    }
    return pairs.sorted { $0 < $1 }.map { "\($0)=\($1)" }.joined(separator: "&")
  }

  /// Consecutive blanks count as one.
  private static func trimmed(_ value: String) -> String {
    value.split(separator: " ").joined(separator: " ")
  }
}

/// The parts of an absolute URL.
private struct URLParts {
  /// `Host`: with the port if it is not the scheme's default.
  let host: String
  let path: String
  let query: Substring

  init(_ url: String) {
    let isSecure = url.lowercased().hasPrefix("https:")
    let rest = url.drop { $0 != "/" }.dropFirst(2)
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    let usual = isSecure ? ":443" : ":80"
    host = String(authority.hasSuffix(usual) ? authority.dropLast(usual.count) : authority)
    let target = rest.dropFirst(authority.count)
    let path = target.prefix { $0 != "?" }
    self.path = path.isEmpty ? "/" : String(path)
    query = target.dropFirst(path.count + 1)
  }
}

/// A time in UTC as in signatures, the basic form of ISO 8601: `20130524T000000Z`.
private struct BasicTime {
  /// `20130524`.
  let day: String
  let text: String

  init(_ date: Date) {
    let (days, second) = floorDivide(Int64(date.timeIntervalSince1970), by: 86_400)
    day = CalendarDay(daysSince1970: days).description.filter { $0 != "-" }
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, to: 2) }.joined()
    text = "\(day)T\(time)Z"
  }
}

extension HTTPRequest {
  static let digestName = "x-amz-content-sha256"

  fileprivate var digestOfBody: String? { fields.first { $0.name.lowercased() == Self.digestName }?.value }
}
