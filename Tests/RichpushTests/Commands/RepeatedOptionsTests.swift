import TestSupport
import Testing

/// An option that takes one value and is given another time: nothing of a command line is dropped without a word.
@Suite(.timeLimit(.minutes(10))) struct RepeatedOptionsTests {
  @Test(arguments: [
    ["run", ".", "--config", "a.yml", "--config", "b.yml"], ["plan", ".", "--config=a.yml", "--config", "b.yml"],
    ["check", ".", "--config", "a.yml", "--trial", "--config=b.yml"],
    ["doctor", "--config", "a.yml", "--config=b.yml"],
    ["scaffold", "ios-extension", "--output", "a.yml", "--output", "b.yml"],
  ])
  func anotherValueIsRefused(arguments: [String]) async throws {
    let folder = TemporaryFolder()
    let output = try await RichpushBinary.run(arguments, workingDirectory: folder.path).ended(2)
    #expect(output.stderr.contains("`a.yml`, `b.yml`"), "\(output.stderr)")
    #expect(try folder.names() == [])
  }

  @Test func theSameValueAndWhatStandsBehindTheHyphensAreNoMistake() async throws {
    let folder = TemporaryFolder()
    try await RichpushBinary.run(["explain", "--format", "json", "--format=json"], workingDirectory: folder.path).ended(
      0)
    let files = try await RichpushBinary.run(
      ["check", "--format", "json", "--", "--format=text", "--format=json"], workingDirectory: folder.path)
    #expect(files.stderr.contains("there is nothing at this path"), "\(files.stdout)\(files.stderr)")
  }

  @Test func platformsAreJoined() async throws {
    let folder = TemporaryFolder()
    try await RichpushBinary.run(
      ["init", "--yes", "--platforms", "ios", "--platforms", "web"], workingDirectory: folder.path
    ).ended(0)
    #expect(try folder.text(of: "campaign.yml").contains("\n    platforms: [ios, web]\n"))
  }
}
