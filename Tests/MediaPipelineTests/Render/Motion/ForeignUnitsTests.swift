import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Copied video keeps only the units of its pictures (ITU-T H.264, table 7-1).
@Suite(.timeLimit(.minutes(10))) struct ForeignUnitsTests {
  let clips = SampleClips()

  private static let text = Array("any text <script>".utf8)

  /// Parts of pictures that only another profile has (2 to 4), delimiters (9), ends (10 and 11), and what decoders pass over.
  @Test(arguments: [2, 3, 4, 9, 10, 11, 12, 14, 19, 24, 31] as [UInt8])
  func unitsThatAreNoPicturesGo(_ type: UInt8) async throws {
    let isPart = type <= 4
    let foreign = Unit(bytes: [isPart ? 0x40 | type : type] + Self.text + [0x80])
    let record = try await keep { unit in
      guard unit.isPicture else { return [unit] }
      return isPart ? [unit, foreign] : [foreign, unit]
    }
    #expect(record.method == .remux)
  }

  /// Behind the end of a set of parameters.
  @Test(arguments: [7, 8] as [UInt8]) func whatLiesBehindParametersGoes(_ type: UInt8) async throws {
    try await keep { [$0.type == type ? Unit(bytes: $0.bytes + Self.text) : $0] }
  }

  /// It says that it is a set of parameters of pictures, and no decoder can read it.
  @Test func setsThatAreNoneGo() async throws {
    try await keep { $0.isPicture ? [Unit(bytes: [0x68] + Self.text), $0] : [$0] }
  }

  /// Has a clip kept whose units were changed, and looks for the text in the rendition.
  @discardableResult
  private func keep(_ change: (Unit) -> [Unit]) async throws -> MotionRecord {
    let coding = ["-c:v", "libx264", "-preset", "veryfast", "-bf", "0", "-g", "10", "-pix_fmt", "yuv420p"]
    _ = try await clips.make("whole.h264", coding)
    let units = Unit.all(in: try clips.folder.bytes(of: "whole.h264")).flatMap(change)
    try clips.folder.write(units.flatMap { [0, 0, 0, 1] + $0.bytes }, to: "changed.h264")
    let path = clips.folder.absolute("a.mp4")
    try await FFmpeg.run(["-r", "25", "-f", "h264", "-i", clips.folder.absolute("changed.h264"), "-c", "copy", path])
    #expect(try clips.folder.bytes(of: "a.mp4").firstRange(of: Self.text) != nil)
    let (record, _) = try await clips.render(path, .clip(), method: .remux, reasons: [.streams], .movie())
    #expect(try clips.folder.bytes(of: "result").firstRange(of: Self.text) == nil)
    return record
  }
}

/// A unit of a stream of H.264, without the code that starts it (ITU-T H.264, annex B).
private struct Unit {
  let bytes: [UInt8]

  var type: UInt8 { (bytes.first ?? 0) & 31 }
  var isPicture: Bool { type == 1 || type == 5 }

  static func all(in stream: [UInt8]) -> [Unit] {
    let start: [UInt8] = [0, 0, 1]
    return stream.split(separator: start).map { part in
      Unit(bytes: Array(part.reversed().drop { $0 == 0 }.reversed()))
    }
    .filter { !$0.bytes.isEmpty }
  }
}
