import Foundation
import TestSupport
import Testing

/// The checks that keep messages from the wrong people.
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
    let check = try await workspace.richpush("check", "campaign").ended(1)
    #expect(check.stdout.contains("campaign/\(name)  campaign.unread\n"))
  }

  @Test(arguments: ["messages.xlsx", "Plan KW48.xlsx", "plan.numbers", "plan.ods"])
  func aWorkbookThatIsNewerThanItsTableIsTold(name: String) async throws {
    let workspace = try Workspace()
    try workspace.folder.write("id,title,target\na,T,default\n", to: "campaign/messages.csv")
    try workspace.folder.write("PK\u{3}\u{4}", to: "campaign/" + name)
    #expect(!(try await workspace.richpush("check", "campaign")).stdout.contains("campaign.newer-workbook"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -86_400)],
      ofItemAtPath: workspace.folder.absolute("campaign/messages.csv"))
    #expect((try await workspace.richpush("check", "campaign")).stdout.contains("campaign.newer-workbook"))
  }

  /// The folder was copied for the next send, and pipeline.yml still names the last one.
  @Test func aCampaignThatWasEditedInsteadIsTold() async throws {
    let workspace = try Workspace(pipeline: Workspace.pipeline + "campaign: campaign\n")
    let table = "id,title,target\na,T,default\n"
    for name in ["campaign", "next"] { try workspace.folder.write(table, to: "\(name)/messages.csv") }
    func isTold() async throws -> Bool {
      try await workspace.report(ended: nil).problems.contains { $0.contains("campaign.newer-campaign") }
    }
    #expect(try await !isTold())
    func edit(_ name: String, secondsAgo: Double) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -secondsAgo)],
        ofItemAtPath: workspace.folder.absolute("\(name)/messages.csv"))
    }
    try edit("next", secondsAgo: 3600)
    #expect(try await !isTold())
    try edit("next", secondsAgo: -60)
    #expect(try await isTold())
    // A checkout makes all files new.
    try edit("campaign", secondsAgo: -60)
    #expect(try await !isTold())
    try edit("campaign", secondsAgo: 3600)
    try workspace.folder.write(table.replacing("T", with: "U"), to: "campaign/messages.csv")
    #expect(try await !isTold())
  }

  @Test(arguments: [
    ("~$plan.xlsx", "plan.xlsx"), (".~lock.plan.ods#", "plan.ods"), (".~lock.messages.csv#", "messages.csv"),
    (".campaign.yml.swp", "campaign.yml"),
  ])
  func aFileThatIsOpenIsTold(mark: String, name: String) async throws {
    let workspace = try Workspace()
    try workspace.folder.write("id,title,target\na,T,default\n", to: "campaign/messages.csv")
    try workspace.folder.write("messages: messages.csv\n", to: "campaign/campaign.yml")
    // Of a file that is not there, or of a text.
    for stray in [mark, "~$letter.docx", ".~lock.gone.ods#"] {
      try workspace.folder.write("x", to: "campaign/" + stray)
    }
    let others = try await workspace.richpush("check", "campaign")
    #expect(others.stdout.contains("campaign.newer-workbook") == ["messages.csv", "campaign.yml"].contains(name))
    if name.hasPrefix("plan") { try workspace.folder.write("PK\u{3}\u{4}", to: "campaign/" + name) }
    let found = try await workspace.richpush("check", "campaign")
    #expect(found.stdout.contains("a program has it open (`\(mark)` is next to it)") && found.status == 0)
  }

  /// Sources of a good campaign lie where people put them, and a table is exported from a workbook, which is open in its program.
  @Test(arguments: [
    ("campaign/messages.csv", "id,media,target\na,logo.png,default\n"),
    ("campaign/campaign.yml", "messages: [{id: a, media: logo.png}]\n"),
  ])
  func theWorkbooksOfAGoodCampaignLieAnywhere(path: String, text: String) async throws {
    let workspace = try Workspace(logos: "logo.png")
    try workspace.folder.write(text, to: path)
    let workbooks = ["messages.xlsx", "campaign.numbers", "source/messages.xlsx", "a/b/campaign.ods"]
    for name in workbooks + ["~$messages.xlsx", ".~lock.messages.csv#"] {
      try workspace.folder.write("PK\u{3}\u{4}", to: "campaign/" + name)
    }
    let report = try await workspace.report()
    #expect(report.messageStatuses == ["a": "ready"])
    #expect(report.pictureStatuses.filter { $0.value == "ignored" }.keys.sorted() == workbooks.sorted())
    #expect(report.pictureStatuses["logo.png"] == "published")
  }

  /// Its remedy leads to a campaign, and not to a table in a folder below.
  @Test func aWorkbookBelowACampaignWithoutMessagesIsAnError() async throws {
    let workspace = try Workspace()
    try workspace.folder.write("PK\u{3}\u{4}", to: "campaign/source/messages.xlsx")
    try workspace.folder.write("defaults: {title: T}\n", to: "campaign/campaign.yml")
    try await workspace.expectWrongConfiguration(
      saying: "source/messages.xlsx  campaign.unread",
      "under the name messages.csv at the top of the campaign folder; or")
  }

  /// What only has the columns of a table may be anything, so that the messages are not the first to go.
  @Test func theRemedyOfAnotherTableKeepsTheMessages() async throws {
    let workspace = try Workspace()
    try workspace.folder.write("id,title,image\na,T,logo.png\n", to: "campaign/feed.csv")
    try workspace.folder.write("id,title,topic\na,T,t\n", to: "campaign/messages.csv")
    try await workspace.expectWrongConfiguration(
      saying: "feed.csv  campaign.unread", "remedy: move it out of the campaign folder; or put it in the place of")
  }

  /// A name that is taken does not help, nor does a new name for a file that is not CSV.
  @Test(arguments: [
    ("messages.xlsx", false, "open it and save it as \"CSV UTF-8\" under the name messages.csv"),
    ("Messages.csv", false, "write its name in small letters, messages.csv"),
    ("messages.csv.txt", false, "save it as \"CSV UTF-8\" under the name messages.csv"),
    ("messages (1).csv", true, "put it in the place of the messages.csv that is there too"),
    ("list.txt", false, "save it as \"CSV UTF-8\""), ("campaign.yaml", true, "name it campaign.yml"),
  ])
  func theRemedyOfWhatIsNotReadCanBeFollowed(name: String, isBesideTable: Bool, remedy: String) async throws {
    let workspace = try Workspace()
    let table = "id\ttitle\ttopic\na\tT\tt\n"
    try workspace.folder.write(table, to: "campaign/" + name)
    if isBesideTable { try workspace.folder.write("id,title,topic\na,T,t\n", to: "campaign/messages.csv") }
    try await workspace.expectWrongConfiguration(saying: "\(name)  campaign.unread", "remedy: " + remedy)
  }

  /// The files of a folder without messages are sent as they are, with a word about those that are one picture to people.
  @Test func whatWouldBeSentTwiceIsAWarning() async throws {
    let workspace = try Workspace(logos: "sale.png", "sale (1).png")
    let report = try await workspace.report()
    #expect(report.problems.contains("campaign.repeated-picture sale.png"))
    #expect(report.messageStatuses.count == 2)
    let check = try await workspace.richpush("check", "campaign")
    #expect(check.stdout.contains("campaign.repeated-picture"), "\(check.stdout)")
    try workspace.folder.write(
      "id,media,target\na,sale.png,default\nb,sale (1).png,default\n", to: "campaign/messages.csv")
    #expect(try await !workspace.report(ended: nil).problems.contains("campaign.repeated-picture sale.png"))
  }

  @Test func severalCampaignsBelowOneFolderAreNamedAndNoneIsRun() async throws {
    let workspace = try Workspace()
    for name in ["spring", "summer"] {
      try workspace.folder.write("messages: [{id: a, title: T}]\n", to: "campaign/\(name)/campaign.yml")
    }
    let output = try await workspace.richpush("run", "campaign").ended(2)
    for name in ["spring", "summer"] { #expect(output.stderr.contains("`richpush run campaign/\(name)`")) }
    #expect(try workspace.folder.names() == ["campaign", "pipeline.yml"])
  }

  @Test func otherTextFilesArePassedOver() async throws {
    let workspace = try Workspace(logos: "logo.png")
    try workspace.folder.write("colours: [red]\n", to: "campaign/notes.yml")
    try workspace.folder.write("id,image,price\n1,logo.png,2\n", to: "campaign/prices.csv")
    try workspace.folder.write("id,token\n1,abc\n", to: "campaign/devices.csv")
    let report = try await workspace.report()
    #expect(
      report.pictureStatuses == [
        "logo.png": "published", "notes.yml": "ignored", "prices.csv": "ignored", "devices.csv": "ignored",
      ])
  }

  @Test(arguments: [
    ("id,title,topc\na,T,vip\n", "messages.csv:1:10 (topc)  campaign.unused-column", "the nearest key is `topic`. For"),
    ("id,title\na,T\n", "messages.csv:1:1 (target)  campaign.missing-target", "`default`"),
  ])
  func tablesWithoutATargetDoNotGoToTheDefaultOne(table: String, line: String, remedy: String) async throws {
    let workspace = try Workspace()
    try workspace.folder.write(table, to: "campaign/messages.csv")
    try await workspace.expectWrongConfiguration(saying: line, remedy)
  }

  /// Only such a row is refused.
  @Test(arguments: [
    ("id,title,topic\na,T,\nb,T,vip\n", 1, "campaign.missing-target"),
    ("id,title,topic,target\na,T,,\nb,T,vip,\n", 6, "campaign.missing-target"),
    ("id,title,topic,target\na,T,vip,default\nb,T,vip,\n", 9, "configuration.conflict"),
  ])
  func aRowWithoutATargetDoesNotGoToTheDefaultOne(table: String, column: Int, rule: String) async throws {
    let workspace = try Workspace(logos: "logo.png")
    try workspace.folder.write(table, to: "campaign/messages.csv")
    let output = try await workspace.richpush("run", "campaign").ended(1)
    #expect(output.stdout.contains("messages.csv:2:\(column) (target)  \(rule)"), "\(output.stdout)")
    #expect(try workspace.folder.names(in: "payloads") == ["b.json", "index.json"])
    #expect(try JSON(workspace.folder.text(of: "payloads/b.json"))["message"]["topic"] == "vip")
  }
}
