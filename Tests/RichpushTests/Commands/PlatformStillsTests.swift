import TestSupport
import Testing

/// Each platform gets the shape of a picture that it shows.
@Suite(.timeLimit(.minutes(10))) struct PlatformStillsTests {
  private static let message = "  - {id: a, media: tall.png, title: T, target: {topic: t}}\n"

  /// A workspace with a picture of 200 x 400 pixels.
  private func workspace(profiles: String = "", messages: String = message) async throws -> Workspace {
    let workspace = try Workspace(pipeline: Workspace.pipeline + profiles, messages: messages)
    try await workspace.folder.make([
      ["vips", "xyz", "tall.v", "200", "400"], ["vips", "extract_band", "tall.v", "band.v", "1"],
      ["vips", "linear", "band.v", "campaign/tall.png", "0.6", "0", "--uchar"],
    ])
    return workspace
  }

  private func images(of workspace: Workspace, _ id: String = "a") throws -> [String?] {
    let message = try JSON(String(decoding: workspace.folder.bytes(of: "payloads/\(id).json"), as: UTF8.self))[
      "message"]
    return [
      message["android"]["notification"]["image"].string, message["webpush"]["notification"]["image"].string,
      message["apns"]["fcm_options"]["image"].string,
    ]
  }

  @Test func aPortraitIsCutForAndroidAndWholeOnApplesSystems() async throws {
    let workspace = try await workspace()
    let report = try await workspace.report()
    let renditions = report["assets"].elements.flatMap { $0["renditions"].elements }
    #expect(renditions.map { $0["profile"].string } == ["android", "ios"])
    #expect(renditions.map { $0["platforms"].elements.compactMap(\.string) } == [["android", "web"], ["ios"]])
    #expect(renditions.map { $0["width"].number } == [200, 200])
    #expect(renditions.map { $0["height"].number } == [100, 400])
    let urls = renditions.map { $0["url"].string }
    #expect(try images(of: workspace) == [urls[0], urls[0], urls[1]])
    try await workspace.richpush("compose", "payloads/index.json", "campaign").ended(0)
    #expect(try images(of: workspace) == [urls[0], urls[0], urls[1]])
  }

  @Test(arguments: ["run", "plan", "check"]) func howMuchIsCutOffIsSaid(command: String) async throws {
    let workspace = try await workspace()
    let output = try await workspace.richpush(command, "campaign")
    #expect((output.stdout + output.stderr).contains("Android and web keep 25 %"))
    #expect((output.stdout + output.stderr).contains("image.cut"))
    let lenient = try await self.workspace(profiles: "profiles: {android: {least-shown: 25}, web: {least-shown: 0}}\n")
    let silent = try await lenient.richpush(command, "campaign")
    #expect(!(silent.stdout + silent.stderr).contains("image.cut"))
  }
}
