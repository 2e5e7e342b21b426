import TestSupport
import Testing

/// The findings that a baseline hides, and for how long.
extension CheckTests {
  @Test func aBaselineHidesWhatWasThere() async throws {
    try addBadLink()
    let made = try await check("payloads", "--baseline", "baseline.json", "--update-baseline")
    #expect(made == ProgramOutput(status: 0, stdout: "0 subjects checked, clean, 1 suppressed\n", stderr: ""))
    #expect(
      try JSON(folder.text(of: "baseline.json"))
        == ["version": 1, "findings": [["path": "payloads/b.json", "rule": "file.leaves-folder"]]])
    try await check("payloads", "--baseline", "baseline.json").ended(0)
    try folder.link("payloads/c.json", to: "../elsewhere/a.json")
    let more = try await check("payloads", "--baseline", "baseline.json").ended(1)
    #expect(more.stdout.contains("payloads/c.json") && !more.stdout.contains("payloads/b.json"))
    // What is mended leaves it.
    for name in ["payloads/b.json", "payloads/c.json"] { try folder.remove(name) }
    try folder.write(Self.goodRequest, to: "payloads/b.json")
    _ = try await check("payloads", "--baseline", "baseline.json", "--update-baseline")
    #expect(try JSON(folder.text(of: "baseline.json")) == ["version": 1, "findings": []])
  }

  @Test func aWrongBaselineIsSaid() async throws {
    try addBadLink()
    try folder.write("[]", to: "baseline.json")
    let output = try await check("payloads", "--baseline", "baseline.json").ended(2)
    #expect(output.stderr.hasPrefix("error baseline.json  configuration.baseline\n"))
    try await check("payloads", "--baseline", "none/b.json", "--update-baseline").ended(2)
  }

  @Test(arguments: ["text", "json", "sarif", "junit", "github"])
  func whatIsWrongInACampaignFileIsHiddenToo(format: String) async throws {
    try folder.write("version: 1\nmessages:\n  - {id: a, titel: A}\n", to: "campaign/campaign.yml")
    let before = try await check("campaign", "--format", format).ended(1)
    #expect(before.stdout.contains("configuration.unknown-key"), "\(before.stdout)")
    let known = ["campaign", "--baseline", "baseline.json", "--format", format]
    func status(_ more: String...) async throws -> Int32 {
      try await RichpushBinary.run(["check"] + known + more, workingDirectory: folder.path).status
    }
    #expect(try await status("--update-baseline") == 0)
    #expect(try folder.text(of: "baseline.json").contains("\"path\" : \"campaign/campaign.yml\""))
    #expect(try await status() == 0)
    // Findings about a changed file are reported again.
    try folder.write("version: 1\nmessages:\n  - {id: a, tittel: A}\n", to: "campaign/campaign.yml")
    #expect(try await status() == 1)
  }
}
