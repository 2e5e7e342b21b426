import Foundation

/// A connection to this machine that sends what no client would. It blocks, for at most twenty seconds.
public final class RawConnection: Sendable {
  private let descriptor: Int32

  public init(port: UInt16) throws {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var time = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    let descriptor = descriptor
    let isOpen = withUnsafeBytes(of: &address) { bytes in
      guard let start = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
      return connect(descriptor, start, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
    guard isOpen else { throw TestServerError(description: "no connection: errno \(errno)") }
  }

  deinit { close(descriptor) }

  public func send(_ text: String) {
    // A server that has had enough may close before all is sent.
    signal(SIGPIPE, SIG_IGN)
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// How many bytes come until the server closes, of which no more than 10 MB are taken in each of the first seconds.
  public func byteCount(slowSeconds: Int) -> Int {
    var piece = [UInt8](repeating: 0, count: 1 << 19)
    var (all, reads) = (0, 0)
    while true {
      let count = read(descriptor, &piece, piece.count)
      guard count > 0 else { return all }
      (all, reads) = (all + count, reads + 1)
      if reads < slowSeconds * 20 { usleep(50_000) }
    }
  }

  /// What comes until the server closes.
  public func answer() -> String {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &piece, piece.count)
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += piece[..<count]
    }
  }
}
