import TestSupport
import Testing

/// The evening before a send: twenty pictures, a table of forty rows in three languages, and mistakes, one after the other, each as it
/// happens to people. However a run ends, nothing reaches the wrong people.
@Suite(.timeLimit(.minutes(10))) struct TiredEveningTests {
  private static let locales = ["de", "en", "fr"]
  private static let pipeline = """
    version: 1
    publish: [{to: directory, path: public, base-url: "https://push.iana.org/"}]
    requests: {link-data-key: link}
    messages: from-pictures
    defaults: {title: News, target: {topic: everybody}}

    """

  /// Two rows for each picture, each to its language's topic.
  private static var rows: [[String]] {
    (1...40).map { number in
      let locale = locales[number % 3]
      return ["m\(number)", "Tulip \(number)", "p\((number + 1) / 2).png", "spring-\(locale)", "Anna", locale]
    }
  }

  private static func table(_ rows: [[String]], topic: String = "topic") -> String {
    ([["id", "title", "image", topic, "data.name", "data.locale"]] + rows)
      .map { $0.joined(separator: ",") }.joined(separator: "\n") + "\n"
  }

  /// Runs in earnest, and looks at what lies ready: each request goes to the topic of its row.
  private func run(_ workspace: Workspace, _ arguments: [String] = ["run", "campaign"]) async throws -> ProgramOutput {
    let output = try await RichpushBinary.run(
      arguments, environment: ["RICHPUSH_TRIAL": "false"], workingDirectory: workspace.folder.path)
    let meant = Dictionary(uniqueKeysWithValues: Self.rows.map { ($0[0], $0[3]) })
    guard workspace.folder.exists("payloads") else { return output }
    for name in try workspace.folder.names(in: "payloads") where name != "index.json" && name.hasSuffix(".json") {
      let topic = try JSON(workspace.folder.text(of: "payloads/" + name))["message"]["topic"].string
      #expect(topic == meant[String(name.dropLast(5))], "\(name)")
    }
    return output
  }

  @Test func whatIsDoneWrongGoesToNobody() async throws {
    let workspace = try Workspace(pipeline: Self.pipeline)
    for number in 1...20 { try workspace.addLogos("p\(number).png") }
    let folder = workspace.folder

    // The table has another name, and a pipeline that says whom everything goes to.
    try folder.write(Self.table(Self.rows), to: "campaign/message.csv")
    #expect(try await run(workspace).status == 2)
    try folder.remove("campaign/message.csv")

    // The column has another name.
    try folder.write(Self.table(Self.rows, topic: "topc"), to: "campaign/messages.csv")
    #expect(try await run(workspace).status == 2)

    // A cell is empty.
    var rows = Self.rows
    rows[7][3] = ""
    try folder.write(Self.table(rows), to: "campaign/messages.csv")
    let empty = try await run(workspace)
    #expect(empty.status != 0 && (empty.stdout + empty.stderr).contains("messages.csv"), "\(empty)")

    // A placeholder is misspelt, and a picture.
    rows = Self.rows
    rows[0][1] = "Hello {{nmae}}"
    try folder.write(Self.table(rows), to: "campaign/messages.csv")
    #expect(try await run(workspace).status != 0)
    rows = Self.rows
    rows[3][2] = "p2.pgn"
    try folder.write(Self.table(rows), to: "campaign/messages.csv")
    #expect(try await run(workspace).status != 0)

    // The template's address is still there.
    try folder.write(Self.table(Self.rows), to: "campaign/messages.csv")
    try folder.write(
      Self.pipeline.replacing("https://push.iana.org/", with: "https://static.example.com/push/"), to: "pipeline.yml")
    #expect(try await run(workspace).status == 2)
    try folder.write(Self.pipeline, to: "pipeline.yml")

    // One folder too high.
    #expect(try await run(workspace, ["run", "."]).status == 2)

    // The moment is over.
    try folder.write("defaults: {expires: 2020-01-01T00:00:00Z}\n", to: "campaign/campaign.yml")
    #expect(try await run(workspace).status != 0)
    try folder.remove("campaign/campaign.yml")

    // And at last it is right.
    let output = try await run(workspace)
    #expect(output.status == 0, "\(output)")
    #expect(output.stdout.contains("14 requests to topic `spring-en`\n"), "\(output.stdout)")
    #expect(try folder.names(in: "payloads").filter { $0.hasSuffix(".json") }.count == 41)

    // Another campaign finds the folder taken.
    try folder.copy(Picture.logoPath, to: "summer/logo.png")
    let other = try await run(workspace, ["run", "summer"])
    #expect(other.status == 2 && other.stderr.contains("campaign.other-requests"), "\(other)")
    #expect(try folder.names(in: "payloads").filter { $0.hasSuffix(".json") }.count == 41)
  }
}
