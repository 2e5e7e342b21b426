import Essentials

/// The variables that set the proxy (https://curl.se/libcurl/c/libcurl-env.html). libcurl reads them by itself; here they are read to
/// name the right one, and to keep their secrets out of texts.
public struct ProxyVariables: Sendable {
  private let variables: [String: String]

  public init(_ environment: [String: String]) { variables = environment.filter { !$0.value.isEmpty } }

  /// Those of this process.
  public static var current: ProxyVariables { ProxyVariables(ProcessInfo.processInfo.environment) }

  /// In order of precedence for a scheme. `HTTP_PROXY` is ignored: clients of a CGI program can set it.
  private static func names(_ scheme: String) -> [String] {
    (scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]) + ["all_proxy", "ALL_PROXY"]
  }

  /// The variable that sets a URL's proxy, unless its host is excepted; nil where none is set.
  public func name(for url: String) -> String? {
    Self.names(url.lowercased().hasPrefix("https:") ? "https" : "http").first { variables[$0] != nil }
  }

  /// The port of that proxy; nil where it is missing or invalid.
  func port(for url: String) -> Int? {
    guard let value = name(for: url).flatMap({ variables[$0] }) else { return nil }
    let place = ProxyAddress(value).place
    let host = place.prefix { $0 != "/" }
    guard let colon = host.lastIndex(of: ":"), host[colon...].firstIndex(of: "]") == nil else {
      return value.lowercased().hasPrefix("https:") ? 443 : 1080
    }
    return Int(host[host.index(after: colon)...])
  }

  /// Their secrets: users and passwords, as written and as sent. Where the host is missing, these are in its place.
  public var secrets: [Secret] {
    let names = Self.names("https") + Self.names("http") + ["HTTP_PROXY"]
    let texts = Set(names.compactMap { variables[$0] }).flatMap { ProxyAddress($0).secrets }
    // The longest first, so that a shorter one does not split it.
    return Set(texts).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }.map { Secret($0) }
  }
}

/// The value of a proxy variable, however malformed.
private struct ProxyAddress {
  /// A user and a password with a colon between them; nil without them.
  let user: Substring?
  /// The rest.
  let place: Substring

  init(_ text: String) {
    let rest = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
    guard let at = rest.lastIndex(of: "@") else {
      // Without a host, the user is before the colon, and what follows is not a port.
      let port = rest.firstIndex(of: ":").map { rest[rest.index(after: $0)...].prefix { $0 != "/" } } ?? ""
      let isPort = port.allSatisfy { $0.isASCII && $0.isNumber } || rest.hasPrefix("[")
      (user, place) = (isPort ? nil : rest, rest)
      return
    }
    (user, place) = (rest[..<at], rest[rest.index(after: at)...])
  }

  /// Texts under three characters are parts of ordinary words.
  var secrets: [String] {
    guard let user, !user.isEmpty else { return [] }
    let pairs = [String(user), decoded(user)]
    let parts = pairs.flatMap { $0.split(separator: ":", maxSplits: 1).map(String.init) }
    let sent = pairs.map { Data($0.utf8).base64EncodedString() }
    return (pairs + parts + parts.map { decoded($0[...]) } + sent).filter { $0.utf8.count >= 3 }
  }

  /// With `%40` and the like decoded, as libcurl sends them.
  private func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      let escape = byte == UInt8(ascii: "%") ? SpelledByte(rest) : nil
      bytes += escape?.bytes ?? [byte]
      rest = rest.dropFirst(escape?.length ?? 1)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// libcurl's text about a proxy without the secrets of its variables. libcurl repeats malformed variables whole.
  func withoutSecrets(of proxies: ProxyVariables) -> String {
    let text = replacing(/'.*@.*'/, with: "the proxy's variable")
      .replacing(/(?<start>[Pp]roxy( [a-z]+)* )'.*'/) { "\($0.output.start)its variable" }
    return SecretMask(proxies.secrets).hiding(in: text)
  }
}

extension HTTPError {
  /// The error of a transfer as the proxy's, if it is: it passes nothing on, or the connection that failed leads to its port.
  func blamed(on transfer: Transfer, _ proxies: ProxyVariables) -> HTTPError {
    guard let variable = proxies.name(for: transfer.url) else { return self }
    let status = transfer.facts.tunnelStatus
    switch (status, self) {
    case (407, _): return .proxyAuthentication(of: variable)
    case (500..., _): return .unreachable(detail: "the proxy that \(variable) names answers \(status)")
    case (300..., _):
      return .proxy(detail: "the one that \(variable) names answers \(status) and passes nothing on")
    case (_, .proxy(let detail)): return .proxy(detail: "\(variable): \(detail)")
    case (_, .closed(let detail)), (_, .unreachable(let detail)):
      let isProxys = transfer.lastPort != nil && transfer.lastPort == proxies.port(for: transfer.url)
      return isProxys ? .proxyFailed(detail: "the one that \(variable) names: \(detail)") : self
    default: return self
    }
  }

  /// A proxy requires authentication (https://www.rfc-editor.org/rfc/rfc9110#section-15.5.8).
  public static func proxyAuthentication(of variable: String) -> HTTPError {
    .proxy(
      detail: "the one that \(variable) names answers 407: the proxy asks for a user and a password, or for others")
  }
}
