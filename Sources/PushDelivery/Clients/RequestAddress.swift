import Findings

/// The URL that a client requests for a given text.
package enum RequestAddress: Hashable, Sendable {
  /// This, without a fragment.
  case url(String)
  /// Perhaps this: it depends on something unknown here.
  case perhaps(String, settledBy: String)
  /// Nothing: the text is not a URL to it.
  case none

  /// The requested URL; nil if none.
  package var text: String? {
    switch self {
    case .url(let text), .perhaps(let text, _): text
    case .none: nil
    }
  }
}

extension LoadingClient {
  /// How it reads a URL. All take a URL that RFC 3986 permits as it is; each repairs others in its own way.
  package func address(_ text: String) -> RequestAddress {
    if let url = try? StrictURL(text) { return .url(quoted(withoutUserInfo(url))) }
    switch self {
    case .android, .chrome:
      return Self.repaired(text.browserTrimmed, escaping: escapedCharacters).map { .url($0) } ?? .none
    case .ios:
      // Since the SDK of iOS 17, `URLWithString:` escapes what is invalid, and then every % too
      // (https://developer.apple.com/documentation/foundation/nsurl/1572047-urlwithstring); before, it gives nil.
      let escaped: (Unicode.Scalar) -> Bool = { !$0.isPermittedInURL || $0 == "%" }
      return Self.repaired(text, escaping: (escaped, escaped)).map {
        .perhaps(
          $0, settledBy: "the SDK that the service extension is built with: before that of iOS 17 it is no address")
      } ?? .none
    }
  }

  /// Android ignores a name and a password before the host (AOSP external/okhttp, HttpURLConnectionImpl).
  private func withoutUserInfo(_ url: StrictURL) -> String {
    let text = url.withoutFragment
    guard self == .android, url.userInfo != nil, let at = text.firstIndex(of: "@"),
      let slashes = text.firstRange(of: "://")
    else { return text }
    return String(text[..<slashes.upperBound] + text[text.index(after: at)...])
  }

  /// Android and Chrome escape an apostrophe in a query, although RFC 3986 permits it.
  private func quoted(_ url: String) -> String {
    guard self != .ios, let query = url.firstIndex(of: "?") else { return url }
    return String(url[..<query]) + url[query...].replacing("'", with: "%27")
  }

  /// The characters escaped in paths and queries: the URL standard's sets for Chrome (https://url.spec.whatwg.org/#percent-encoded-bytes),
  /// and those of `HttpUrl` for Android. Both keep a % without an escape.
  private var escapedCharacters: (path: (Unicode.Scalar) -> Bool, query: (Unicode.Scalar) -> Bool) {
    let inPath: Set<Unicode.Scalar> =
      self == .chrome ? ["\"", "<", ">", "^", "`", "{", "}"] : ["\"", "<", ">", "^", "`", "{", "}", "|"]
    let inQuery: Set<Unicode.Scalar> = ["\"", "<", ">", "'"]
    return ({ !$0.isGraphicASCII || inPath.contains($0) }, { !$0.isGraphicASCII || inQuery.contains($0) })
  }

  /// nil if even the repaired text is not a URL with a host.
  private static func repaired(
    _ text: String, escaping sets: (path: (Unicode.Scalar) -> Bool, query: (Unicode.Scalar) -> Bool)
  ) -> String? {
    guard let slashes = text.firstRange(of: "://") else { return nil }
    let authority = text[slashes.upperBound...].prefix { !"/?#\\".contains($0) }
    let path = text[authority.endIndex...].prefix { !"?#".contains($0) }
    let query = text[path.endIndex...].prefix { $0 != "#" }
    guard let host = Punycode.host(String(authority)) else { return nil }
    let start = text[..<slashes.upperBound] + host
    guard let url = try? StrictURL(String(start)), url.userInfo == nil else { return nil }
    let slashed = path.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "/")
    return start + escaped(slashed, sets.path) + escaped(String(query), sets.query)
  }

  private static func escaped(_ text: String, _ isEscaped: (Unicode.Scalar) -> Bool) -> String {
    text.unicodeScalars.map { isEscaped($0) ? PercentEncoding.everything(String($0)) : String($0) }.joined()
  }
}

extension StrictURL {
  /// The requested URL: a fragment never leaves the client.
  fileprivate var withoutFragment: String { fragment == nil ? text : String(text.prefix { $0 != "#" }) }
}

extension String {
  /// Without control characters and blanks around it, and without line breaks and tabs inside.
  var browserTrimmed: String {
    let scalars = unicodeScalars.drop { $0.value <= 0x20 }.reversed().drop { $0.value <= 0x20 }.reversed()
    return String(String.UnicodeScalarView(scalars.filter { !["\t", "\n", "\r"].contains($0) }))
  }
}

extension Unicode.Scalar {
  fileprivate var isGraphicASCII: Bool { value > 0x20 && value < 0x7F }

  fileprivate var isPermittedInURL: Bool { isGraphicASCII && !"\"<>\\^`{|}".unicodeScalars.contains(self) }
}

/// Host names with letters outside ASCII, as clients ask DNS for them (RFC 3492).
enum Punycode {
  /// The name with non-ASCII labels as `xn--`; nil if one cannot be encoded. Letters become lower case; nothing else of the name mapping
  /// (UTS 46) is done.
  static func host(_ name: String) -> String? {
    let labels = name.lowercased().split(separator: ".", omittingEmptySubsequences: false).map(label)
    return labels.contains(nil) ? nil : labels.compactMap(\.self).joined(separator: ".")
  }

  private static func label(_ text: Substring) -> String? {
    let scalars = text.unicodeScalars.map(\.value)
    let basic = scalars.filter { $0 < 0x80 }
    guard basic.count < scalars.count else { return String(text) }
    var output = String(String.UnicodeScalarView(basic.compactMap(Unicode.Scalar.init)))
    if !basic.isEmpty { output += "-" }
    var (code, delta, bias, handled) = (UInt32(0x80), 0, 72, basic.count)
    while handled < scalars.count {
      guard let next = scalars.filter({ $0 >= code }).min() else { return nil }
      delta += Int(next - code) * (handled + 1)
      code = next
      for scalar in scalars {
        if scalar < code { delta += 1 }
        guard scalar == code else { continue }
        output += digits(of: delta, bias: bias)
        bias = adapted(delta, count: handled + 1, isFirst: handled == basic.count)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
    return "xn--" + output
  }

  private static func digits(of delta: Int, bias: Int) -> String {
    var (rest, text, k) = (delta, "", 36)
    while true {
      let threshold = min(max(k - bias, 1), 26)
      guard rest >= threshold else { return text + digit(rest) }
      text += digit(threshold + (rest - threshold) % (36 - threshold))
      rest = (rest - threshold) / (36 - threshold)
      k += 36
    }
  }

  /// `a` to `z`, then `0` to `9`.
  private static func digit(_ value: Int) -> String {
    String(UnicodeScalar(UInt8(value < 26 ? value + 97 : value - 26 + 48)))
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var rest = isFirst ? delta / 700 : delta / 2
    rest += rest / count
    var k = 0
    while rest > 455 {
      rest /= 35
      k += 36
    }
    return k + 36 * rest / (rest + 38)
  }
}
