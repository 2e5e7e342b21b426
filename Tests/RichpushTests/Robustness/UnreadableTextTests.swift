import Foundation
import TestSupport
import Testing

/// The texts of a campaign that are too large, or no files: that is the campaign's fault, and trying again is of no use.
@Suite(.timeLimit(.minutes(10))) struct UnreadableTextTests {
  private func expectRefusal(_ workspace: Workspace, _ words: String...) async throws {
    try workspace.addLogos("logo.png")
    let output = try await workspace.richpush("run", "campaign", timeLimit: .seconds(60))
    #expect(output.status == 2, "\(output.stdout)\(output.stderr)")
    for word in words { #expect((output.stdout + output.stderr).contains(word), "\(output.stdout)\(output.stderr)") }
    #expect(!workspace.folder.exists("payloads"))
  }

  /// A mark before the first letter counts as little as it does in a shorter text.
  @Test(arguments: [[], [0xEF, 0xBB, 0xBF]] as [[UInt8]]) func aLargeCampaignFileIsNotRead(mark: [UInt8]) async throws {
    let workspace = try Workspace()
    let text = "version: 1\n#" + String(repeating: "x", count: 1_000_000)
    try workspace.folder.write(mark + Array(text.utf8), to: "campaign/campaign.yml")
    try await expectRefusal(workspace, "configuration.size", "campaign.yml", "more than 1000000 bytes")
    let check = try await workspace.richpush("check", "campaign")
    #expect(check.status != 3, "\(check.stdout)\(check.stderr)")
    #expect(check.stdout.contains("configuration.size"), "\(check.stdout)\(check.stderr)")
  }

  @Test(arguments: [("campaign.yml", "configuration.type"), ("messages.csv", "campaign.table")])
  func aFolderIsNoText(name: String, rule: String) async throws {
    let workspace = try Workspace()
    try workspace.folder.createFolder("campaign/" + name)
    try await expectRefusal(workspace, rule, name, "a folder and not a file")
  }

  /// The pipe has no writer, and richpush does not wait for one.
  @Test(arguments: [("campaign.yml", "configuration.type"), ("messages.csv", "campaign.table")])
  func aPipeIsNoText(name: String, rule: String) async throws {
    let workspace = try Workspace()
    #expect(mkfifo(workspace.folder.absolute("campaign/" + name), 0o600) == 0)
    try await expectRefusal(workspace, rule, name, "a pipe, a socket or a device and not a file")
  }
}
