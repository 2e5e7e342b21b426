import Foundation
import TestSupport
import Testing

/// The texts of a campaign that are too large, or no files: that is the campaign's fault, and trying again is of no use.
@Suite(.timeLimit(.minutes(10))) struct UnreadableTextTests {
  private func expectRefusal(_ workspace: Workspace, _ words: String...) async throws {
    try workspace.addLogos("logo.png")
    let output = try await workspace.richpush("run", "campaign", timeLimit: .seconds(60)).ended(2)
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

  /// A folder, and a pipe that has no writer, for which richpush does not wait.
  @Test(arguments: [("campaign.yml", "configuration.type"), ("messages.csv", "campaign.table")], [false, true])
  func whatIsNoFileIsNoText(file: (name: String, rule: String), isPipe: Bool) async throws {
    let workspace = try Workspace()
    let place = "campaign/" + file.name
    if isPipe {
      #expect(mkfifo(workspace.folder.absolute(place), 0o600) == 0)
    } else {
      try workspace.folder.createFolder(place)
    }
    let words = isPipe ? "a pipe, a socket or a device and not a file" : "a folder and not a file"
    try await expectRefusal(workspace, file.rule, file.name, words)
  }
}
