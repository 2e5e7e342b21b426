import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CampaignTests {
  @Test func badMessagesAreRefusedAndTheOthersAreReady() async throws {
    let long = String(repeating: "long ", count: 1000)
    let workspace = try Workspace(
      pipeline: Workspace.pipeline.replacing("title: New today, ", with: ""),
      messages: """
          - {id: good, image: logo.png, title: T}
          - {id: missing, image: lgo.png, title: T}
          - {id: silent, image: logo.png}
          - {id: topic, title: T, target: {topic: /topics/t}}
          - {id: link, title: T, link: "http://example.com/"}
          - {id: long, title: "\(long)"}
          - {id: refused, title: T, image: text.jpg}
          - {id: condition, title: T, target: {condition: "'a' in topics &&"}}
        """)
    try workspace.addLogos("logo.png")
    try workspace.folder.write("hello", to: "campaign/text.jpg")
    let (status, report) = try await workspace.report()
    #expect(status == 1)
    #expect(
      report.messageStatuses == [
        "good": "ready", "missing": "refused", "silent": "refused", "topic": "refused", "link": "refused",
        "long": "refused", "refused": "refused", "condition": "refused",
      ])
    let rules = report["diagnostics"].elements.map { "\($0["subject"]["line"].number ?? 0) \($0["rule"].string ?? "")" }
    #expect(
      Set(rules) == [
        "4.0 campaign.missing-image", "5.0 ios.alert-text", "6.0 message.topic", "7.0 message.link", "8.0 message.size",
        "8.0 message.long-title", "9.0 message.image-refused", "10.0 message.condition", "0.0 image.unrecognised",
        "0.0 ios.service-extension",
      ])
    #expect(try workspace.folder.names(in: "payloads") == ["good.json", "index.json"])
    #expect(report["totals"]["refusedRequests"] == 7)
  }

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
    let (status, report) = try await workspace.report()
    #expect(status == 1)
    #expect(report.messageStatuses == ["plate": "refused", "logo": "ready"])
    #expect(report.problems == ["image.one-colour plate.png", "message.blank-picture plate"])
    #expect(try workspace.folder.names(in: "public").contains { $0.hasPrefix("plate.") })
    let checked = try await workspace.richpush("check", "campaign")
    #expect(checked.status == 1 && checked.stdout.contains("message.blank-picture"), "\(checked.stdout)")
    let composed = try await workspace.richpush("compose", "payloads", "campaign", "--format", "json")
    #expect(composed.status == 1)
    #expect(try JSON(composed.stdout).messageStatuses == ["plate": "refused", "logo": "ready"])
  }
}
