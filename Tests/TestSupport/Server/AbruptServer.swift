import Foundation

/// A server on 127.0.0.1 that answers every request with the same bytes, and then closes the connection.
public final class AbruptServer: Sendable {
  private let listener: SilentListener
  public var port: Int { listener.port }

  /// - Parameter answer: the text, be it HTTP or not.
  public convenience init(_ answer: String) throws { try self.init(Array(answer.utf8)) }

  public init(_ bytes: [UInt8]) throws {
    listener = try SilentListener(backlog: 64)
    let descriptor = listener.descriptor
    Thread.detachNewThread { Self.serve(descriptor, bytes) }
  }

  /// Ends the thread, which waits for the next connection.
  deinit { shutdown(listener.descriptor, Int32(SHUT_RDWR)) }

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
