import MediaFacts
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct InitTests {
  @Test func filesToStartFromAreReadAndWhatIsMissingIsSaid() async throws {
    let workspace = try Workspace(pipeline: nil)
    try workspace.folder.remove("campaign")
    let start = try await workspace.richpush("init")
    #expect(start.status == 0)
    #expect(start.stderr.isEmpty)
    #expect(try workspace.folder.names() == ["campaign.yml", "pipeline.yml"])
    let plan = try await workspace.richpush("plan")
    #expect(plan.status == 1)
    #expect(plan.stdout.contains("campaign.missing-image"))
    #expect(plan.stdout.contains("summer-sale.jpg"))
    #expect(try workspace.folder.names() == ["campaign.yml", "pipeline.yml"])
  }

  @Test func aPictureIsAllThatIsMissing() async throws {
    let workspace = try Workspace(pipeline: nil)
    _ = try await workspace.richpush("init")
    try workspace.folder.copy(Picture.photoPath, to: "summer-sale.jpg")
    let output = try await workspace.richpush("run")
    #expect(output.status == 0, "\(output.stdout)\(output.stderr)")
    #expect(try workspace.folder.names(in: "payloads") == ["index.json", "summer-sale.json"])
  }

  @Test func aFolderIsMade() async throws {
    let workspace = try Workspace(pipeline: nil)
    let output = try await workspace.richpush("init", "spring/sale")
    #expect(output.status == 0)
    #expect(try workspace.folder.names(in: "spring/sale") == ["campaign.yml", "pipeline.yml"])
  }

  @Test func existingFilesAreLeftAlone() async throws {
    let workspace = try Workspace(pipeline: "version: 1\n")
    let output = try await workspace.richpush("init")
    #expect(output.status == 0)
    #expect(output.stdout.contains("pipeline.yml is there already and stays as it is"))
    #expect(try workspace.folder.text(of: "pipeline.yml") == "version: 1\n")
    #expect(workspace.folder.exists("campaign.yml"))
  }
}
