package import Essentials
import Findings
package import Libraries
import PushDelivery

extension AzureDialect {
  /// The request with the account's signature, if a key signs it.
  package func sign(_ request: HTTPRequest, as credentials: StoreCredentials, at date: Date) -> HTTPRequest {
    guard case .accountKey(let key) = credentials else { return credentials.added(to: request) }
    var request = request
    let seconds = Int64(date.timeIntervalSince1970)
    request.fields.append(HTTPField("x-ms-date", HTTPDate.text(secondsSince1970: seconds)))
    let code = MessageAuthenticationCode(
      of: Array(request.textToSign(for: container.account).utf8), key: Array(Data(base64Encoded: key.text) ?? Data()))
    request.authorization = .signature("SharedKey \(container.account):", Secret(code.base64))
    return request
  }
}

extension HTTPRequest {
  /// The signed text (https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key#constructing-the-signature-string).
  /// `Date` is empty, since `x-ms-date` is set.
  fileprivate func textToSign(for account: String) -> String {
    let lines: [String?] = [
      value(of: "content-encoding"), value(of: "content-language"), body.isEmpty ? nil : "\(body.count)",
      value(of: "content-md5"), value(of: "content-type"), nil, value(of: "if-modified-since"), value(of: "if-match"),
      value(of: "if-none-match"), value(of: "if-unmodified-since"), value(of: "range"),
    ]
    // Azure's own fields, sorted by name.
    let fields = self.fields.map { ($0.name.lowercased(), $0.value) }.filter { $0.0.hasPrefix("x-ms-") }.sorted {
      $0.0 < $1.0
    }
    // The path as sent, after the account, and each pair of the query on a line, decoded and sorted by name.
    let url = URLParts(self.url)
    let pairs = url.query.map { "\n\($0.name):\(PercentEncoding.decoded($0.value) ?? "")" }
    let resource = "/\(account)\(url.path)" + pairs.joined()
    return ([method.rawValue] + lines.map { $0 ?? "" } + fields.map { "\($0):\($1)" } + [resource]).joined(
      separator: "\n")
  }
}
