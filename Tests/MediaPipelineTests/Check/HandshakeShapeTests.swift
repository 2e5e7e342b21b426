import Findings
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Connections are judged as clients judge them, not by what OpenSSL offers and takes.
@Suite(.timeLimit(.minutes(10))) struct HandshakeShapeTests {
  private func outcome(of shape: HandshakeShape) async -> Result<[Verdict], any Error> {
    do {
      let servers = try await shape.servers()
      let report = try await CheckRun.ofTestServers()([.url(servers.pictures.url(HandshakeShape.path))])
      withExtendedLifetime(servers) {}
      return .success(report.subjects.flatMap(\.verdicts))
    } catch {
      return .failure(error)
    }
  }

  @Test func everyRowIsEqual() async throws {
    let shapes = HandshakeShape.all
    let found = await shapes.mapInOrder(atMost: 4) { await outcome(of: $0) }
    for (shape, result) in zip(shapes, found) {
      let verdicts = try result.get()
      for platform in Platform.allCases {
        let verdict = verdicts.first { $0.platform == platform }
        #expect(
          verdict?.shows == shape[platform].shows, "\(shape.name): \(platform) \(verdict.map { "\($0)" } ?? "nothing")")
        #expect(verdict?.shows == .yes || verdict?.why.isEmpty == false, "\(shape.name): \(platform)")
      }
    }
  }

  @Test(arguments: [true, false]) func aHostThatLetsNobodyInShowsNothing(isThere: Bool) async throws {
    let port = try { try SilentListener().port }()
    let host = isThere ? "localhost:\(port)" : "nothing.invalid"
    let report = try await CheckRun.ofTestServers()([.url("https://\(host)/photo.jpg")])
    #expect(report.diagnostics.contains { $0.rule == "machine.network" })
    #expect(report.subjects.flatMap(\.verdicts).map(\.shows) == [.no, .no, .no])
    #expect(report.subjects.flatMap(\.verdicts).allSatisfy { $0.why.contains { $0.contains("no device gets it now") } })
  }

  /// Android waits five seconds for all of it, and only Android is asked here: the others wait for longer.
  @Test func aHandshakeThatNeverEndsIsTooLate() async throws {
    let listener = try SilentListener()
    var run = try await CheckRun.ofTestServers()
    run.settings.platforms = [.android]
    let report = try await run([.url("https://localhost:\(listener.port)/photo.jpg")])
    withExtendedLifetime(listener) {
      #expect(report.diagnostics.map(\.rule) == ["http.time"], "\(report.diagnostics)")
      #expect(report.subjects.flatMap(\.verdicts).map(\.shows) == [.no])
    }
  }
}
