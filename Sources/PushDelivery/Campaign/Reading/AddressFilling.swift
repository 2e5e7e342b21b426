import Findings

/// Values that are filled into a URL: `https://shop.com/{{page}}?q={{words}}`.
enum AddressFilling {
  /// Whether a text is a URL, by the part before its first placeholder. If a placeholder is the whole URL, its value is kept.
  static func isAddress(beginning: String) -> Bool {
    guard let end = beginning.firstRange(of: "://") else { return false }
    return beginning[..<end.lowerBound].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// A value escaped for its part of a URL. A value that is already escaped, or needs no escapes in a path or query, does not change.
  ///
  /// - Parameter before: the URL up to the value.
  static func escaped(_ value: String, behind before: String) -> String {
    let isParameter = before.contains("?") && before.last.map { !"?&".contains($0) } == true
    let isPlain = value.utf8.allSatisfy {
      isUnreserved($0) || (isParameter ? "%" : "%/?&=#+,:;@!$'()*").utf8.contains($0)
    }
    if isPlain, PercentEncoding.decoded(value) != nil { return value }
    return isParameter ? PercentEncoding.component(value) : PercentEncoding.path(value)
  }
}
