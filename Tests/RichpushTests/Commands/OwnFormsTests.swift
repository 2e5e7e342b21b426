import Foundation
import TestSupport
import Testing

/// The forms of requests besides JSON, given to `check` by their names.
@Suite(.timeLimit(.minutes(10))) struct OwnFormsTests {
  private static let forms = [
    "curl/a.sh", "apns/a.json", "webpush/a.json", "admin/messages.jsonl", "validate-only/curl/a.sh",
  ]

  private func workspace() async throws -> Workspace {
    let compose = "compose: {formats: [fcm-v1, curl, admin, apns, webpush], project: shop-1, validate-only: true}\n"
    let nextWeek = Date().addingTimeInterval(7 * 86_400).ISO8601Format()
    let workspace = try Workspace(
      pipeline: Workspace.pipeline + compose,
      messages: """
          - {id: a, title: "Hi {{{{you}}", body: B, media: logo.png, target: {topic: spring}, ttl: 4h}
          - {id: b, title: Autumn, target: {topic: autumn}, expires: \(nextWeek)}
        """, logos: "logo.png")
    try await workspace.richpush("run", "campaign").ended(0)
    return workspace
  }

  private func check(_ workspace: Workspace, _ names: [String]) async throws -> (status: Int32, report: JSON) {
    let output = try await RichpushBinary.run(
      // The braces in a title are meant.
      ["check", "--trial", "--fail-on", "warning", "--ignore", "message.placeholder", "--format", "json"]
        + names.map { "payloads/" + $0 }, workingDirectory: workspace.folder.path)
    return (output.status, try JSON(output.stdout))
  }

  @Test func areCleanAsTheyWereWritten() async throws {
    let (status, report) = try await check(workspace(), Self.forms)
    #expect(status == 0, "\(report["diagnostics"])")
    #expect(report["subjects"].elements.compactMap { $0["name"].string } == Self.forms.map { "payloads/" + $0 })
  }

  @Test(arguments: [
    ("admin/messages.jsonl", "\"topic\":\"autumn\"", "\"topic\":\"autumn leaves\"", "message.topic", "topic"),
    ("curl/a.sh", "\"title\" : \"Hi", "\"titel\" : \"Hi", "request.unknown-field", "message.notification.titel"),
    ("apns/a.json", "\"mutable-content\":1", "\"mutable-content\":0", "ios.mutable-content", "aps.mutable-content"),
    ("webpush/a.json", "\"image\":\"https:", "\"image\":\"ftp:", "url.scheme", "notification.image"),
  ])
  func areJudgedAsWhatTheyAre(
    name: String, text: String, other: String, rule: String, keyPath: String
  ) async throws {
    let workspace = try await workspace()
    let whole = try workspace.folder.text(of: "payloads/" + name)
    #expect(whole.contains(text), "\(whole)")
    try workspace.folder.write(whole.replacing(text, with: other), to: "payloads/" + name)
    let (status, report) = try await check(workspace, [name])
    #expect(status == 1)
    let found = report["diagnostics"].elements.first { $0["rule"].string == rule }
    #expect(found?["subject"]["name"].string == "payloads/" + name, "\(report["diagnostics"])")
    #expect((found?["subject"]["keyPath"].string ?? "") == keyPath, "\(report["diagnostics"])")
    guard !keyPath.isEmpty else { return }
    let lines = whole.replacing(text, with: other).split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains(other) })
    #expect(found?["subject"]["line"].number == Double(line + 1))
  }
}
