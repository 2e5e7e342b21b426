import Essentials
import SystemPackage

/// A socket that takes connections.
struct ListeningSocket: Sendable {
  private let file: FileDescriptor
  /// The port that the socket got.
  let port: UInt16

  /// - Throws: the system's reason if it cannot listen there.
  init(_ address: ListeningAddress) throws(Errno) {
    BrokenPipes.makeErrors()
    let file = try Self.bound(to: address)
    self.file = file
    port = SocketName { getsockname(file.rawValue, $0, $1) }?.port ?? address.port
  }

  func close() { try? file.close() }

  /// The next connection; nil if none came within a short time. While the system has no descriptor or no memory for it, the connection
  /// waits in the system's queue until others have ended.
  ///
  /// - Throws: the system's reason if the socket can accept no more connections.
  func next() throws(Errno) -> FileDescriptor? {
    guard file.isReady(to: .read) else { return nil }
    let connection = accept(file.rawValue, nil, nil)
    guard connection < 0 else { return FileDescriptor(rawValue: connection) }
    let reason = Errno(rawValue: errno)
    // These four concern the socket; all others concern one connection (accept(2)).
    if [.badFileDescriptor, .invalidArgument, .notSocket, .badAddress].contains(reason) { throw reason }
    if [.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory].contains(reason) { usleep(Self.pause) }
    return nil
  }

  /// How long it waits for descriptors, in microseconds: connections end within seconds.
  private static let pause: UInt32 = 200_000

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
