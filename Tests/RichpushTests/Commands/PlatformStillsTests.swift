import Foundation
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
    let (status, report) = try await workspace.report()
    #expect(status == 0)
    let renditions = report["assets"].elements.flatMap { $0["renditions"].elements }
    #expect(renditions.map { $0["profile"].string } == ["android", "ios"])
    #expect(renditions.map { $0["platforms"].elements.compactMap(\.string) } == [["android", "web"], ["ios"]])
    #expect(renditions.map { $0["width"].number } == [200, 200])
    #expect(renditions.map { $0["height"].number } == [100, 400])
    let urls = renditions.map { $0["url"].string }
    #expect(try images(of: workspace) == [urls[0], urls[0], urls[1]])
    #expect(try await workspace.richpush("compose", "payloads/index.json", "campaign").status == 0)
    #expect(try images(of: workspace) == [urls[0], urls[0], urls[1]])
  }

  @Test func oneShapeIsOneFile() async throws {
    let workspace = try Workspace()
    try workspace.addLogos("logo.png")
    #expect(try await workspace.richpush("run", "campaign").status == 0)
    #expect(try workspace.folder.names(in: "public").count == 1)
  }

  @Test func oneFileForAllIsThereForWhoWantsIt() async throws {
    let workspace = try await workspace(profiles: "profiles: {universal: {}}\n")
    #expect(try await workspace.richpush("run", "campaign").status == 0)
    let images = try images(of: workspace)
    #expect(Set(images).count == 1 && images[0] != nil)
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

  @Test func whoChoseIsNotWarned() async throws {
    let target = "title: T, target: {topic: t}}\n"
    let workspace = try await workspace(
      messages: "  - {id: a, media: tall.png, focal-point: {x: 0.5, y: 0}, \(target)"
        + "  - {id: b, media: {ios: tall.png, android: tall.png, web: tall.png}, \(target)")
    let output = try await workspace.richpush("plan", "campaign", "-v")
    #expect(!(output.stdout + output.stderr).contains("image.cut"))
    #expect(output.stdout.contains("Android and web keep 25 %"))
  }

  @Test func whatDrawsTheEyeAndIsCutOffIsSaid() async throws {
    let workspace = try Workspace(
      pipeline: Workspace.pipeline + "profiles: {universal: {least-shown: 0}}\n", messages: Self.message)
    // A red spot near the upper edge.
    try await workspace.folder.make([
      ["vips", "black", "black.v", "200", "400", "--bands", "3"],
      ["vips", "linear", "black.v", "grey.v", "1", "120", "--uchar"],
      ["vips", "draw_circle", "grey.v", "255 20 10", "100", "40", "25", "--fill"],
      ["vips", "copy", "grey.v", "campaign/tall.png"],
    ])
    let output = try await workspace.richpush("plan", "campaign")
    #expect((output.stdout + output.stderr).contains("is cut off on android and web"))
  }

  @Test func aDrawingHasTheSizeThatClientsShow() async throws {
    let workspace = try Workspace()
    let svg =
      "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='32'><rect width='32' height='32' fill='#346'/></svg>"
    try workspace.folder.write(svg, to: "campaign/logo.svg")
    let (status, report) = try await workspace.report()
    #expect(status == 0)
    #expect(report["assets"].elements[0]["renditions"].elements.map { $0["width"].number } == [1664])
  }

  @Test func aFocalPointThatWouldBeLostIsAnError() async throws {
    let message = "  - {id: a, media: tall.png, title: T, target: {topic: t}, focal-point: {x: 0.5, y: 0}}\n"
    let workspace = try await workspace(profiles: "profiles: {universal: {}}\n", messages: message)
    let output = try await workspace.richpush("run", "campaign")
    #expect(output.status == 1)
    #expect(output.stdout.contains("campaign.focal-point"))
    #expect(try workspace.folder.names(in: "payloads") == ["index.json"])
    let cut = try await self.workspace(messages: message)
    #expect(try await cut.richpush("run", "campaign").status == 0)
  }
}
