import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// What an attacker in a decoder can reach.
@Suite(.timeLimit(.minutes(10))) struct SandboxTests {
  let folder = TemporaryFolder()

  /// The ways by which a worker gets out.
  private func waysOut(_ use: SandboxUse, newestLandlock: Int? = nil) async throws -> [String] {
    try folder.createFolder("outside")
    try folder.write(Array("secret".utf8), to: "outside/key")
    try folder.write(minimalPNG(width: 8, height: 6), to: "escape.png")
    var command = WorkerConfiguration(
      executable: try BuiltProduct.path(of: "FaultyWorker"), arguments: [folder.absolute("outside")],
      limits: .init(sandbox: use))
    command.newestLandlock = newestLandlock
    let path = folder.absolute("escape.png")
    // Next to the key are the folders of the pool: the results, and the places of its processes with their copies of sources.
    return await WorkerPool.withWorkers(1, command: command, in: folder.absolute("outside")) { pool in
      do throws(MediaError) {
        _ = try await pool.inspect(path, limits: .init())
        return ["no attempt was made"]
      } catch {
        guard case .untrustworthy(let ways) = error else { return ["\(error)"] }
        return ways.split(separator: ", ").map(String.init)
      }
    }
  }

  /// As on this kernel, and as on older ones (https://docs.kernel.org/userspace-api/landlock.html has what came when).
  @Test(.enabled(if: SandboxGaps.ofThisSystem.isEmpty), arguments: [nil, 5, 3, 2, 1])
  func nobodyGetsOut(newestLandlock: Int?) async throws {
    #expect(try await waysOut(.require, newestLandlock: newestLandlock) == [])
    #expect(try folder.text(of: "outside/key") == "secret")
    #expect(try folder.names(in: "outside") == ["key"])
  }

  /// Proves that the attempts are real: without a sandbox they succeed.
  @Test(.enabled(if: SandboxGaps.ofThisSystem.isEmpty)) func withoutASandboxTheyDo() async throws {
    let ways = try await waysOut(.off)
    for way in [
      "connect", "bind", "a socket for TCP", "a pair of sockets", "read a key", "list a folder", "make a file outside",
      "move a file from outside", "list the output folder", "read /etc", "start a shell", "start a program",
      "read the parent's variables", "signal the parent", "signal the parent by a long number",
      "a handle on the parent", "the parent's limits", "the parent's turn", "leave the group",
      "the mode of a file outside", "the times of a file outside", "empty a file that is read", "a program in memory",
      "signal the parent by the number of a thread", "signal a thread among the parent's",
      "queue a signal for the parent", "a request about a file outside",
    ] {
      #expect(ways.contains(way), "\(way): \(ways)")
    }
  }

  /// In the order of the system calls: nothing of a picture is opened before all is locked.
  @Test(.enabled(if: Strace.isThere && SandboxGaps.ofThisSystem.isEmpty, "it takes strace, Landlock and seccomp"))
  func isLockedInBeforeAnyPicture() async throws {
    try folder.write(minimalPNG(width: 8, height: 6), to: "picture.png")
    let names = "open,openat,landlock_restrict_self,seccomp"
    let calls = try await Strace.calls(names, byInspecting: "picture.png", in: folder)
    let opening = try #require(calls.firstIndex { $0.contains("picture.png") && $0.contains("open") })
    for lock in ["landlock_restrict_self(", "seccomp(SECCOMP_SET_MODE_FILTER"] {
      let place = try #require(calls.firstIndex { $0.contains(lock) && $0.hasSuffix("= 0") }, "\(calls)")
      #expect(place < opening, "\(lock): \(calls)")
    }
  }

  /// libvips' modules are code of a dozen projects, for PDF, ImageMagick and microscopes, that no picture needs.
  @Test(.enabled(if: Strace.isThere && SandboxGaps.ofThisSystem.isEmpty, "it takes strace, Landlock and seccomp"))
  func loadsNoModuleOfLibvipsThatAPictureDoesNotNeed() async throws {
    try folder.write(minimalPNG(width: 8, height: 6), to: "picture.png")
    let files = try await Strace.filesOpened(byInspecting: "picture.png", in: folder)
    #expect(files.contains { $0.hasSuffix("picture.png") })
    #expect(files.filter { $0.contains("/vips-") && $0.hasSuffix(".so") } == [])
  }

  @Test func summariesSayWhatIsMissing() {
    let cases: [SandboxGaps] = [[], [.files], [.calls], [.rights], [.files, .calls], [.calls, .rights]]
    #expect(
      cases.map(\.summary) == [
        "full", "partly (no Landlock)", "partly (no seccomp)", "partly (not all rights and limits)", "none",
        "partly (no seccomp, not all rights and limits)",
      ])
    #expect(SandboxRecord().summary(.off) == "off")
  }

  /// The worker itself reports gaps, whatever the kernel offers.
  @Test func whatIsMissingIsToldByTheWorker() async throws {
    try folder.write(minimalPNG(width: 8, height: 6), to: "good.png")
    var command = WorkerConfiguration(
      executable: try BuiltProduct.path(of: "FaultyWorker"), arguments: [], limits: .init())
    command.newestLandlock = 0
    let record = SandboxRecord()
    let path = folder.absolute("good.png")
    _ = try await WorkerPool.withWorkers(1, command: command, telling: record) { pool in
      try await pool.inspect(path, limits: .init())
    }
    #expect(record.summary(.auto) == SandboxGaps.ofThisSystem.union(.files).summary)
    #expect(record.summary(.off) == "off")
  }

  /// Two processes work on copies of one source, and nothing of them is left.
  @Test func nothingIsLeft() async throws {
    try folder.write(minimalPNG(width: 8, height: 6), to: "good.png")
    try folder.createFolder("work")
    let command = WorkerConfiguration(
      executable: try BuiltProduct.path(of: "FaultyWorker"), arguments: [], limits: .init())
    let path = folder.absolute("good.png")
    let size = try await WorkerPool.withWorkers(2, command: command, in: folder.absolute("work")) { pool in
      async let first = pool.inspect(path, limits: .init())
      async let second = pool.inspect(path, limits: .init())
      return try await [first.picture.size, second.picture.size]
    }
    #expect(size == [PixelSize(width: 8, height: 6), PixelSize(width: 8, height: 6)])
    #expect(try folder.names(in: "work") == [])
  }
}
