import Foundation
import TestSupport
import Testing

/// Campaigns whose messages are a table.
@Suite(.timeLimit(.minutes(10))) struct TableTests {
  private func workspace(table: String, campaign: String? = nil) throws -> Workspace {
    let workspace = try Workspace(logos: "logo.png")
    try workspace.folder.write(table, to: "campaign/messages.csv")
    if let campaign { try workspace.folder.write(campaign, to: "campaign/campaign.yml") }
    return workspace
  }

  @Test func everyRowBecomesARequest() async throws {
    let workspace = try workspace(
      table: "id,locale,token,name\na,de,dEMO1,Ada\nb,en,dEMO2,\"Bo, Jr.\"\n",
      campaign: "defaults: {media: logo.png, title: {en: \"Hi {{name}}\", de: \"Hallo {{name}}\"}}\n")
    let report = try await workspace.report()
    #expect(report.messageStatuses == ["a.de": "ready", "b.en": "ready"])
    #expect(report.pictureStatuses == ["logo.png": "published"])
    let request = try JSON(workspace.folder.text(of: "payloads/b.en.json"))
    #expect(request["message"]["notification"]["title"] == "Hi Bo, Jr.")
    #expect(request["message"]["token"] == "dEMO2")
  }

  /// A wrong row costs its own message: the others are written.
  @Test func wrongRowsAreRefusedAlone() async throws {
    let table = """
      id,title,ttl,topic,name
      a,"T
      U",soon,t,Ada
      b/c,T,1h,t,Ada
      d,T,1h,t,Ada
      e,T,1h,t,Ada,x
      f,Hi {{name}},1h,t,
      g,T,1h,t,Ada
      G,T,1h,t,Ada
      h,Hi {{name}},1h,t,Bo

      """
    let workspace = try workspace(table: table)
    let report = try await workspace.report(ended: 1)
    #expect(
      report.messageStatuses == [
        "a": "refused", "messages.csv:4": "refused", "d": "ready", "messages.csv:6": "refused", "f": "refused",
        "g": "refused", "G": "refused", "h": "ready",
      ])
    #expect(try workspace.folder.names(in: "payloads") == ["d.json", "h.json", "index.json"])
    let places = report["diagnostics"].elements.filter { $0["severity"] == "error" }.map {
      "\($0["subject"]["line"].number ?? 0) \($0["subject"]["keyPath"].string ?? "-") \($0["rule"].string ?? "")"
    }
    #expect(
      places == [
        "3.0 ttl configuration.value", "4.0 id campaign.id", "6.0 - campaign.table", "7.0 name campaign.placeholder",
        "9.0 id campaign.duplicate-id",
      ])
    let check = try await workspace.richpush("check", "campaign").ended(1)
    #expect(check.stdout.contains("campaign/messages.csv"), "\(check.stdout)")
    #expect(check.stdout.contains("2 requests"), "\(check.stdout)")
  }

  /// An emptied table is a slip, not a wish to withdraw all requests.
  @Test(arguments: ["", ",,\n,,\n"]) func aTableWithoutAMessageLeavesTheRequests(rows: String) async throws {
    let workspace = try workspace(table: "id,media,target\na,logo.png,default\n")
    try await workspace.report()
    let before = try workspace.folder.states(of: "payloads")
    try workspace.folder.write("id,media,target\n" + rows, to: "campaign/messages.csv")
    for command in ["check", "run", "plan"] {
      let output = try await workspace.richpush(command, "campaign")
      #expect(output.status == (command == "check" ? 1 : 2), "\(command): \(output.stdout)")
      let told = output.stdout + output.stderr
      #expect(told.contains("campaign.table") && told.contains("no row has a message"), "\(command): \(told)")
    }
    #expect(try workspace.folder.states(of: "payloads") == before)
  }

  @Test(arguments: ["messages.csv", "campaign.yml"])
  func filesOfMessagesAreNoLinksOutOfTheFolder(name: String) async throws {
    let workspace = try Workspace()
    let folder = TemporaryFolder()
    try folder.write("id,title\na,T\n", to: "messages.csv")
    try folder.write("messages: [{id: a, title: T}]", to: "campaign.yml")
    try FileManager.default.createSymbolicLink(
      atPath: workspace.folder.absolute("campaign/" + name), withDestinationPath: folder.absolute(name))
    try await workspace.expectWrongConfiguration(saying: "\(name)  campaign.path")
  }
}
