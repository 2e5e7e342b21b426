import TestSupport
import Testing

/// Nothing goes to everybody because something is absent, and nothing that was made ready goes with it.
@Suite(.timeLimit(.minutes(10))) struct AbsenceTests {
  private static let table = "id,media,title,body,topic\na,logo.png,Visit,On Saturday,workshop\n"

  private func workspace(fromPictures: Bool) throws -> Workspace {
    let word = "messages: from-pictures\n"
    let workspace = try Workspace(
      pipeline: fromPictures ? Workspace.pipeline : Workspace.pipeline.replacing(word, with: ""), logos: "logo.png")
    return workspace
  }

  @Test func messagesFromPicturesAreAskedFor() async throws {
    let workspace = try workspace(fromPictures: false)
    try workspace.folder.write("name;order\n", to: "campaign/kunden.csv")
    let output = try await workspace.richpush("run", "campaign")
    #expect(output.status == 2 && output.stderr.contains("campaign.no-messages"), "\(output)")
    #expect(
      output.stderr.contains("; perhaps `kunden.csv` is meant") && output.stderr.contains("messages: from-pictures"),
      "\(output)")
    #expect(!workspace.folder.exists("payloads"))
    try await workspace.richpush("check", "campaign").ended(1)
    // A single device needs no word.
    let device = Workspace.pipeline.replacing("messages: from-pictures\n", with: "").replacing(
      "topic: all", with: "fid: abc")
    try workspace.folder.write(device, to: "pipeline.yml")
    try await workspace.richpush("run", "campaign").ended(0)
  }

  @Test(arguments: [".messages.csv.icloud", "messages.csv.bak", "messages.docx", ".messages.csv", "campaign.gdoc"])
  func whatStandsInTheTablesPlaceIsAnError(_ name: String) async throws {
    let workspace = try workspace(fromPictures: true)
    try workspace.folder.write(Self.table, to: "campaign/messages.csv")
    try await workspace.richpush("run", "campaign").ended(0)
    try workspace.folder.remove("campaign/messages.csv")
    try workspace.folder.write(Self.table, to: "campaign/" + name)
    let output = try await workspace.richpush("run", "campaign")
    #expect(output.status == 2 && output.stderr.contains("campaign.unread"), "\(output)")
    #expect(workspace.folder.exists("payloads/a.json"))
  }

  @Test func aFolderOfACampaignIsNoCampaign() async throws {
    let workspace = try workspace(fromPictures: true)
    try workspace.folder.copy("\(workspace.folder.path)/campaign/logo.png", to: "campaign/photos/logo.png")
    try workspace.folder.write(Self.table, to: "campaign/messages.csv")
    let output = try await workspace.richpush("run", "campaign/photos")
    #expect(output.status == 2 && output.stderr.contains("richpush run campaign`"), "\(output)")
  }

  @Test func anEmptiedCampaignWithdrawsNothingUnasked() async throws {
    let workspace = try workspace(fromPictures: true)
    try workspace.folder.write(Self.table, to: "campaign/messages.csv")
    try await workspace.richpush("run", "campaign").ended(0)
    // Every message is refused for its picture.
    try workspace.folder.write("no picture", to: "campaign/logo.png")
    let refused = try await workspace.richpush("run", "campaign")
    #expect(refused.status == 1 && refused.stdout.contains("campaign.emptied"), "\(refused)")
    #expect(workspace.folder.exists("payloads/a.json"))
    try workspace.folder.remove("campaign/logo.png")
    try workspace.addLogos("logo.png")
    try workspace.folder.remove("campaign/messages.csv")
    try workspace.folder.write("messages: []\n", to: "campaign/campaign.yml")
    let output = try await workspace.richpush("run", "campaign")
    #expect(output.status == 2 && output.stderr.contains("campaign.emptied"), "\(output)")
    #expect(workspace.folder.exists("payloads/a.json"))
    try await workspace.richpush("run", "campaign", "--withdraw-all").ended(0)
    #expect(!workspace.folder.exists("payloads/a.json") && workspace.folder.exists("payloads/stale/a.json"))
  }

  @Test func halfARowIsNotSent() async throws {
    let workspace = try workspace(fromPictures: false)
    try workspace.folder.write(
      "id,topic,title,body\na,bread,Rye,Baked this morning and\nstill warm\nb,buns,Buns,Warm\n",
      to: "campaign/messages.csv")
    let output = try await workspace.richpush("run", "campaign")
    #expect(output.status == 1 && output.stdout.contains("cut off by a line break"), "\(output)")
    #expect(!workspace.folder.exists("payloads/a.json") && workspace.folder.exists("payloads/b.json"))
  }
}
