/// The host of a URL: a DNS name, an IPv4 address or an IPv6 address in brackets.
package enum URLHost: Hashable, Sendable {
  /// As written.
  case name(String)
  /// Four bytes.
  case ipv4([UInt8])
  /// Eight groups.
  case ipv6([UInt16])

  /// Anything else gives nil, such as a name with an empty label or over 253 bytes (RFC 1035). `_` is allowed, because DNS has such names.
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

  /// Whether it is an IP address.
  package var isAddress: Bool { if case .name = self { false } else { true } }

  /// Whether the name is reserved for documents and tests.
  ///
  /// Source: RFC 2606, sections 2 and 3.
  package var isReserved: Bool {
    guard case .name(let name) = self else { return false }
    let labels = name.lowercased().split(separator: ".")
    guard let top = labels.last else { return false }
    if ["test", "example", "invalid", "localhost"].contains(top) { return true }
    return ["com", "net", "org"].contains(top) && labels.dropLast().last == "example"
  }

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
  let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  // If the last label is a number, clients see a mistyped address.
  guard text.utf8.count <= 253, let last = labels.last, Int(Substring(last)) == nil else { return false }
  return labels.allSatisfy { label in
    (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
      && label.allSatisfy { isUnreserved($0) && $0 != UInt8(ascii: "~") }
  }
}

private func ipv4Bytes(_ text: Substring) -> [UInt8]? {
  guard let first = text.utf8.first, isDigit(first) else { return nil }
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  let bytes = parts.compactMap { part -> UInt8? in
    // Some clients read a leading zero as octal; no signs.
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

/// The address of a machine.
package enum IPAddress: Hashable, Sendable {
  /// Four bytes, the most significant first.
  case v4(UInt32)
  /// Eight groups.
  case v6([UInt16])

  /// Takes four or sixteen bytes in network order; any other count gives nil.
  package init?(bytes: [UInt8]) {
    switch bytes.count {
    case 4: self = .v4(bytes.reduce(0) { $0 << 8 | UInt32($1) })
    case 16: self = .v6(stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) })
    default: return nil
    }
  }

  /// Whether the address is globally reachable. False for addresses that IANA's special-purpose registries list as not globally reachable
  /// (https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry), and for IPv6 addresses that embed such
  /// an IPv4 address.
  package var isPublic: Bool {
    switch self {
    case .v4(let address): !specialIPv4.contains { (address ^ $0.prefix) >> $0.rest == 0 }
    case .v6(let groups): groups.count == 8 && isPublicIPv6(groups)
    }
  }
}

extension URLHost {
  /// Nil for a name: only DNS resolves it.
  package var address: IPAddress? {
    switch self {
    case .name: nil
    case .ipv4(let bytes): IPAddress(bytes: bytes)
    case .ipv6(let groups): .v6(groups)
    }
  }
}

/// Addresses whose first bits are the same.
private let specialIPv4 = [
  // This network; private; shared by a carrier's customers; loopback.
  "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8",
  // Link-local, where clouds keep the credentials of their machines; private.
  "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16",
  // Assignments of protocols; documentation; the former relays of 6to4; benchmarks; documentation.
  "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
  // Multicast; reserved, with the broadcast address.
  "224.0.0.0/4", "240.0.0.0/4",
].map { network in
  let parts = network.split(separator: "/")
  let prefix = (ipv4Bytes(parts[0]) ?? []).reduce(0) { $0 << 8 | UInt32($1) }
  return (prefix: prefix, rest: 32 - (UInt32(parts[1]) ?? 0))
}

private func isPublicIPv6(_ groups: [UInt16]) -> Bool {
  // NAT64 (RFC 6052): an IPv4 address at the end.
  if groups[..<6] == [0x64, 0xFF9B, 0, 0, 0, 0] { return isPublicIPv4(groups[6], groups[7]) }
  // The rest: only global unicast is allocated. Excluded are loopback, unique local, link-local, multicast, IPv4-mapped and IPv4-compatible
  // addresses, which public names lack.
  guard groups[0] & 0xE000 == 0x2000 else { return false }
  switch (groups[0], groups[1]) {
  // 6to4 (RFC 3056): an IPv4 address behind the prefix.
  case (0x2002, _): return isPublicIPv4(groups[1], groups[2])
  // Assignments of protocols, with Teredo; documentation.
  case (0x2001, 0..<0x200), (0x2001, 0xDB8), (0x3FFF, 0..<0x1000): return false
  default: return true
  }
}

private func isPublicIPv4(_ high: UInt16, _ low: UInt16) -> Bool {
  IPAddress.v4(UInt32(high) << 16 | UInt32(low)).isPublic
}
