/// The host of a URL: a DNS name, an IPv4 address or an IPv6 address in brackets.
package enum URLHost: Hashable, Sendable {
  /// As written.
  case name(String)
  /// Four bytes.
  case ipv4([UInt8])
  /// Eight groups.
  case ipv6([UInt16])

  /// Anything else gives nil, such as a name with an empty label or of more than 253 bytes (RFC 1035).
  /// `_` is let through since DNS has such names.
  package init?(_ text: Substring) {
    if text.first == "[", text.last == "]", text.count > 2 {
      guard let groups = ipv6Groups(text.dropFirst().dropLast()) else { return nil }
      self = .ipv6(groups)
    } else if let bytes = ipv4Bytes(text) {
      self = .ipv4(bytes)
    } else {
      guard isDNSName(text) else { return nil }
      self = .name(String(text))
    }
  }

  /// Whether it is a number and no name.
  package var isAddress: Bool { if case .name = self { false } else { true } }

  /// `localhost`, 127.0.0.0/8 and ::1.
  package var isLoopback: Bool {
    switch self {
    case .name(let name): name.lowercased() == "localhost"
    case .ipv4(let bytes): bytes.first == 127
    case .ipv6(let groups): groups == [0, 0, 0, 0, 0, 0, 0, 1]
    }
  }
}

private func isDNSName(_ text: Substring) -> Bool {
  let labels = text.split(separator: ".", omittingEmptySubsequences: false)
  // A name whose last label is a number is a mistyped address to every client.
  guard text.utf8.count <= 253, let last = labels.last, Int(last) == nil else { return false }
  return labels.allSatisfy { label in
    (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
      && label.utf8.allSatisfy { isUnreserved($0) && $0 != UInt8(ascii: "~") }
  }
}

private func ipv4Bytes(_ text: Substring) -> [UInt8]? {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  let bytes = parts.compactMap { part -> UInt8? in
    // A leading zero means octal to some clients; a sign is no digit.
    guard part == "0" || part.first != "0", part.allSatisfy(\.isNumber) else { return nil }
    return UInt8(part)
  }
  return parts.count == 4 && bytes.count == 4 ? bytes : nil
}

/// The groups of an IPv6 address (RFC 4291, section 2.2), with `::` filled in.
private func ipv6Groups(_ text: Substring) -> [UInt16]? {
  let halves = text.split(separator: "::", omittingEmptySubsequences: false)
  guard halves.count <= 2, let first = halves.first, let before = groups(first, mayEndInIPv4: halves.count == 1)
  else { return nil }
  guard halves.count == 2 else { return before.count == 8 ? before : nil }
  guard let after = groups(halves[1], mayEndInIPv4: true), before.count + after.count < 8 else { return nil }
  return before + Array(repeating: 0, count: 8 - before.count - after.count) + after
}

private func groups(_ text: Substring, mayEndInIPv4: Bool) -> [UInt16]? {
  guard !text.isEmpty else { return [] }
  var parts = text.split(separator: ":", omittingEmptySubsequences: false)
  var tail: [UInt16] = []
  if mayEndInIPv4, let bytes = parts.last.flatMap(ipv4Bytes) {
    tail = [UInt16(bytes[0]) << 8 | UInt16(bytes[1]), UInt16(bytes[2]) << 8 | UInt16(bytes[3])]
    parts.removeLast()
  }
  let groups = parts.compactMap { part -> UInt16? in
    (1...4).contains(part.utf8.count) && part.allSatisfy(\.isHexDigit) ? UInt16(part, radix: 16) : nil
  }
  return groups.count == parts.count ? groups + tail : nil
}
