import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Leftovers of a worker that was taken over and still answered.
@Suite(.timeLimit(.minutes(3))) struct WorkerEndTests {
  let folder = TemporaryFolder()

  init() throws { try folder.createFolder("work") }

  /// What becomes of small pictures of these names, by one worker after the other; each has a moment to do what it likes before the next.
  private func outcomes(_ names: [String], sandbox: SandboxUse = .auto) async throws -> [Result<Inspection, MediaError>]
  {
    for name in names { try folder.write(minimalPNG(width: 8, height: 6), to: name) }
    let command = WorkerConfiguration(
      executable: try BuiltProduct.path(of: "FaultyWorker"), arguments: [], limits: .init(sandbox: sandbox))
    let folder = folder
    return await WorkerPool.withWorkers(1, command: command, in: folder.absolute("work")) { pool in
      var outcomes: [Result<Inspection, MediaError>] = []
      for name in names {
        outcomes.append(await pool.outcome(of: folder.absolute(name)))
        try? await Task.sleep(for: .seconds(1))
      }
      return outcomes
    }
  }

  private func size(_ outcome: Result<Inspection, MediaError>?) -> PixelSize? { try? outcome?.get().picture.size }

  /// It is stopped after its answer, so that the end of its input tells it nothing.
  @Test func whoDoesNotEndIsEnded() async throws {
    let outcomes = try await outcomes(["good.png", "deaf.png"])
    #expect(outcomes.map(size) == [PixelSize(width: 8, height: 6), PixelSize(width: 8, height: 6)])
    #expect(try folder.names(in: "work") == [])
  }

  /// The worker itself ends well, between two jobs and as the last thing it does.
  @Test(arguments: [SandboxUse.auto, .off]) func whatItHasStartedEndsWithIt(sandbox: SandboxUse) async throws {
    let outcomes = try await outcomes(["orphan-1.png", "good.png", "orphan-2.png"], sandbox: sandbox)
    #expect(size(outcomes[1]) == PixelSize(width: 8, height: 6))
    for outcome in [outcomes[0], outcomes[2]] {
      guard case .failure(.untrustworthy(let detail)) = outcome, let number = Int32(detail), number > 0 else {
        Issue.record("\(outcome)")
        continue
      }
      try await waitUntil("what a worker left behind has ended") { !RunningProcess.isThere(number) }
    }
  }

  /// Deeper in each other than any path is long, between two jobs and as the last thing it does.
  @Test func foldersThatItHasMadeAreRemovedHoweverDeep() async throws {
    let outcomes = try await outcomes(["nest-1.png", "good.png", "nest-2.png"])
    #expect(outcomes.map(size) == Array(repeating: PixelSize(width: 8, height: 6), count: 3))
    #expect(try folder.names(in: "work") == [])
  }
}

enum RunningProcess {
  /// An ended process without a waiting parent stays until the system's first process reaps it.
  static func isThere(_ number: Int32) -> Bool {
    guard kill(number, 0) == 0 else { return false }
    let status = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ""
    return !status.contains(") Z ")
  }
}
