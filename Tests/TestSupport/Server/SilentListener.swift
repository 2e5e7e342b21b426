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
    let socket = try ListeningSocket(backlog: 8)
    (descriptor, port) = (socket.descriptor, socket.port)
  }

  deinit { close(descriptor) }
}
