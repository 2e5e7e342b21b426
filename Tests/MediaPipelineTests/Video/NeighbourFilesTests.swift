import Foundation
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Files that point to others: no neighbour is ever opened.
///
/// A real worker inspects them under strace, which lists every file that it and the programs it starts open.
@Suite(
  .serialized, .enabled(if: Strace.isThere, "strace is not installed: scripts/bootstrap installs it on Linux"),
  .timeLimit(.minutes(10)))
struct NeighbourFilesTests {
  let folder = TemporaryFolder()

  private static let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:2,\nneighbour.ts\n#EXT-X-ENDLIST\n"
  private static let brand: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 0, 0]

  static let traps: [(String, [UInt8])] = [
    ("playlist.mp4", Array(playlist.utf8)), ("branded.mp4", brand + Array(playlist.utf8)),
    ("branded-line.mp4", brand + Array(("\n" + playlist).utf8)),
    ("list.mp4", Array("ffconcat version 1.0\nfile neighbour.ts\n".utf8)),
    ("branded-list.mp4", brand + Array("\nffconcat version 1.0\nfile neighbour.ts\n".utf8)),
    ("list.mkv", [0x1A, 0x45, 0xDF, 0xA3] + Array("\n\(playlist)".utf8)),
    ("list.avi", Array("RIFF\u{0}\u{0}\u{0}\u{0}AVI \n\(playlist)".utf8)),
    ("list.mpg", [0, 0, 1, 0xBA] + Array("\n\(playlist)".utf8)),
    ("drawing.mp4", Array("<svg xmlns='http://www.w3.org/2000/svg'><image href='neighbour.ts'/></svg>".utf8)),
  ]

  @Test(arguments: traps)
  func listsOpenNothing(_ name: String, _ bytes: [UInt8]) async throws {
    try await writeNeighbour()
    try folder.write(bytes, to: name)
    let opened = try await Strace.filesOpened(byInspecting: name, in: folder)
    #expect(opened.contains { $0.hasSuffix(name) })
    #expect(!opened.contains { $0.contains("neighbour") })
  }

  /// A track whose data is in another file, by the two kinds of reference that ffmpeg knows.
  @Test(arguments: ["url ", "alis"]) func externalDataOpensNothing(_ kind: String) async throws {
    try await writeNeighbour()
    _ = try await SampleVideos.movie("whole.mov", in: folder)
    try folder.write(ExternalData.refer(try folder.bytes(of: "whole.mov"), kind: kind, to: "neighbour.ts"), to: "a.mov")
    let opened = try await Strace.filesOpened(byInspecting: "a.mov", in: folder)
    #expect(opened.contains { $0.hasSuffix("a.mov") })
    #expect(!opened.contains { $0.contains("neighbour") })
  }

  /// With its option to follow, ffprobe opens the other file.
  @Test func aliasesAreFollowedOnDemand() async throws {
    try await writeNeighbour()
    _ = try await SampleVideos.movie("whole.mov", in: folder)
    try folder.write(
      ExternalData.refer(try folder.bytes(of: "whole.mov"), kind: "alis", to: "neighbour.ts"), to: "a.mov")
    let follow = ["ffprobe", "-v", "quiet", "-enable_drefs", "1", folder.absolute("a.mov")]
    #expect(try await Strace.filesOpened(by: follow, in: folder).contains { $0.contains("neighbour") })
  }

  /// What the trace would show: without the guard, ffprobe opens what the playlist names.
  @Test func unguardedPlaylistsAreFollowed() async throws {
    try await writeNeighbour()
    try folder.write(Self.playlist, to: "playlist.m3u8")
    let opened = try await Strace.filesOpened(
      by: ["ffprobe", "-v", "quiet", folder.absolute("playlist.m3u8")], in: folder)
    #expect(opened.contains { $0.contains("neighbour") })
  }

  private func writeNeighbour() async throws {
    _ = try await SampleVideos.movie("neighbour.ts", in: folder, from: [SampleVideos.pattern(seconds: 0.5)])
  }
}

/// Makes the data references of an MPEG-4 file lead to another file (ISO/IEC 14496-12, 8.7.2).
enum ExternalData {
  /// Replaces the reference to the file itself, twelve bytes, in every `dref` box, and the lengths of the boxes around it.
  static func refer(_ movie: [UInt8], kind: String, to name: String) -> [UInt8] {
    let target = kind == "alis" ? alias(to: name) : Array(name.utf8) + [0]
    let entry = big(12 + target.count, 4) + Array(kind.utf8) + [0, 0, 0, 0] + target
    return boxes(movie[...]) { entry }
  }

  private static let containers: Set<String> = ["moov", "trak", "mdia", "minf", "dinf"]

  private static func boxes(_ bytes: ArraySlice<UInt8>, entry: () -> [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes
    while rest.count >= 8 {
      let length = max(8, min(rest.count, rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }))
      let box = rest.prefix(length)
      let type = String(decoding: box.dropFirst(4).prefix(4), as: UTF8.self)
      var payload = Array(box.dropFirst(8))
      if containers.contains(type) { payload = boxes(payload[...], entry: entry) }
      if type == "dref" { payload = Array(payload.prefix(8)) + entry() }
      result += big(payload.count + 8, 4) + Array(type.utf8) + payload
      rest = rest.dropFirst(length)
    }
    return result
  }

  /// The record of an alias as ffmpeg reads it: fixed fields, then a relative path (type 2) in an extension.
  private static func alias(to name: String) -> [UInt8] {
    let path = Array("/\(name)".utf8)
    let volume: [UInt8] = [1] + Array("v".utf8) + [UInt8](repeating: 0, count: 26)
    let file: [UInt8] =
      [UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8](repeating: 0, count: max(0, 63 - name.utf8.count))
    let start = [UInt8](repeating: 0, count: 10) + volume + [UInt8](repeating: 0, count: 12)
    let middle = file + [UInt8](repeating: 0, count: 16) + [0, 1, 0, 1] + [UInt8](repeating: 0, count: 16)
    return start + middle + [0, 2, 0, UInt8(path.count)] + path + (path.count % 2 == 1 ? [0] : []) + [0xFF, 0xFF, 0, 0]
  }
}
