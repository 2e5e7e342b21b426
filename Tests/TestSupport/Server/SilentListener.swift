#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A socket on 127.0.0.1 that takes connections and never says a word.
public final class SilentListener: Sendable {
  private let descriptor: Int32
  public let port: Int

  public init() throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isOpen = withUnsafeMutableBytes(of: &address) { bytes in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
      return bind(descriptor, start, length) == 0 && listen(descriptor, 8) == 0
        && getsockname(descriptor, start, &length) == 0
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard isOpen else { throw TestServerError(description: "no socket: errno \(errno)") }
  }

  deinit { close(descriptor) }
}
