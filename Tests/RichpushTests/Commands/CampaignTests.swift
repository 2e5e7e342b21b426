import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CampaignTests {
  /// An empty area would reach people in its place. The file itself is published like any other.
  @Test func aMessageWhosePictureHasOneColourIsRefused() async throws {
    let workspace = try Workspace(
      messages: "  - {id: plate, media: plate.png, title: One}\n  - {id: logo, media: logo.png, title: Two}")
    try workspace.addLogos("logo.png")
    try await workspace.folder.make([
      [
        "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "color=teal:size=1200x600", "-frames:v", "1",
        "campaign/plate.png",
      ]
    ])
    let report = try await workspace.report(ended: 1)
    #expect(report.messageStatuses == ["plate": "refused", "logo": "ready"])
    #expect(report.problems == ["image.one-colour plate.png", "message.blank-picture plate"])
    #expect(try workspace.folder.names(in: "public").contains { $0.hasPrefix("plate.") })
    let checked = try await workspace.richpush("check", "campaign")
    #expect(checked.status == 1 && checked.stdout.contains("message.blank-picture"), "\(checked.stdout)")
    let composed = try await workspace.richpush("compose", "payloads", "campaign", "--format", "json").ended(1)
    #expect(try JSON(composed.stdout).messageStatuses == ["plate": "refused", "logo": "ready"])
  }

  private func found(_ keys: String) async throws -> (status: Int32, problems: Set<String>) {
    let workspace = try Workspace(messages: "  - {id: a, target: {topic: t}, \(keys)}")
    let run = try await workspace.richpush("run", "campaign", "--format", "json")
    let check = try await workspace.richpush("check", "campaign", "--format", "json")
    let rules = try JSON(check.stdout)["diagnostics"].elements.compactMap { $0["rule"].string }
    #expect(try rules.sorted() == JSON(run.stdout)["diagnostics"].elements.compactMap { $0["rule"].string }.sorted())
    return (run.status, Set(rules))
  }

  @Test func aMomentThatIsOverIsAnError() async throws {
    let moments = [-60, 3600].map { Date(timeIntervalSinceNow: $0).formatted(.iso8601) }
    #expect(try await found("title: T, ttl: 1h, expires: \"\(moments[0])\"") == (1, ["message.expired"]))
    #expect(try await found("title: T, ttl: 1h, expires: \"\(moments[1])\"") == (0, []))
  }

  @Test func aMomentIsForAppleSystemsOnly() async throws {
    let moment = "expires: \"\(Date(timeIntervalSinceNow: 3600).formatted(.iso8601))\""
    #expect(try await found("title: T, \(moment)") == (0, ["configuration.conflict"]))
    #expect(try await found("title: T, platforms: [ios], \(moment)") == (0, []))
    #expect(try await found("title: T, \(moment), android: {ttl: 60s}") == (0, []))
    let workspace = try Workspace(messages: "  - {id: a, title: T, platforms: [android, web], \(moment)}")
    try await workspace.richpush("run", "campaign").ended(2)
  }
}
