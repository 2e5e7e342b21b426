import Findings
import Libraries
import PushDelivery
import Synchronization
import TestSupport
import Testing

/// The policy is asked about the very address that would be connected, so that nothing gets round it.
@Suite(.timeLimit(.minutes(10))) struct AddressPolicyTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func load(_ url: String, in session: HTTPSession) async throws(HTTPError) -> HTTPResponse {
    try await session.load(HTTPRequest(.get, url, bodyLimit: 1000, timeLimit: .seconds(60)), into: folder.absolute("a"))
  }

  /// The name leads to the address only by way of the system's resolver.
  @Test(arguments: ["localhost", "127.0.0.1", "2130706433", "0x7f.1"])
  func noConnectionIsMadeToARefusedAddress(host: String) async throws {
    let server = try await TestServer([ServerAnswer("/a")], isSecure: false)
    let session = try HTTPSession(HTTPSessionSettings(mayConnect: { $0.bytes.first != 127 && $0.bytes.count == 4 }))
    var refused: SocketAddress?
    do { _ = try await load("http://\(host):\(server.port)/a", in: session) } catch {
      if case .refused(let address) = error { refused = address }
    }
    #expect(refused?.port == server.port)
    #expect(server.log.isEmpty)
  }
}
