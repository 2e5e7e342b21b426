import Findings

extension LoadingClient {
  /// The target of an answer's `Location`; nil without one.
  ///
  /// Android and Chrome read it by the URL standard, which forgives much (https://url.spec.whatwg.org/#concept-basic-url-parser; AOSP
  /// external/okhttp, HttpUrl.resolve); Apple's systems read it by RFC 3986.
  ///
  /// - Parameter strict: its target by RFC 3986, as an absolute URL; bytes outside ASCII are escaped one by one.
  package func target(of hop: Hop, strict: String?) -> String? {
    guard self != .ios, let location = location(hop) else { return strict }
    // Chrome takes bytes that are not UTF-8 as they are, as the strict reading does; Android reads U+FFFD.
    if self == .chrome, location.unicodeScalars.contains("\u{FFFD}") { return strict }
    let resolved = Self.resolved(location.browserTrimmed, from: hop.url)
    return address(resolved).text ?? resolved
  }

  /// Of several fields Android reads the last, even if empty, and Chrome the first that is not empty.
  private func location(_ hop: Hop) -> String? {
    let values = hop.header.values("Location")
    return self == .android ? values.last : values.first { !$0.isEmpty }
  }

  /// - Parameter base: an absolute URL of http or https.
  private static func resolved(_ location: String, from base: String) -> String {
    let baseScheme = String(base.prefix { $0 != ":" })
    guard let scheme = scheme(of: location) else { return relative(location, from: base, baseScheme) }
    let rest = location.dropFirst(scheme.count + 1)
    guard ["http", "https"].contains(scheme) else { return location }
    let slashes = rest.prefix(while: \.isAnySlash)
    if scheme == baseScheme.lowercased(), slashes.count < 2 { return relative(String(rest), from: base, baseScheme) }
    return "\(scheme)://" + rest.dropFirst(slashes.count)
  }

  private static func relative(_ text: String, from base: String, _ scheme: String) -> String {
    let slashes = text.prefix(while: \.isAnySlash)
    if slashes.count >= 2 { return "\(scheme)://" + text.dropFirst(slashes.count) }
    let withoutFragment = base.prefix { $0 != "#" }
    if text.isEmpty || text.hasPrefix("#") { return withoutFragment + text }
    let withoutQuery = withoutFragment.prefix { $0 != "?" }
    if text.hasPrefix("?") { return withoutQuery + text }
    let authorityEnd = withoutQuery.dropFirst(scheme.count + 3).firstIndex(of: "/") ?? withoutQuery.endIndex
    if !slashes.isEmpty { return withoutQuery[..<authorityEnd] + "/" + text.dropFirst() }
    let folderEnd = withoutQuery[authorityEnd...].lastIndex(of: "/") ?? withoutQuery.endIndex
    return withoutQuery[..<folderEnd] + "/" + text
  }

  /// In lower case; nil for a relative URL.
  private static func scheme(of text: String) -> String? {
    guard let colon = text.firstIndex(of: ":"), let first = text.first, first.isASCII, first.isLetter else {
      return nil
    }
    let name = text[..<colon]
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }) else { return nil }
    return name.lowercased()
  }
}

extension Character {
  /// Browsers read backslashes as `/`.
  fileprivate var isAnySlash: Bool { self == "/" || self == "\\" }
}
