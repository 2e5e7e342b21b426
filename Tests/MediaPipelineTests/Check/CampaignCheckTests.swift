import Findings
import Foundation
import MediaFacts
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// `check` of a campaign folder reports what `run` would, with paths as the user gave them.
@Suite(.serialized, .timeLimit(.minutes(10))) struct CampaignCheckTests {
  let folder = TemporaryFolder()

  private func check(
    _ campaign: String? = nil, flags: [String] = [], defaults: MessageDefaults = .spring
  ) async throws -> CheckReport {
    try await CheckRun(flags, configuration: .init(messageDefaults: defaults, makesMessagesFromPictures: true))([
      .campaign(folder: campaign ?? folder.path)
    ])
  }

  private func photograph(_ name: String) async throws {
    let size = "testsrc2=size=1200x600"
    try await folder.make([["ffmpeg", "-v", "error", "-f", "lavfi", "-i", size, "-frames:v", "1", name]])
  }

  @Test func saysNothingOfAGoodCampaign() async throws {
    try await photograph("hero.jpg")
    try folder.write("version: 1\nmessages: [{id: spring, image: hero.jpg, title: Spring}]", to: "campaign.yml")
    let names = try folder.names()
    let report = try await check()
    #expect(report.diagnostics == [])
    let digests = try ["hero.jpg", "campaign.yml"].map { ContentDigest(of: try folder.bytes(of: $0)) }
    #expect(
      report.subjects == [
        CheckedSubject(.source, folder.absolute("hero.jpg"), digest: digests[0]),
        CheckedSubject(.campaign, folder.absolute("campaign.yml"), digest: digests[1]),
      ])
    #expect(try folder.names() == names)
  }

  /// `run` also makes renditions of files that clients cannot show as they are.
  @Test func askNotWhetherTheFileItselfWouldShow() async throws {
    try await photograph("hero.bmp")
    #expect(try await check().diagnostics == [])
    let asIs = try await CheckRun()([.media(path: folder.absolute("hero.bmp"))])
    #expect(asIs.diagnostics.map(\.rule) == ["ios.image-format", "android.bytes"])
  }

  /// A small picture is enlarged, and one of noise does not fit the limit without a loss that is seen.
  @Test func picturesAreJudgedAsTheyWillLook() async throws {
    let making = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i"]
    try await folder.make([
      making + ["testsrc2=size=120x60", "-frames:v", "1", "small.png"],
      making + ["color=gray:size=1600x1100,noise=alls=30:allf=t", "-frames:v", "1", "noise.png"],
      making + ["color=gray:size=1600x1100,noise=alls=100:allf=t", "-frames:v", "1", "ruin.png"],
    ])
    let found = try await check().diagnostics
    #expect(try await check(flags: ["--render"]).diagnostics == found)
    #expect(found.contains { $0.rule == "image.narrow" && $0.subject == .init(.file, folder.absolute("small.png")) })
    #expect(found.contains { $0.rule == "image.low-score" && $0.subject == .init(.file, folder.absolute("noise.png")) })
    #expect(found.contains { $0.rule == "image.ruined" && $0.subject == .init(.file, folder.absolute("ruin.png")) })
  }

  @Test func damageIsSeenUnlessHeadersAreEnough() async throws {
    try await photograph("whole.jpg")
    try folder.write(try folder.bytes(of: "whole.jpg").prefix(20_000), to: "cut.jpg")
    try folder.remove("whole.jpg")
    let found = try await check().diagnostics
    #expect(found.map(\.rule) == ["image.truncated"])
    #expect(found.map(\.subject) == [.init(.file, folder.absolute("cut.jpg"))])
    #expect(try await check(flags: ["--quick"]).diagnostics == [])
  }

  /// Without campaign.yml every picture gets a message from the defaults.
  @Test func defaultsAreLookedAt() async throws {
    try await photograph("hero.jpg")
    #expect(
      try await check(defaults: .init(title: "Fresh bread")).diagnostics.map(\.rule) == ["configuration.missing-key"])
  }
}

extension MessageDefaults {
  fileprivate static let spring = MessageDefaults(title: "Fresh bread", body: "From eight", target: .topic("spring"))
}
