/// The address of a machine.
package enum IPAddress: Hashable, Sendable {
  /// Four bytes, the first in the highest place.
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

  /// Whether everybody's packets to it may reach a machine of the internet. False for what IANA's registries of special
  /// purposes hold as not globally reachable (https://www.iana.org/assignments/iana-ipv4-special-registry and
  /// …/iana-ipv6-special-registry), and for IPv6 addresses that stand for such an IPv4 address.
  package var isPublic: Bool {
    switch self {
    case .v4(let address): !specialIPv4.contains { $0.contains(address) }
    case .v6(let groups): groups.count == 8 && isPublicIPv6(groups)
    }
  }
}

extension URLHost {
  /// Nil for a name, which DNS alone can tell.
  package var address: IPAddress? {
    switch self {
    case .name: nil
    case .ipv4(let bytes): IPAddress(bytes: bytes)
    case .ipv6(let groups): .v6(groups)
    }
  }
}

/// All addresses whose first bits are the same.
private struct IPv4Network {
  let prefix: UInt32
  let length: UInt32

  init(_ first: UInt32, _ second: UInt32 = 0, _ third: UInt32 = 0, length: UInt32) {
    prefix = first << 24 | second << 16 | third << 8
    self.length = length
  }

  func contains(_ address: UInt32) -> Bool { (address ^ prefix) >> (32 - length) == 0 }
}

private let specialIPv4 = [
  // This network; private; shared by a carrier's customers; loopback.
  IPv4Network(0, length: 8), IPv4Network(10, length: 8), IPv4Network(100, 64, length: 10), IPv4Network(127, length: 8),
  // Link-local, where clouds keep the credentials of their machines; private.
  IPv4Network(169, 254, length: 16), IPv4Network(172, 16, length: 12), IPv4Network(192, 168, length: 16),
  // Assignments of protocols; documentation; the former relays of 6to4; benchmarks; documentation.
  IPv4Network(192, 0, 0, length: 24), IPv4Network(192, 0, 2, length: 24), IPv4Network(192, 88, 99, length: 24),
  IPv4Network(198, 18, length: 15), IPv4Network(198, 51, 100, length: 24), IPv4Network(203, 0, 113, length: 24),
  // Multicast; reserved, with the broadcast address.
  IPv4Network(224, length: 4), IPv4Network(240, length: 4),
]

private func isPublicIPv6(_ groups: [UInt16]) -> Bool {
  // NAT64 (RFC 6052): an IPv4 address at the end.
  if groups[..<6] == [0x64, 0xFF9B, 0, 0, 0, 0] { return isPublicIPv4(groups[6], groups[7]) }
  // Of all others only global unicast has been handed out: this leaves out loopback, unique local, link-local, multicast,
  // the IPv4-mapped and IPv4-compatible forms, which no public name has.
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
