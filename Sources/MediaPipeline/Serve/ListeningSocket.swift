import Essentials
import Findings
import SystemPackage

/// A server's address: an address of this machine and a port.
package struct ListeningAddress: Hashable, Sendable {
  /// In numbers: `127.0.0.1`, `::1`; `0.0.0.0` and `::` for all of this machine's.
  package let host: String
  /// 0: any free port.
  package let port: UInt16
  /// Whether only this machine reaches it.
  let isLoopback: Bool

  /// Nil if the host is neither an IPv4 or IPv6 address nor `localhost`.
  package init?(host: String, port: UInt16) {
    let name = host == "localhost" ? "127.0.0.1" : host
    guard let parsed = URLHost(Self.inURL(name)[...]), parsed.isAddress else { return nil }
    (self.host, self.port, isLoopback) = (name, port, parsed.isLoopback)
  }

  /// The URLs of the server, this machine's own first.
  package func urls(port: UInt16) -> [String] {
    let hosts =
      switch host {
      case "0.0.0.0": ["127.0.0.1"] + NetworkInterfaces.addresses().filter { !$0.contains(":") }
      case "::": ["::1"] + NetworkInterfaces.addresses()
      default: [host]
      }
    return hosts.map { "http://\(Self.inURL($0)):\(port)/" }
  }

  private static func inURL(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}

/// The addresses at which other machines reach this one.
private enum NetworkInterfaces {
  /// In numbers, IPv4 before IPv6; without loopback and link-local IPv6 addresses, which need a zone that browsers do not accept.
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
    switch CInt(address.pointee.sa_family) {
    case AF_INET: return SocketName(address, socklen_t(MemoryLayout<sockaddr_in>.size))?.host
    case AF_INET6: return SocketName(address, socklen_t(MemoryLayout<sockaddr_in6>.size))?.host
    default: return nil
    }
  }
}

/// A socket that takes connections.
struct ListeningSocket: Sendable {
  private let file: FileDescriptor
  /// The port that the socket got.
  let port: UInt16

  init(_ address: ListeningAddress) throws(Errno) {
    BrokenPipes.makeErrors()
    let file = try Self.bound(to: address)
    self.file = file
    port = SocketName { getsockname(file.rawValue, $0, $1) }?.port ?? address.port
  }

  func close() { try? file.close() }

  /// The next connection; nil if none came within a short time. While the system has no descriptor or no memory for it, the connection
  /// waits in the system's queue until others have ended, as they do within seconds.
  func next() -> FileDescriptor? {
    guard file.isReady(for: POLLIN) else { return nil }
    let connection = accept(file.rawValue, nil, nil)
    if connection < 0 { usleep(100_000) }
    return connection < 0 ? nil : FileDescriptor(rawValue: connection)
  }

  private static func bound(to address: ListeningAddress) throws(Errno) -> FileDescriptor {
    var (hints, list) = (addrinfo(), UnsafeMutablePointer<addrinfo>?.none)
    (hints.ai_flags, hints.ai_socktype) = (AI_NUMERICHOST | AI_NUMERICSERV, SocketName.stream)
    guard getaddrinfo(address.host, String(address.port), &hints, &list) == 0, let place = list?.pointee else {
      throw .addressNotAvailable
    }
    defer { freeaddrinfo(list) }
    let file = FileDescriptor(rawValue: socket(place.ai_family, place.ai_socktype, place.ai_protocol))
    guard file.rawValue >= 0 else { throw Errno(rawValue: errno) }
    var yes: CInt = 1
    setsockopt(file.rawValue, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
    // A client may leave between `poll` and `accept`, which then must not wait.
    guard bind(file.rawValue, place.ai_addr, place.ai_addrlen) == 0, listen(file.rawValue, SOMAXCONN) == 0,
      fcntl(file.rawValue, F_SETFL, O_NONBLOCK) == 0
    else {
      let reason = Errno(rawValue: errno)
      try? file.close()
      throw reason
    }
    return file
  }
}

/// One end of a connection, or an address of this machine: host and port in numbers.
struct SocketName {
  let host: String
  let port: UInt16

  init?(_ address: UnsafePointer<sockaddr>, _ length: socklen_t) {
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    var port = [CChar](repeating: 0, count: Int(NI_MAXSERV))
    let status = getnameinfo(
      address, length, &host, socklen_t(host.count), &port, socklen_t(port.count), NI_NUMERICHOST | NI_NUMERICSERV)
    guard status == 0, let number = UInt16(Self.text(port)) else { return nil }
    (self.host, self.port) = (Self.text(host), number)
  }

  /// - Parameter ask: `getsockname` or `getpeername`.
  init?(_ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let name = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask($0, &length) == 0 ? SocketName($0, length) : nil }
    }
    guard let name else { return nil }
    self = name
  }

  private static func text(_ bytes: [CChar]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  #if canImport(Glibc)
    static let stream = CInt(SOCK_STREAM.rawValue)
  #else
    static let stream = SOCK_STREAM
  #endif
}
