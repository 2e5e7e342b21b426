import Foundation
import TestSupport
import Testing

/// Campaigns whose messages are a table.
@Suite(.timeLimit(.minutes(10))) struct TableTests {
  private func workspace(table: String, campaign: String? = nil) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.addLogos("logo.png")
    try workspace.folder.write(table, to: "campaign/messages.csv")
    if let campaign { try workspace.folder.write(campaign, to: "campaign/campaign.yml") }
    return workspace
  }

  @Test func everyRowBecomesARequest() async throws {
    let workspace = try workspace(
      table: "id,locale,token,name\na,de,dEMO1,Ada\nb,en,dEMO2,\"Bo, Jr.\"\n",
      campaign: "defaults: {media: logo.png, title: {en: \"Hi {{name}}\", de: \"Hallo {{name}}\"}}\n")
    let (status, report) = try await workspace.report()
    #expect(status == 0)
    #expect(report.messageStatuses == ["a.de": "ready", "b.en": "ready"])
    #expect(report.pictureStatuses == ["logo.png": "published"])
    let request = try JSON(workspace.folder.text(of: "payloads/b.en.json"))
    #expect(request["message"]["notification"]["title"] == "Hi Bo, Jr.")
    #expect(request["message"]["token"] == "dEMO2")
  }

  @Test func aTableNeedsNoCampaignFile() async throws {
    let (status, report) = try await workspace(table: "id,media,target\na,logo.png,default\n").report()
    #expect(status == 0)
    #expect(report.messageStatuses == ["a": "ready"])
  }

  @Test(arguments: ["messages.csv:3:4 (ttl)  configuration.value", "messages.csv:4:1 (id)  campaign.id"])
  func wrongRowsExitWith2AndNothingIsWritten(line: String) async throws {
    let workspace = try Workspace()
    try workspace.folder.write("id,title,ttl,topic\na,\"T\nU\",soon,t\nb/c,T,1h,t\n", to: "campaign/messages.csv")
    try await workspace.expectWrongConfiguration(saying: line)
  }

  @Test(arguments: ["messages.csv", "campaign.yml"])
  func filesOfMessagesAreNoLinksOutOfTheFolder(name: String) async throws {
    let workspace = try Workspace()
    let folder = try TemporaryFolder()
    try folder.write("id,title\na,T\n", to: "messages.csv")
    try folder.write("messages: [{id: a, title: T}]", to: "campaign.yml")
    try FileManager.default.createSymbolicLink(
      atPath: workspace.folder.absolute("campaign/" + name), withDestinationPath: folder.absolute(name))
    try await workspace.expectWrongConfiguration(saying: "\(name)  campaign.path")
  }

  @Test func aCheckNamesTheTableByItsPath() async throws {
    let workspace = try workspace(table: "id,titel,topic\na,T,t\n")
    let output = try await workspace.richpush("check", "campaign", "--fail-on", "warning")
    #expect(output.status == 1)
    #expect(output.stdout.hasPrefix("campaign/messages.csv\n  error  1:4 (titel)  campaign.unused-column\n"))
  }
}
