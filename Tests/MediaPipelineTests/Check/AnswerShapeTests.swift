import Findings
import Foundation
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// For every shape of an answer `check` agrees with the clients' own sources.
@Suite(.timeLimit(.minutes(10))) struct AnswerShapeTests {
  private func verdicts(_ shape: AnswerShape) async throws -> [Verdict] {
    let server = try await shape.server()
    var run = try await CheckRun.ofTestServers()
    run.settings.site = shape.origin(server)
    return try await run([.url(server.url(shape.path))]).subjects.flatMap(\.verdicts)
  }

  private func outcome(of shape: AnswerShape) async -> Result<[Verdict], any Error> {
    do { return .success(try await verdicts(shape)) } catch { return .failure(error) }
  }

  /// `make test` prints the line that begins with "matrix of clients".
  @Test func everyRowIsEqual() async throws {
    let shapes = AnswerShape.all
    let found = await shapes.mapInOrder(atMost: 4) { await outcome(of: $0) }
    var equal: [Platform: Int] = [:]
    for (shape, result) in zip(shapes, found) {
      let verdicts = try result.get()
      for platform in Platform.allCases {
        let verdict = verdicts.first { $0.platform == platform }
        #expect(
          verdict?.shows == shape[platform].shows, "\(shape.name): \(platform) \(verdict.map { "\($0)" } ?? "nothing")")
        if verdict?.shows == shape[platform].shows { equal[platform, default: 0] += 1 }
      }
    }
    let figures = Platform.allCases.map { "\($0.displayName) \(equal[$0] ?? 0) of \(shapes.count)" }
    print("matrix of clients: " + figures.joined(separator: ", "))
  }

  @Test func rowsHaveNamesOfTheirOwn() {
    #expect(Set(AnswerShape.all.map(\.name)).count == AnswerShape.all.count)
    #expect(AnswerShape.all.allSatisfy { shape in Platform.allCases.allSatisfy { !shape[$0].sources.isEmpty } })
  }

  /// Every answer that is not yes says by which rule, and every doubt what would settle it.
  @Test func everyVerdictHasItsReasons() async throws {
    for name in ["Content-Encoding: aws-chunked", "403 and a page", "Cross-Origin-Resource-Policy: same-origin"] {
      let shape = try #require(AnswerShape.all.first { $0.name == name })
      for verdict in try await verdicts(shape) where verdict.shows != .yes {
        #expect(!verdict.because.isEmpty && !verdict.why.isEmpty, "\(verdict)")
        #expect(verdict.settledBy.isEmpty == (verdict.shows == .no), "\(verdict)")
      }
    }
  }
}

/// docs/clients.md is made from the matrix of clients. `make clients` writes it again.
@Suite(.timeLimit(.minutes(1))) struct ClientPageTests {
  private static let path = packageRoot + "/docs/clients.md"

  @Test func isWhatTheMatrixSays() throws {
    if ProcessInfo.processInfo.environment["TEST_WRITE_CLIENTS"] != nil {
      try ClientPage.text.write(toFile: Self.path, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOfFile: Self.path, encoding: .utf8) == ClientPage.text)
  }
}
