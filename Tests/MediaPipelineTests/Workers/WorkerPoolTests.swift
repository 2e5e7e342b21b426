import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// The pool over a worker whose process really crashes, hangs, ends and runs out of memory.
@Suite(.timeLimit(.minutes(10))) struct WorkerPoolTests {
  let folder = TemporaryFolder()

  /// Inspects copies of one small picture under the given names, with one worker so that all share its fate.
  private func inspect(_ names: [String], seconds: Int = 60) async throws -> [String: Result<Inspection, MediaError>] {
    for name in names { try folder.write(minimalPNG(width: 8, height: 6), to: name) }
    let executable = try BuiltProduct.path(of: "FaultyWorker")
    let command = WorkerConfiguration(executable: executable, arguments: [], limits: .init(seconds: seconds))
    let folder = folder
    return await WorkerPool.withWorkers(1, command: command) { pool in
      var results: [String: Result<Inspection, MediaError>] = [:]
      for name in names { results[name] = await pool.outcome(of: folder.absolute(name)) }
      return results
    }
  }

  private func size(_ result: Result<Inspection, MediaError>?) -> PixelSize? { try? result?.get().picture.size }

  private func problem(_ result: Result<Inspection, MediaError>?) -> MediaError? {
    if case .failure(let problem) = result { problem } else { nil }
  }

  private func isOfMachine(_ result: Result<Inspection, MediaError>?) -> Bool {
    if case .machine = problem(result) { true } else { false }
  }

  @Test(arguments: [
    ("crash.png", MediaError.crashed(detail: "signal 11")), ("exit.png", .crashed(detail: "exit status 5")),
    ("memory.png", .outOfMemory), ("heap.png", .crashed(detail: "signal 6")),
  ])
  func deathCostsOneFile(_ name: String, expected: MediaError) async throws {
    let results = try await inspect(["before.png", name, "after.png"])
    #expect(problem(results[name]) == expected)
    #expect(size(results["before.png"]) == PixelSize(width: 8, height: 6))
    #expect(size(results["after.png"]) == PixelSize(width: 8, height: 6))
  }

  /// As when the memory of a container is short. A worker that only closed its output is ended by us, which says nothing about the machine.
  @Test func whatTheSystemEndsIsTheMachines() async throws {
    let results = try await inspect(["kill.png", "close.png", "good.png"], seconds: 20)
    #expect(isOfMachine(results["kill.png"]), "\(results)")
    #expect(problem(results["close.png"]) == .crashed(detail: "signal 9"))
    #expect(size(results["good.png"]) == PixelSize(width: 8, height: 6))
  }

  @Test(arguments: ["hang.png", "stop.png"]) func silenceIsEndedInTime(_ name: String) async throws {
    let results = try await inspect([name, "after.png"], seconds: 6)
    #expect(problem(results[name]) == .timedOut(seconds: 6))
    #expect(size(results["after.png"]) == PixelSize(width: 8, height: 6))
  }

  /// A program that is missing, and a shell that ends as a worker does that gets no thread or no memory, or whose program or libraries
  /// the system cannot load. None of them has seen a file.
  @Test(
    arguments: [("/nonexistent/richpush", "")]
      + [
        "exit 3", "exit 1", "exit 126", "exit 127", "ulimit -c 0; kill -SEGV $$", "kill -KILL $$", "exec sleep 600",
      ].map { ("/bin/sh", $0) })
  func whoEndsBeforeItIsReadyIsTheMachinesFault(program: String, script: String) async throws {
    try folder.write(minimalPNG(width: 8, height: 6), to: "good.png")
    let command = WorkerConfiguration(
      executable: program, arguments: ["-c", script], limits: .init(seconds: 2, sandbox: .off))
    let path = folder.absolute("good.png")
    let result = await WorkerPool.withWorkers(1, command: command) { pool in await pool.outcome(of: path) }
    #expect(isOfMachine(result), "\(result)")
  }

  @Test func environmentIsScrubbed() async throws {
    // The shell stands in for a worker: it writes down what it sees and ends.
    let command = WorkerConfiguration(
      executable: "/bin/sh", arguments: ["-c", "env > '\(folder.absolute("seen.txt"))'"], limits: .init(sandbox: .off),
      inheriting: [
        "PATH": "/usr/bin:/bin", "TMPDIR": "/tmp", "AWS_SECRET_ACCESS_KEY": "sentinel", "SWIFT_BACKTRACE": "enable=yes",
        "https_proxy": "http://127.0.0.1:1", "VIPS_WARNING": "1",
      ])
    try folder.write(minimalPNG(width: 8, height: 6), to: "good.png")
    let path = folder.absolute("good.png")
    await WorkerPool.withWorkers(1, command: command) { pool in _ = await pool.outcome(of: path) }
    let seen = try folder.text(of: "seen.txt").split(separator: "\n").map(String.init)
    // The shell's own, the folder of the process, and that of libvips where it has modules.
    let own = ["PWD", "SHLVL", "_", "OLDPWD", "TMPDIR", "VIPSHOME"]
    #expect(
      seen.filter { line in !own.contains { line.hasPrefix($0 + "=") } }.sorted() == [
        "PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no",
      ])
    let place = try #require(seen.first { $0.hasPrefix("TMPDIR=/") && $0.hasSuffix("/output") })
    #expect(!FileManager.default.fileExists(atPath: String(place.dropFirst("TMPDIR=".count))))
  }
}

extension WorkerPool {
  func outcome(of path: String) async -> Result<Inspection, MediaError> {
    do throws(MediaError) { return .success(try await inspect(path, limits: .init())) } catch { return .failure(error) }
  }
}
