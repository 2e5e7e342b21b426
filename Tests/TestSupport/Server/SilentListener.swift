#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A socket on 127.0.0.1 that listens on a free port, takes connections and sends nothing.
public final class SilentListener: Sendable {
  let descriptor: Int32
  public let port: Int

  /// - Throws: `TestServerError` with the system's error number, if it cannot listen.
  public convenience init() throws { try self.init(backlog: 8) }

  /// - Parameter backlog: how many connections may wait.
  init(backlog: Int32) throws {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutableBytes(of: &address) { bytes in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
      return bind(descriptor, start, length) == 0 && listen(descriptor, backlog) == 0
        && getsockname(descriptor, start, &length) == 0
    }
    guard isOpen else { throw TestServerError(description: "no socket: errno \(errno)") }
    self.descriptor = descriptor
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit { close(descriptor) }
}
