import Curl
import Findings
import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// What each client gets from a real server.
@Suite(.timeLimit(.minutes(10))) struct AssetLoaderTests {
  private func loader(
    timeLimit: Duration = .seconds(60), mayConnect: @escaping @Sendable (SocketAddress) -> Bool = { _ in true }
  ) async throws -> AssetLoader {
    let file = try await TestAuthority.shared().certificateFile
    return try AssetLoader(certificateFile: file, timeLimit: timeLimit, mayConnect: mayConnect)
  }

  private func exchanges(
    _ path: String, _ answers: [ServerAnswer], isSecure: Bool = true, timeLimit: Duration = .seconds(60)
  ) async throws -> [Exchange] {
    let server = try await TestServer(answers, isSecure: isSecure)
    return try await loader(timeLimit: timeLimit).load(server.url(path), as: LoadingClient.allCases)
  }

  @Test func everyClientSendsItsOwnWords() async throws {
    let answers = [("Dalvik", 201), ("CFNetwork", 202), ("Chrome", 203)].map {
      ServerAnswer("/a", userAgent: $0, status: $1)
    }
    let exchanges = try await exchanges("/a", answers)
    #expect(exchanges.map(\.client) == [.android, .ios, .chrome])
    #expect(exchanges.map { $0.hops.map(\.status) } == [[201], [202], [203]])
  }

  @Test func theBodyIsToldWithItsDigestAndFormat() async throws {
    let text = "<html>" + String(repeating: "x", count: 100_000)
    let exchanges = try await exchanges("/a", [ServerAnswer("/a", body: .text(text))])
    let body = LoadedBody(
      digest: ContentDigest(of: Array(text.utf8)), byteCount: text.utf8.count, isCapped: false,
      format: SniffedFormat(firstBytes: Array(text.utf8)))
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
    #expect(exchanges.first?.end == .failed(.blockedRedirect(to: target)))
    #expect(secure.log == ["connection", "GET /b", "GET /b"])
  }

  @Test func noClientGoesFromHTTPSToHTTP() async throws {
    let plain = try await TestServer([ServerAnswer("/b")], isSecure: false)
    let target = plain.url("/b")
    let exchanges = try await exchanges("/a", [.redirect("/a", to: target)])
    #expect(exchanges.map(\.end) == [Exchange.End](repeating: .failed(.blockedRedirect(to: target)), count: 3))
    #expect(plain.log == [])
  }

  @Test(arguments: ["https://user@localhost/", "https://[nonsense/", "javascript:alert(1)", "file:///etc/passwd"])
  func redirectsToNothingThatLoads(_ target: String) async throws {
    for exchange in try await exchanges("/a", [.redirect("/a", to: target)]) {
      guard case .failed(.blockedRedirect) = exchange.end else {
        Issue.record("\(exchange.end)")
        continue
      }
    }
  }

  @Test func loopsEnd() async throws {
    let exchanges = try await exchanges("/a", [.redirect("/a", to: "/a")])
    #expect(exchanges.map(\.end) == [Exchange.End](repeating: .failed(.tooManyRedirects), count: 3))
    #expect(exchanges.map(\.hops.count) == [21, 21, 21])
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
    #expect(front.log == ["connection", "GET /a", "GET /a", "GET /a"])
  }

  @Test func aSlowServerIsWaitedForOnce() async throws {
    let server = try await TestServer([ServerAnswer("/a", delay: 30)])
    let loader = try await loader(timeLimit: .seconds(1))
    let exchanges = await loader.load(server.url("/a"), as: LoadingClient.allCases)
    #expect(exchanges.map(\.end) == [Exchange.End](repeating: .failed(.timedOut(seconds: 1)), count: 3))
    #expect(server.log == ["connection", "GET /a"])
  }

  /// Every hop takes from the same time.
  @Test func slowRedirectsAreTakenTogether() async throws {
    let slow = ServerAnswer("/a", status: 302, ["Location": "/a"], delay: 0.4)
    let exchanges = try await exchanges("/a", [slow], timeLimit: .seconds(1))
    #expect(exchanges.map(\.end) == [Exchange.End](repeating: .failed(.timedOut(seconds: 1)), count: 3))
    #expect(exchanges.allSatisfy { $0.hops.count < 3 })
  }

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
