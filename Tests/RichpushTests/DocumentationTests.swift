import Foundation
import TestSupport
import Testing

/// The documents are true: their examples run, their lists are complete, their links work.
@Suite(.timeLimit(.minutes(10))) struct DocumentationTests {
  @Test(arguments: Markdown.paths(having: "```yaml pipeline.yml"))
  func pipelineExamplesAreValid(document: String) async throws {
    let examples = try Markdown(document).blocks("yaml pipeline.yml")
    try #require(!examples.isEmpty)
    for example in examples {
      // Of one picture: planning renders everything. No example's cache is asked.
      let folder = TemporaryFolder()
      try folder.write(example, to: "pipeline.yml")
      try folder.copy(Picture.logoPath, to: "pictures/logo.png")
      try folder.write(
        "version: 1\nmessages:\n  - {id: a, media: logo.png, title: Logo, target: {topic: all}}\n",
        to: "pictures/campaign.yml")
      try await RichpushBinary.run(["plan", "pictures", "--no-cache"], workingDirectory: folder.path).ended(0)
      #expect(try folder.names() == ["pictures", "pipeline.yml"])
    }
  }

  @Test(arguments: Markdown.paths(having: "```yaml campaign.yml"))
  func campaignExamplesAreValid(document: String) async throws {
    let examples = try Markdown(document).blocks("yaml campaign.yml")
    try #require(!examples.isEmpty)
    for example in examples { try await expectPlan(of: ["campaign.yml": example]) }
  }

  /// A campaign of these texts, and of a picture for each file that they name, can be planned.
  private func expectPlan(of texts: [String: String]) async throws {
    let folder = TemporaryFolder()
    for (name, text) in texts { try folder.write(text, to: name) }
    let files = texts.values.flatMap { $0.matches(of: /[^\s{}",]+\.(?:jpg|mp4|mov)\b/).map { String($0.0) } }
    for file in Set(files) { try folder.copy(Picture.logoPath, to: file) }
    try await RichpushBinary.run(
      ["plan", ".", "--config", packageRoot + "/pipeline.yml", "--requests", "payloads", "--output", "public"],
      workingDirectory: folder.path
    ).ended(0)
  }

  /// Each line of the table of threats names what tries it.
  @Test func theTestsBehindEachThreatAreThere() throws {
    let section = try Markdown("docs/security.md").text.components(separatedBy: "\n## ").first {
      $0.hasPrefix("Threats")
    }
    let table = try #require(section).split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(table.count > 10)
    let tree = try SourceTree()
    for line in table {
      let names = line.split(separator: "|").last?.matches(of: /`(?:\w+\.)?(\w+)`/).map { String($0.1) } ?? []
      #expect(!names.isEmpty, "\(line)")
      for name in names { #expect(tree.declares(name), "\(name)") }
    }
  }

  /// The table, and the campaign.yml that goes with it.
  @Test func theExampleOfATableIsValid() async throws {
    let document = try Markdown("docs/configuration.md")
    let section = document.text.components(separatedBy: "\n### messages.csv\n").last ?? ""
    func block(_ language: String) -> String {
      let after = section.components(separatedBy: "\n```\(language)\n").dropFirst().first ?? ""
      return after.components(separatedBy: "```")[0]
    }
    try await expectPlan(of: ["messages.csv": block("csv"), "campaign.yml": block("yaml")])
  }

  @Test func pipelineInTenLinesHasTenLines() throws {
    let examples = try Markdown("docs/tomorrows-send.md").blocks("yaml pipeline.yml")
    #expect(examples.first?.split(separator: "\n", omittingEmptySubsequences: false).count == 10)
  }

  @Test func theReadmeIsShort() throws {
    let readme = try Markdown("README.md").text
    #expect(readme.utf8.count <= 9_000)
    let promise = try #require(readme.split(separator: "\n").dropFirst().first)
    #expect(promise.split(separator: " ").count <= 25, "the promise in one sentence: \(promise)")
  }

  @Test func everyPageIsInTheIndex() throws {
    let index = Set(try Markdown("docs/README.md").links.map { "docs/" + $0 } + ["docs/README.md"])
    #expect(try Markdown.documents().map(\.path).filter { $0.hasPrefix("docs/") && !index.contains($0) } == [])
  }

  @Test func everyFragmentLeadsToAnAnchor() throws {
    let documents = try Markdown.documents()
    for document in documents {
      for (path, fragment) in document.fragments {
        guard let target = documents.first(where: { $0.path == path }) else { continue }
        #expect(target.anchors.contains(fragment), "\(document.path): \(path)#\(fragment)")
      }
    }
  }

  @Test func everyRelativeLinkLeadsToAFile() throws {
    for document in try Markdown.documents() {
      let folder = document.path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
      for link in document.links {
        let path = packageRoot + "/" + folder + link
        #expect(FileManager.default.fileExists(atPath: path), "\(document.path): \(link)")
      }
    }
  }
}
