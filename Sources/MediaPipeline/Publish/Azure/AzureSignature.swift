import Cryptography
import Curl
import Essentials
import Findings

extension AzureCredentials {
  /// The request with the account's signature.
  ///
  /// - Parameter date: the time of its signature.
  func sign(_ request: HTTPRequest, to account: String, at date: Date) -> HTTPRequest {
    var request = request
    switch self {
    case .sharedAccessSignature(let token): request.authorization = .query(token)
    case .token(let token): request.authorization = .bearer(token)
    case .accountKey(let key):
      let seconds = Int64(date.timeIntervalSince1970)
      request.fields.append(HTTPField("x-ms-date", HTTPDate.text(secondsSince1970: seconds)))
      let code = MessageAuthenticationCode(
        of: Array(request.textToSign(for: account).utf8), key: Array(Data(base64Encoded: key.text) ?? Data()))
      request.authorization = .signature("SharedKey \(account):", Secret(code.base64))
    }
    return request
  }
}

extension HTTPRequest {
  /// The signed text (https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key#constructing-the-signature-string).
  /// `Date` is empty, since `x-ms-date` is set.
  fileprivate func textToSign(for account: String) -> String {
    let lines = Self.signedNames.map { name in
      name == "content-length" ? (body.isEmpty ? "" : "\(body.count)") : value(of: name)
    }
    return ([method.rawValue] + lines + azureFields + [resource(of: account)]).joined(separator: "\n")
  }

  private static let signedNames = [
    "content-encoding", "content-language", "content-length", "content-md5", "content-type", "date",
    "if-modified-since",
    "if-match", "if-none-match", "if-unmodified-since", "range",
  ]

  private func value(of name: String) -> String { fields.first { $0.name.lowercased() == name }?.value ?? "" }

  /// Azure's own fields, sorted by name.
  private var azureFields: [String] {
    fields.map { ($0.name.lowercased(), $0.value) }.filter { $0.0.hasPrefix("x-ms-") }.sorted { $0.0 < $1.0 }
      .map { "\($0):\($1)" }
  }

  /// The path as sent, after the account, and each pair of the query on a line, decoded and sorted by name.
  private func resource(of account: String) -> String {
    let parts = url.split(separator: "?", maxSplits: 1)
    // After the scheme's two slashes, the host ends at the next.
    let path = parts[0].split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).dropFirst(3).first ?? ""
    let pairs = parts.dropFirst().first?.split(separator: "&").map { pair in
      let halves = pair.split(separator: "=", maxSplits: 1).map(String.init)
      return "\n\(halves[0]):\(halves.dropFirst().first.flatMap(PercentEncoding.decoded) ?? "")"
    }
    return "/\(account)/\(path)" + (pairs ?? []).sorted().joined()
  }
}
