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

  /// The target of a redirect is another request, with the same session.
  @Test func aRedirectToARefusedServerReachesItNot() async throws {
    let secret = try await TestServer([ServerAnswer("/secret")], isSecure: false)
    let front = try await TestServer([.redirect("/a", to: secret.url("/secret"))], isSecure: false)
    let port = front.port
    let session = try HTTPSession(HTTPSessionSettings(mayConnect: { $0.port == port }))
    let target = try #require(try await load(front.url("/a"), in: session).redirect)
    #expect(target == secret.url("/secret"))
    await #expect(throws: HTTPError.self) { try await load(target, in: session) }
    #expect(secret.log.isEmpty)
    #expect(front.log == ["connection", "GET /a"])
  }

  @Test func thePolicySeesAddressAndPort() async throws {
    let server = try await TestServer([ServerAnswer("/a")], isSecure: false)
    let seen = Mutex<[SocketAddress]>([])
    let session = try HTTPSession(
      HTTPSessionSettings(mayConnect: { address in
        seen.withLock { $0.append(address) }
        return true
      }))
    _ = try await load("http://127.0.0.1:\(server.port)/a", in: session)
    #expect(seen.withLock { $0 } == [SocketAddress(bytes: [127, 0, 0, 1], port: server.port)])
  }
}
