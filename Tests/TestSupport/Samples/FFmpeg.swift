/// The program, where it is installed: what reads media best tells whether ours are right.
package enum FFmpeg {
  package static let isInstalled = Program.isInstalled("ffmpeg")

  /// What it says when it cannot do what it was told.
  package struct Failure: Error { let words: String }

  /// Runs it, in a folder where one is given, and gives what it writes to standard output.
  @discardableResult
  package static func run(_ arguments: [String], in folder: TemporaryFolder? = nil) async throws -> String {
    let output = try await Program("ffmpeg").run(
      ["-nostdin", "-v", "error", "-y"] + arguments, workingDirectory: folder?.path)
    guard output.status == 0 else { throw Failure(words: output.stderr) }
    return output.stdout
  }

  /// Two seconds of moving shapes, 64 x 48, ten frames a second, and a tone.
  package static let clip = [
    "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=2", "-f", "lavfi", "-i", "sine=duration=2",
  ]

  /// Streams as they are in an MP4 file without metadata, its index in front.
  package static let plainCopy = [
    "-c", "copy", "-map_metadata", "-1", "-map_metadata:s", "-1", "-map_chapters", "-1", "-fflags", "+bitexact",
    "-movflags", "+faststart", "-f", "mp4",
  ]
}
