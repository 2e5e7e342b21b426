import Foundation
import MediaFacts
import TestSupport
import Testing

/// Compares ffmpeg's frames of GIFs before and after cleaning, if ffmpeg is installed.
@Suite(.enabled(if: FFmpeg.isInstalled), .timeLimit(.minutes(30))) struct RealGIFTests {
  private let folder = TemporaryFolder()

  /// A digest of the pixels of each frame, with the time at which it is shown. ffmpeg shows frames with very short
  /// delays for as long as browsers do.
  private func frames(of name: String) async throws -> String {
    try await FFmpeg.run(["-i", name, "-fps_mode", "passthrough", "-f", "framemd5", "-"], in: folder)
  }

  private func expectSameFrames(_ bytes: [UInt8]) async throws {
    let rewritten = try CleanPicture(bytes, format: .gif).bytes
    try folder.write(bytes, to: "before.gif")
    try folder.write(rewritten, to: "after.gif")
    #expect(try await frames(of: "after.gif") == frames(of: "before.gif"))
    #expect(GIFFacts(ByteView(rewritten)).metadata.isEmpty)
  }

  @Test(arguments: [5, 10, 100]) func pixelsAndTimesStay(_ rate: Int) async throws {
    let source = ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=\(rate):duration=0.5"]
    _ = try await FFmpeg.run(source + ["clip.gif"], in: folder)
    let bytes = try folder.bytes(of: "clip.gif")
    let commented = Array(bytes.dropLast()) + GIFSample.comment + GIFSample.end + ascii("trailing")
    try await expectSameFrames(commented)
  }

  private static let corpusAnimations: [URL] =
    corpusFolder.map { folder in
      (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? [])
        .filter { $0.pathExtension == "gif" && !$0.path.contains("/broken/") }
    } ?? []

  @Test(arguments: corpusAnimations) func realAnimationsStay(_ file: URL) async throws {
    let bytes = [UInt8](try Data(contentsOf: file))
    if GIFFacts(ByteView(bytes)).endOffset != nil { try await expectSameFrames(bytes) }
  }
}
