import Findings

/// Values that are filled into an address: `https://shop.com/{{page}}?q={{words}}`.
enum AddressFilling {
  /// Whether a text is an address, by what stands before its first placeholder. Where that is the whole address, its value is left as it is.
  static func isAddress(beginning: String) -> Bool {
    guard let end = beginning.firstRange(of: "://") else { return false }
    return beginning[..<end.lowerBound].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// A value as a part of an address. One that is escaped already, and a part of a path or a query that needs no escapes, stays as it is.
  ///
  /// - Parameter before: the address up to the value.
  static func escaped(_ value: String, behind before: String) -> String {
    let isParameter = before.contains("?") && before.last.map { !"?&".contains($0) } == true
    let isPlain = value.utf8.allSatisfy {
      isUnreserved($0) || (isParameter ? "%" : "%/?&=#+,:;@!$'()*").utf8.contains($0)
    }
    if isPlain, PercentEncoding.decoded(value) != nil { return value }
    return isParameter ? PercentEncoding.component(value) : PercentEncoding.path(value)
  }
}
