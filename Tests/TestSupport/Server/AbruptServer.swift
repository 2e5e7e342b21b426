import Foundation

/// A server on 127.0.0.1 that answers whatever it is asked with the same bytes, and closes the connection behind them.
public final class AbruptServer: Sendable {
  private let descriptor: Int32
  public let port: Int

  /// - Parameter answer: the bytes, be they HTTP or not.
  public init(_ answer: String) throws {
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
      return bind(descriptor, start, length) == 0 && listen(descriptor, 64) == 0
        && getsockname(descriptor, start, &length) == 0
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard isOpen else { throw TestServerError(description: "no socket: errno \(errno)") }
    let bytes = Array(answer.utf8)
    Thread.detachNewThread { Self.serve(descriptor, bytes) }
  }

  /// Ends the thread, too, which waits for the next connection.
  deinit {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }

  private static func serve(_ descriptor: Int32, _ answer: [UInt8]) {
    signal(SIGPIPE, SIG_IGN)
    var request = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else { return }
      // A request without a body comes in one piece here.
      _ = read(connection, &request, request.count)
      var sent = 0
      while sent < answer.count {
        let count = answer[sent...].withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        sent += count
      }
      close(connection)
    }
  }
}
