import Findings
import Foundation
import Libraries
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// The answer that each client gets from a real server.
@Suite(.timeLimit(.minutes(10))) struct AssetLoaderTests {
  private func loader(
    longestTime: Duration? = nil, mayConnect: @escaping @Sendable (SocketAddress) -> Bool = { _ in true }
  ) async throws -> AssetLoader {
    let file = try await TestAuthority.shared().certificateFile
    return try AssetLoader(certificateFile: file, longestTime: longestTime, mayConnect: mayConnect)
  }

  private func exchanges(
    _ path: String, _ answers: [ServerAnswer], isSecure: Bool = true, longestTime: Duration? = nil
  ) async throws -> [Exchange] {
    let server = try await TestServer(answers, isSecure: isSecure)
    return try await loader(longestTime: longestTime).load(server.url(path), as: LoadingClient.allCases)
  }

  @Test func everyClientSendsItsOwnWordsAndTakesTheCodingsThatItUnpacks() async throws {
    let clients = [
      ("Dalvik", 201, "gzip"), ("CFNetwork", 202, "gzip, deflate, br"), ("Chrome", 203, "gzip, deflate, br, zstd"),
    ]
    let answers = clients.reversed().map {
      ScriptedAnswer("/a", userAgent: $0, status: $1, condition: "Accept-Encoding: \($2)")
    }
    let server = try await TestServer(answers, isSecure: true)
    let exchanges = try await loader().load(server.url("/a"), as: LoadingClient.allCases)
    #expect(exchanges.map(\.client) == [.android, .ios, .chrome])
    #expect(exchanges.map { $0.hops.map(\.status) } == [[201], [202], [203]])
  }

  @Test func theBodyIsToldWithItsDigestAndFormat() async throws {
    let text = "<html>" + String(repeating: "x", count: 100_000)
    let exchanges = try await exchanges("/a", [ServerAnswer("/a", body: .text(text))])
    let body = LoadedBody(
      digest: ContentDigest(of: Array(text.utf8)), byteCount: text.utf8.count, isCapped: false, format: nil)
    #expect(exchanges.map(\.end) == [.loaded(body), .loaded(body), .loaded(body)])
  }

  @Test func redirectsAreFollowedHopByHop() async throws {
    let answers: [ServerAnswer] = [.redirect("/a", to: "b"), .redirect("/b", to: "/c?d"), ServerAnswer("/c?d")]
    let server = try await TestServer(answers)
    for exchange in try await loader().load(server.url("/a"), as: LoadingClient.allCases) {
      #expect(exchange.hops.map(\.url) == ["/a", "/b", "/c?d"].map(server.url))
      #expect(exchange.hops.map(\.status) == [302, 302, 200])
      #expect(exchange.hops.allSatisfy { $0.peer == "127.0.0.1" && $0.times.total > 0 })
    }
  }

  @Test func onlyAndroidStaysWithPlainHTTP() async throws {
    let secure = try await TestServer([ServerAnswer("/b", body: .text("b"))])
    let target = secure.url("/b")
    let exchanges = try await exchanges("/a", [.redirect("/a", to: target)], isSecure: false)
    #expect(exchanges.map(\.hops.count) == [1, 2, 2])
    // It takes the redirect for the answer.
    #expect(exchanges.first?.end == .loaded(Self.nothing))
    #expect(secure.log.count { $0 == "GET /b" } == 2)
  }

  /// Android passes over a name before the host, and no other client goes there.
  @Test func onlyAndroidFollowsToAHostBehindAName() async throws {
    let target = try await TestServer([ServerAnswer("/b", body: .text("b"))])
    let named = target.url("/b").replacing("https://", with: "https://user:word@")
    let exchanges = try await exchanges("/a", [.redirect("/a", to: named)])
    #expect(exchanges.map(\.hops.count) == [2, 1, 1])
    #expect(exchanges.first?.hops.last?.url == target.url("/b"))
    #expect(target.namesOfFields.isDisjoint(with: ["authorization"]))
  }

  /// The server behind the redirect is reachable, and its log stays empty.
  @Test func aRedirectToARefusedAddressIsNotConnected() async throws {
    let secret = try await TestServer([ServerAnswer("/secret")])
    let front = try await TestServer([.redirect("/a", to: secret.url("/secret"))])
    let port = front.port
    let loader = try await loader { $0.port == port }
    for exchange in await loader.load(front.url("/a"), as: LoadingClient.allCases) {
      #expect(exchange.hops.map(\.status) == [302])
      guard case .failed(.privateAddress) = exchange.end else {
        Issue.record("\(exchange.end)")
        continue
      }
    }
    #expect(secret.log == [])
    #expect(front.log.count { $0 == "GET /a" } == 3)
  }

  /// All wait at the same time: one after the other, the second would ask after thirty seconds.
  @Test func aSlowServerCostsItsSlowestClient() async throws {
    let server = try await TestServer([ServerAnswer("/a", delay: 120)])
    let loader = try await loader()
    let task = Task { await loader.load(server.url("/a"), as: [.ios, .chrome]) }
    try await waitUntil("both ask", within: .seconds(25)) { server.log.count { $0 == "GET /a" } == 2 }
    task.cancel()
    _ = await task.value
  }

  /// Every hop takes from the same time.
  @Test func slowRedirectsAreTakenTogether() async throws {
    let slow = ServerAnswer("/a", status: 302, ["Location": "/a"], delay: 0.4)
    let exchanges = try await exchanges("/a", [slow], longestTime: .seconds(1))
    #expect(exchanges.map(\.end) == [Exchange.End](repeating: .failed(.timedOut(seconds: 1)), count: 3))
    #expect(exchanges.allSatisfy { $0.hops.count < 3 })
  }

  private static let nothing = LoadedBody(digest: ContentDigest(of: []), byteCount: 0, isCapped: false, format: nil)

  @Test func nothingIsLeftBehind() async throws {
    let server = try await TestServer([ServerAnswer("/a", body: .text("a"))])
    var path = ""
    do {
      let loader = try await loader()
      _ = await loader.load(server.url("/a"), as: [.ios])
      path = loader.path(of: .ios)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "a")
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(!FileManager.default.fileExists(atPath: (path as NSString).deletingLastPathComponent))
  }
}
