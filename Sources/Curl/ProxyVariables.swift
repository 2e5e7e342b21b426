import Essentials

/// The variables that say which proxy is between (https://curl.se/libcurl/c/libcurl-env.html). libcurl reads them by itself; here they
/// are read to tell which one it was, and so that nothing tells what is secret in them.
public struct ProxyVariables: Sendable {
  private let variables: [String: String]

  public init(_ environment: [String: String]) { variables = environment.filter { !$0.value.isEmpty } }

  /// Those of this process.
  public static var current: ProxyVariables { ProxyVariables(ProcessInfo.processInfo.environment) }

  /// In the order in which they count for a scheme. `HTTP_PROXY` does not count: whoever asks a CGI program may set it.
  private static func names(_ scheme: String) -> [String] {
    (scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]) + ["all_proxy", "ALL_PROXY"]
  }

  /// The variable by which a URL's proxy is found, unless its host is excepted; nil where none is set.
  public func name(for url: String) -> String? {
    Self.names(url.lowercased().hasPrefix("https:") ? "https" : "http").first { variables[$0] != nil }
  }

  /// The port of that proxy; nil where there is none, or what is written is none.
  func port(for url: String) -> Int? {
    guard let value = name(for: url).flatMap({ variables[$0] }) else { return nil }
    let place = ProxyAddress(value).place
    let host = place.prefix { $0 != "/" }
    guard let colon = host.lastIndex(of: ":"), host[colon...].firstIndex(of: "]") == nil else {
      return value.lowercased().hasPrefix("https:") ? 443 : 1080
    }
    return Int(host[host.index(after: colon)...])
  }

  /// What nobody may be told of them: users and passwords, as they are written and as they are sent. Where somebody has forgotten the
  /// host, these stand in its place.
  public var secrets: [Secret] {
    let names = Self.names("https") + Self.names("http") + ["HTTP_PROXY"]
    let texts = Set(names.compactMap { variables[$0] }).flatMap { ProxyAddress($0).secrets }
    // The longest first: what is a part of another must not take it apart.
    return Set(texts).sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }.map { Secret($0) }
  }
}

/// What a variable of a proxy says, however malformed it is.
private struct ProxyAddress {
  /// A user and a password with a colon between them; nil where there is none.
  let user: Substring?
  /// What comes behind them.
  let place: Substring

  init(_ text: String) {
    let rest = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
    guard let at = rest.lastIndex(of: "@") else {
      // Without a host, what stands before the colon is a user, and what stands behind it no port.
      let port = rest.firstIndex(of: ":").map { rest[rest.index(after: $0)...].prefix { $0 != "/" } } ?? ""
      let isPort = port.allSatisfy { $0.isASCII && $0.isNumber } || rest.hasPrefix("[")
      (user, place) = (isPort ? nil : rest, rest)
      return
    }
    (user, place) = (rest[..<at], rest[rest.index(after: at)...])
  }

  /// Shorter texts than three characters are parts of any word.
  var secrets: [String] {
    guard let user, !user.isEmpty else { return [] }
    let pairs = [String(user), decoded(user)]
    let parts = pairs.flatMap { $0.split(separator: ":", maxSplits: 1).map(String.init) }
    let sent = pairs.map { Data($0.utf8).base64EncodedString() }
    return (pairs + parts + parts.map { decoded($0[...]) } + sent).filter { $0.utf8.count >= 3 }
  }

  /// With the bytes that stand there as `%40`, as libcurl sends them.
  private func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let number = UInt8(digits, radix: 16) {
        bytes.append(number)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// A text of libcurl's about a proxy without what is secret in its variables. Where they cannot be taken apart, libcurl repeats them
  /// whole.
  func withoutSecrets(of proxies: ProxyVariables) -> String {
    let text = replacing(/'.*@.*'/, with: "the proxy's variable")
      .replacing(/(?<start>[Pp]roxy( [a-z]+)* )'.*'/) { "\($0.output.start)its variable" }
    return SecretMask(proxies.secrets).hiding(in: text)
  }
}
