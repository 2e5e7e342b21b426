import Foundation
import TestSupport
import Testing

/// Pictures with more or less damage: made here, damaged here.
@Suite(.enabled(if: FFmpeg.isInstalled), .timeLimit(.minutes(10))) struct DamagedPictureTests {
  /// A picture of 320 x 240 in the campaign.
  private func picture(_ name: String, in workspace: Workspace) async throws -> [UInt8] {
    let source = ["-f", "lavfi", "-i", "testsrc2=size=320x240", "-frames:v", "1", "-q:v", "3", "-bitexact"]
    _ = try await FFmpeg.run(source + ["campaign/" + name], in: workspace.folder)
    return try workspace.folder.bytes(of: "campaign/" + name)
  }

  @Test func aVisibleLossIsRefusedAndAnInvisibleOneMended() async throws {
    let workspace = try Workspace()
    let jpeg = try await picture("whole.jpg", in: workspace)
    let png = try await picture("whole.png", in: workspace)
    let end: [UInt8] = [0xFF, 0xD9]
    try workspace.folder.write(jpeg.prefix(jpeg.count * 6 / 10) + end, to: "campaign/closed.jpg")
    try workspace.folder.write(jpeg.dropLast(2), to: "campaign/open.jpg")
    var checksum = png
    checksum[png.count - 13] ^= 1
    try workspace.folder.write(checksum, to: "campaign/checksum.png")
    try workspace.folder.write(png.prefix(png.count * 3 / 4), to: "campaign/cut.png")
    let report = try await workspace.report(ended: 1)
    #expect(Set(report.errors) == ["image.truncated closed.jpg", "image.truncated cut.png"])
    #expect(
      Set(report.problems.subtracting(report.errors).filter { $0.hasPrefix("image.damaged") }) == [
        "image.damaged-slightly open.jpg", "image.damaged-slightly checksum.png",
      ])
    #expect(
      report.pictureStatuses == [
        "whole.jpg": "published", "whole.png": "published", "open.jpg": "published", "checksum.png": "published",
        "closed.jpg": "refused", "cut.png": "refused",
      ])
  }

  @Test func aDrawingThatShowsAnotherFileIsRefusedByItsName() async throws {
    let workspace = try Workspace(logos: "logo.png")
    let drawing = """
      <svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="red"/>
      <image href="logo.png" width="100" height="100"/></svg>
      """
    try workspace.folder.write(Array(drawing.utf8), to: "campaign/drawing.svg")
    let output = try await workspace.richpush("run", "campaign").ended(1)
    #expect(output.stdout.contains("shows another file (logo.png)"), "\(output.stdout)")
  }
}
