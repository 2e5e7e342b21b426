import TestSupport
import Testing

/// What keeps a message from going to people who were not meant.
@Suite(.timeLimit(.minutes(10))) struct AudienceTests {
  @Test(arguments: [
    "campaign.yaml", "Campaign.yml", "campaign.yml.txt", "message.csv", "messages.xlsx", "spring.yml",
    "spring/campaign.yml",
  ])
  func aFileThatLooksLikeACampaignsIsReadOrAnError(name: String) async throws {
    let workspace = try Workspace()
    try workspace.folder.write(
      "version: 1\nmessages: [{id: a, title: T, target: {topic: t}}]\n", to: "campaign/" + name)
    try await workspace.expectWrongConfiguration(saying: "\(name)  campaign.unread")
    // A check looks at campaigns that lie deeper.
    if name.contains("/") { return }
    let check = try await workspace.richpush("check", "campaign")
    #expect(check.status == 1)
    #expect(check.stdout.contains("campaign/\(name)\n"))
  }

  @Test func severalCampaignsBelowOneFolderAreNamedAndNoneIsRun() async throws {
    let workspace = try Workspace()
    for name in ["spring", "summer"] {
      try workspace.folder.write("messages: [{id: a, title: T}]\n", to: "campaign/\(name)/campaign.yml")
    }
    let output = try await workspace.richpush("run", "campaign")
    #expect(output.status == 2)
    for name in ["spring", "summer"] { #expect(output.stderr.contains("`richpush run campaign/\(name)`")) }
    #expect(try workspace.folder.names() == ["campaign", "pipeline.yml"])
  }

  @Test func otherTextFilesArePassedOver() async throws {
    let workspace = try Workspace()
    try workspace.addLogos("logo.png")
    try workspace.folder.write("colours: [red]\n", to: "campaign/notes.yml")
    try workspace.folder.write("id,price\n1,2\n", to: "campaign/prices.csv")
    let (status, report) = try await workspace.report()
    #expect(status == 0)
    #expect(report.pictureStatuses == ["logo.png": "published", "notes.yml": "ignored", "prices.csv": "ignored"])
  }

  @Test(arguments: [
    ("id,title,topc\na,T,vip\n", "messages.csv:1:10 (topc)  campaign.unused-column", "the nearest key is `topic`"),
    ("id,title,topc\na,T,vip\n", "messages.csv:1:1 (target)  campaign.missing-target", "`default`"),
  ])
  func tablesWithoutATargetDoNotGoToTheDefaultOne(table: String, line: String, remedy: String) async throws {
    let workspace = try Workspace()
    try workspace.folder.write(table, to: "campaign/messages.csv")
    try await workspace.expectWrongConfiguration(saying: line)
    #expect(try await workspace.richpush("run", "campaign").stderr.contains(remedy))
  }

  /// Such a row is refused alone.
  @Test(arguments: [
    ("id,title,topic\na,T,\nb,T,vip\n", 1, "campaign.missing-target"),
    ("id,title,topic,target\na,T,,\nb,T,vip,\n", 6, "campaign.missing-target"),
    ("id,title,topic,target\na,T,vip,default\nb,T,vip,\n", 9, "configuration.conflict"),
  ])
  func aRowWithoutATargetDoesNotGoToTheDefaultOne(table: String, column: Int, rule: String) async throws {
    let workspace = try Workspace()
    try workspace.addLogos("logo.png")
    try workspace.folder.write(table, to: "campaign/messages.csv")
    let output = try await workspace.richpush("run", "campaign")
    #expect(output.status == 1)
    #expect(output.stdout.contains("messages.csv:2:\(column) (target)  \(rule)"), "\(output.stdout)")
    #expect(try workspace.folder.names(in: "payloads") == ["b.json", "index.json"])
    #expect(try JSON(workspace.folder.text(of: "payloads/b.json"))["message"]["topic"] == "vip")
  }

  @Test func rowsThatAskForTheDefaultTargetGetTheNearest() async throws {
    let workspace = try Workspace()
    try workspace.folder.write(
      "id,title,topic,target\na,T,vip,\nb,T,,default\n", to: "campaign/messages.csv")
    #expect(try await workspace.richpush("run", "campaign").status == 0)
    #expect(try JSON(workspace.folder.text(of: "payloads/a.json"))["message"]["topic"] == "vip")
    #expect(try JSON(workspace.folder.text(of: "payloads/b.json"))["message"]["topic"] == "all")
    try workspace.folder.write("defaults: {target: {topic: spring}}\n", to: "campaign/campaign.yml")
    #expect(try await workspace.richpush("run", "campaign").status == 0)
    #expect(try JSON(workspace.folder.text(of: "payloads/b.json"))["message"]["topic"] == "spring")
  }

  @Test func aTableWithoutTargetsTakesThatOfItsCampaign() async throws {
    let workspace = try Workspace()
    try workspace.folder.write("id,title\na,T\n", to: "campaign/messages.csv")
    try workspace.folder.write("defaults: {target: {topic: spring}}\n", to: "campaign/campaign.yml")
    #expect(try await workspace.richpush("run", "campaign").status == 0)
    #expect(try JSON(workspace.folder.text(of: "payloads/a.json"))["message"]["topic"] == "spring")
  }
}
