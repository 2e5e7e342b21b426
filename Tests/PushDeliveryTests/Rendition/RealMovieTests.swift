import Foundation
import MediaFacts
import PushDelivery
import TestSupport
import Testing

/// Movies that ffmpeg writes, where it is installed.
@Suite(.enabled(if: FFmpeg.isInstalled), .timeLimit(.minutes(30))) struct RealMovieTests {
  private let folder = TemporaryFolder()

  private func facts(_ name: String) throws -> MovieFacts { MovieFacts(ByteView(try folder.bytes(of: name))) }

  private func makeClip(_ options: [String] = []) async throws {
    let encoding = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", "-flags:v", "+bitexact"]
    _ = try await FFmpeg.run(FFmpeg.clip + encoding + options + ["clip.mp4"], in: folder)
  }

  @Test func asItIsWrittenByDefault() async throws {
    try await makeClip(["-metadata", "location=+52.5+013.4/", "-metadata", "creation_time=2020-01-01T00:00:00Z"])
    let facts = try facts("clip.mp4")
    #expect(!facts.hasIndexInFront && facts.hasAllSamples && !facts.hasFragments)
    #expect(facts.hasMetadata)
  }

  @Test func withoutWhatLiesAround() async throws {
    try await makeClip(["-metadata", "location=+52.5+013.4/", "-metadata", "title=A title"])
    _ = try await FFmpeg.run(["-i", "clip.mp4"] + FFmpeg.plainCopy + ["plain.mp4"], in: folder)
    let facts = try facts("plain.mp4")
    #expect(facts.hasIndexInFront && facts.hasAllSamples && !facts.hasMetadata && facts.trailingByteCount == 0)
    #expect(facts.tracks.map(\.coding?.codec) == ["avc1", "mp4a"])
    #expect(abs((facts.duration ?? 0) - 2) < 0.05)
    let pictures = try #require(facts.tracks.first)
    #expect(pictures.uprightSize == PixelSize(width: 64, height: 48) && pictures.hasSquarePixels)
    #expect(pictures.sampleCount == 20 && pictures.sampleRate == 10)
    #expect(pictures.coding?.configuration?.profile == 100 && pictures.coding?.configuration?.bitDepth == 8)
  }

  @Test func isARendition() async throws {
    try await makeClip()
    _ = try await FFmpeg.run(["-i", "clip.mp4"] + FFmpeg.plainCopy + ["plain.mp4"], in: folder)
    let bytes = try folder.bytes(of: "plain.mp4")
    let size = PixelSize(width: 64, height: 48)
    let specification = MotionSpecification(
      profile: "test", format: .mp4, maximumBytes: bytes.count, size: size, maximumFrameRate: 10, keepsAudio: true)
    let record = MotionRecord(method: .remux, size: size, duration: 2, frameCount: 20)
    let rendition = try MotionRendition(
      bytes, digest: RenditionExample.digest(), meeting: specification, record: record)
    #expect(rendition.size == size)
  }

  @Test func othersAreToldApart() async throws {
    try await makeClip(["-vf", "setsar=4/3", "-metadata:s:v:0", "rotate=90"])
    let pictures = try #require(try facts("clip.mp4").tracks.first)
    #expect(!pictures.hasSquarePixels && pictures.coding?.size == PixelSize(width: 64, height: 48))
    try await makeClip(["-movflags", "+frag_keyframe+empty_moov"])
    #expect(try facts("clip.mp4").hasFragments)
    try await makeClip(["-movflags", "+faststart"])
    let bytes = try folder.bytes(of: "clip.mp4")
    #expect(MovieFacts(ByteView(bytes)).hasAllSamples)
    for part in [1, 100, bytes.count / 2] { #expect(!MovieFacts(ByteView(Array(bytes.dropLast(part)))).hasAllSamples) }
  }

  private static let corpusMovies: [URL] =
    corpusFolder.map { folder in
      let files = try? FileManager.default.contentsOfDirectory(
        at: folder.appending(path: "video"), includingPropertiesForKeys: nil)
      return (files ?? []).filter { ["mp4", "mov"].contains($0.pathExtension) }
    } ?? []

  /// What ffmpeg can copy from real cameras' and hostile files measures up.
  @Test(arguments: corpusMovies) func copiesOfRealMovies(_ file: URL) async throws {
    _ = MovieFacts(ByteView([UInt8](try Data(contentsOf: file))))
    let copy = ["-i", file.path, "-map", "0:v:0", "-map", "0:a:0?"] + FFmpeg.plainCopy + ["copy.mp4"]
    guard (try? await FFmpeg.run(copy, in: folder)) != nil else { return }
    let facts = try facts("copy.mp4")
    #expect(facts.hasIndexInFront && facts.hasAllSamples && !facts.hasFragments)
    #expect(!facts.hasMetadata && facts.trailingByteCount == 0)
  }
}
