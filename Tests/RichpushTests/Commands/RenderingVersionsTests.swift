import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// After a package update only those renditions are made again that its code takes part in.
  @Suite(.timeLimit(.minutes(10))) struct RenderingVersionsTests {
    /// Puts another build of a library into a folder of the workspace: the same but for a byte of its build's identifier.
    private func addOtherBuild(of library: String, usedBy program: String, to workspace: Workspace) async throws {
      let output = try await Program("ldd").run([program])
      let line = try #require(output.stdout.split(separator: "\n").first { $0.contains(library) })
      let path = try #require(line.split(separator: " ").first { $0.hasPrefix("/") })
      var bytes = [UInt8](try Data(contentsOf: URL(filePath: String(path))))
      // The lengths of name and content, the type, and the name of the note.
      let start: [UInt8] = [4, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0, 0x47, 0x4E, 0x55, 0]
      let place = try #require(bytes.firstRange(of: start)).upperBound
      bytes[place] ^= 1
      let name = try #require(path.split(separator: "/").last)
      try workspace.folder.write(bytes, to: "libraries/\(name)")
    }

    private func totals(_ workspace: Workspace, withLibraries: Bool = false) async throws -> [Double?] {
      let output = try await workspace.richpush(
        ["run", "campaign", "--format", "json"],
        environment: withLibraries ? ["LD_LIBRARY_PATH": workspace.folder.absolute("libraries")] : [:]
      ).ended(0)
      let totals = try JSON(output.stdout)["totals"]
      return [totals["rendered"].number, totals["cached"].number]
    }

    @Test func anotherBuildOfX264MakesMoviesAloneAnew() async throws {
      let workspace = try Workspace(pipeline: Workspace.pipelineOfOneStill, logos: "logo.png")
      try await Clip.make(workspace.folder.absolute("campaign/clip.mp4"), size: "64x64", seconds: 0.5)
      let ffmpeg = try await Program("which").run(["ffmpeg"]).stdout.split(separator: "\n").first.map(String.init)
      // The logo, the movie and its poster.
      #expect(try await totals(workspace) == [3, 0])
      try await addOtherBuild(of: "libx264", usedBy: try #require(ffmpeg), to: workspace)
      #expect(try await totals(workspace, withLibraries: true) == [2, 1])
      #expect(try await totals(workspace) == [0, 3])
    }
  }
#endif
