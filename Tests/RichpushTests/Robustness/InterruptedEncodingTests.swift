import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite(
  .enabled(if: ProcessTable.isThere, "only Linux tells which processes a process has started"), .timeLimit(.minutes(10))
)
struct InterruptedEncodingTests {
  /// A campaign with a video that takes some seconds to encode.
  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try await Clip.make(
      workspace.folder.path + "/campaign/long.avi", size: "640x360", seconds: 29, options: ["-c:v", "mjpeg"])
    return workspace
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGKILL])
  func noProgramOutlivesTheRun(signal: Int32) async throws {
    let workspace = try await workspace()
    async let output = workspace.richpush("run", "campaign")
    try await waitForEncoder(in: workspace.folder.path)
    kill(try #require(run(in: workspace.folder.path)), signal)
    #expect(try await output.status == 128 + signal)
    try await expectDeserted(workspace.folder.path)
    if signal != SIGKILL {
      #expect(try workspace.folder.names(in: "public") == [])
    }
  }

  @Test func theNextRunClearsWhatAKilledOneLeft() async throws {
    let workspace = try await workspace()
    async let output = workspace.richpush("run", "campaign")
    try await waitForEncoder(in: workspace.folder.path)
    kill(try #require(run(in: workspace.folder.path)), SIGKILL)
    _ = try await output
    try await expectDeserted(workspace.folder.path)
    #expect(try !workspace.folder.names(in: "public/.richpush-work").isEmpty)

    try workspace.folder.remove("campaign/long.avi")
    try workspace.addLogos("logo.png")
    #expect(try await workspace.richpush("run", "campaign").status == 0)
    #expect(try workspace.folder.names(in: "public").map { $0.prefix(5) } == ["logo."])
  }

  /// A worker that takes longer than it may is ended with the encoder that it started.
  @Test func theTimeLimitEndsTheEncoderToo() async throws {
    let workspace = try await workspace()
    try workspace.folder.write(
      Workspace.pipeline + "worker: {motion-time-limit: 1}\n", to: "pipeline.yml")
    let (status, report) = try await workspace.report()
    #expect(status == 1)
    #expect(report.problems == ["motion.timed-out long.avi"])
    try await expectDeserted(workspace.folder.path)
    // The poster stands for what took too long.
    let names = try workspace.folder.names(in: "public")
    #expect(!names.isEmpty && names.allSatisfy { $0.hasPrefix("long.") && !$0.hasSuffix(".mp4") }, "\(names)")
  }

  /// The process that started all others there.
  private func run(in folder: String) -> Int32? {
    let processes = ProcessTable.all(workingIn: folder)
    return processes.first { process in ProcessTable.parent(of: process).map { !processes.contains($0) } ?? false }
  }

  private func waitForEncoder(in folder: String) async throws {
    try await waitUntil("an encoder is started", within: .seconds(300)) {
      ProcessTable.all(workingIn: folder).contains { ProcessTable.command(of: $0).contains("libx264") }
    }
    try await waitUntil("the encoder writes something") {
      try !FileManager.default.contentsOfDirectory(atPath: folder + "/public/.richpush-work").isEmpty
    }
  }

  private func expectDeserted(_ folder: String) async throws {
    try await waitUntil("no process is left", within: .seconds(5)) { ProcessTable.all(workingIn: folder).isEmpty }
  }
}
