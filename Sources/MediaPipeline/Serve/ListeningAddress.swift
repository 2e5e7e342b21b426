import Essentials
import Findings
import PushDelivery

/// Where a server listens: an address of this machine and a port.
public struct ListeningAddress: Hashable, Sendable {
  /// In numbers: `127.0.0.1`, `::1`; `0.0.0.0` and `::` for all of this machine's.
  public let host: String
  /// 0: any that is free.
  public let port: UInt16

  /// Nil when the host is neither an IPv4 or IPv6 address nor `localhost`.
  public init?(host: String, port: UInt16) {
    let host = host == "localhost" ? "127.0.0.1" : host
    guard Self.isIPv4(host) || Self.isIPv6(host) else { return nil }
    (self.host, self.port) = (host, port)
  }

  var isIPv6: Bool { Self.isIPv6(host) }

  /// Under which names a server there answers.
  var hosts: ServedHosts {
    URLHost(isIPv6 ? "[\(host)]" : host[...])?.isLoopback == true ? .loopback : .all
  }

  /// The URLs by which the server is reached, this machine's own first.
  ///
  /// - Parameter port: the one that it got.
  public func urls(port: UInt16) -> [String] {
    let hosts =
      switch host {
      case "0.0.0.0": ["127.0.0.1"] + NetworkInterfaces.addresses().filter(Self.isIPv4)
      case "::": ["::1"] + NetworkInterfaces.addresses()
      default: [host]
      }
    return hosts.map { "http://" + (Self.isIPv6($0) ? "[\($0)]" : $0) + ":\(port)/" }
  }

  private static func isIPv4(_ host: String) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, host, &address) == 1
  }

  private static func isIPv6(_ host: String) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET6, host, &address) == 1
  }
}

/// The addresses by which other machines reach this one.
enum NetworkInterfaces {
  /// In numbers, IPv4 before IPv6; without loopback and without link-local IPv6 addresses, which need a zone that browsers do not
  /// take.
  static func addresses() -> [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    let found = sequence(first: list, next: { $0?.pointee.ifa_next }).compactMap { $0.flatMap(address) }
    return found.filter { !$0.contains(":") } + found.filter { $0.contains(":") && !$0.hasPrefix("fe80:") }
  }

  private static func address(_ interface: UnsafeMutablePointer<ifaddrs>) -> String? {
    let flags = UInt32(interface.pointee.ifa_flags)
    guard flags & UInt32(IFF_UP) != 0, flags & UInt32(IFF_LOOPBACK) == 0, let address = interface.pointee.ifa_addr
    else { return nil }
    let length: Int
    switch Int32(address.pointee.sa_family) {
    case AF_INET: length = MemoryLayout<sockaddr_in>.size
    case AF_INET6: length = MemoryLayout<sockaddr_in6>.size
    default: return nil
    }
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let status = getnameinfo(address, socklen_t(length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
    return status == 0 ? String(validating: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
