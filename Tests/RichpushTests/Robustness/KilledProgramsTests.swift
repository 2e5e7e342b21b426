import Foundation
import TestSupport
import Testing

/// If the system kills ffmpeg, the file is not at fault: the requests stay as they were.
@Suite(.timeLimit(.minutes(10))) struct KilledProgramsTests {
  private static let death = "kill -9 $$"
  private static let noThreads =
    "echo 'Error while opening decoder for input stream #0:0 : Resource temporarily unavailable' >&2; exit 1"

  /// As when memory is short, in the midst of finding out, of decoding and of encoding; and when there are no more threads.
  @Test(arguments: [
    ("ffprobe", death), ("ffmpeg", death), ("ffmpeg", "case \"$*\" in *-progress*) \(death);; esac"),
    ("ffmpeg", noThreads),
  ])
  func whatTheSystemDoesToAProgramIsTheMachines(_ name: String, _ script: String) async throws {
    let workspace = try Workspace(pipeline: Workspace.pipeline + "worker: {sandbox: off}\n")
    try await Clip.make(workspace.folder.absolute("campaign/clip.mp4"))
    try await workspace.richpush("run", "campaign").ended(0)
    let former = try workspace.folder.states(of: "payloads")

    let path = try standIn(name, script, in: workspace)
    try workspace.folder.write(
      Workspace.pipeline.replacing("New today", with: "Changed") + "worker: {sandbox: off}\n", to: "pipeline.yml")
    let output = try await workspace.richpush("run", "campaign", "--no-cache", environment: ["PATH": path]).ended(3)
    #expect((output.stdout + output.stderr).contains("machine.failed"), "\(output.stdout)\(output.stderr)")
    #expect(try workspace.folder.states(of: "payloads") == former)
  }

  /// A script that is found before the program of its name, and becomes it where the script itself does not end.
  ///
  /// - Returns: what `PATH` has to be.
  private func standIn(_ name: String, _ script: String, in workspace: Workspace) throws -> String {
    try workspace.folder.write("#!/bin/sh\n\(script)\nPATH=${PATH#*:} exec \(name) \"$@\"\n", to: "programs/\(name)")
    let path = workspace.folder.absolute("programs")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(path)/\(name)")
    return path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
  }
}
