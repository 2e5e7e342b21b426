import TestSupport
import Testing

/// Errors in one file do not hide those in another.
@Suite(.timeLimit(.minutes(10))) struct AllMistakesTests {
  private static let pipeline = """
    version: 1
    publish: [{to: directory, path: public, base-url: "https://static.example.com/p/"}]
    profils: {}
    defaults: {title: T, target: {topik: all}}

    """
  private static let lines = [
    "pipeline.yml:3:1 (profils)  configuration.unknown-key",
    "pipeline.yml:4:31 (defaults.target.topik)  configuration.unknown-key",
    "campaign.yml:1:12 (defaults.titel)  configuration.unknown-key",
    "messages.csv:2:5 (ttl)  configuration.value", "messages.csv:3:1  campaign.table",
  ]

  private func workspace() throws -> Workspace {
    let workspace = try Workspace(pipeline: Self.pipeline, logos: "logo.png")
    try workspace.folder.write("defaults: {titel: T, target: default}\n", to: "campaign/campaign.yml")
    try workspace.folder.write(
      "id,title,ttl\na,T,soon\nb,T,,x\n".replacing("a,T", with: "a,T"), to: "campaign/messages.csv")
    return workspace
  }

  @Test func areSaidAtOnceByEachCommand() async throws {
    let good = try Workspace(logos: "logo.png")
    try await good.richpush("run", "campaign").ended(0)
    let workspace = try workspace()
    try workspace.folder.write(good.folder.text(of: "payloads/index.json"), to: "former/index.json")
    for command in [["run"], ["plan"], ["run", "--dry-run"], ["compose", "former/index.json"], ["check"]] {
      let output = try await workspace.richpush(command + ["campaign"])
      #expect(output.status == 2)
      for line in Self.lines {
        let folder = line.hasPrefix("pipeline") ? "" : "campaign/"
        #expect(output.stderr.contains(folder + line), "\(command): \(output.stderr)")
      }
      #expect(try workspace.folder.names() == ["campaign", "former", "pipeline.yml"])
    }
  }

  /// Which folder is the campaign may stand in what could not be read.
  @Test func campaignsBelowAreNoMistakeWhereNothingCanBeRead() async throws {
    let workspace = try Workspace(pipeline: "version: 1\ncampaign: campaign\npublish: [\n", messages: "  - {id: a}")
    let output = try await workspace.richpush("run").ended(2)
    #expect(output.stderr.contains("configuration.syntax") && !output.stderr.contains("campaign.unread"))
  }

  /// YAML that cannot be read.
  @Test func evenWhereNothingOfAFileCanBeRead() async throws {
    let workspace = try workspace()
    try workspace.folder.write("publish: [", to: "pipeline.yml")
    try workspace.folder.write("messages: [", to: "campaign/campaign.yml")
    let output = try await workspace.richpush("run", "campaign").ended(2)
    for line in [
      "pipeline.yml:", "campaign/campaign.yml:", "campaign/messages.csv:2:5 (ttl)",
      "campaign/messages.csv:3:1  campaign.table",
    ] {
      #expect(output.stderr.contains("error " + line), "\(output.stderr)")
    }
  }

  /// What pipeline.yml would have said of a target is not missed where it cannot be read.
  @Test func whatThePipelineWouldHaveSaidIsNotMissed() async throws {
    let workspace = try Workspace(pipeline: "defaults: [", messages: "  - {id: a, title: T}")
    let output = try await workspace.richpush("run", "campaign").ended(2)
    #expect(!output.stderr.contains("campaign.yml"), "\(output.stderr)")
  }

  /// A misspelt column, and a key of pipeline.yml that does not exist, hide neither rows nor pictures.
  @Test(arguments: ["run", "plan", "check"], [false, true])
  func anErrorAboutAllMessagesHidesNoOther(command: String, isMisconfigured: Bool) async throws {
    let pipeline = Workspace.pipeline.replacing("messages: from-pictures\n", with: "")
    let workspace = try Workspace(pipeline: pipeline + (isMisconfigured ? "profils: {}\n" : ""), logos: "logo.png")
    try workspace.folder.write("no picture", to: "campaign/cut.png")
    try workspace.folder.write(
      "id,media,titel,topic\na,lgo.png,A,t\nb,cut.png,B,t\nc,logo.png,C,no topic\nd,logo.png,D,t\n",
      to: "campaign/messages.csv")
    let output = try await workspace.richpush(command, "campaign")
    let isReport = command == "check" && !isMisconfigured
    #expect(output.status == (isReport ? 1 : 2))
    let errors = (isReport ? output.stdout : output.stderr).split(separator: "\n").filter { $0.hasPrefix("error ") }
    let table = "error campaign/messages.csv:"
    let expected = [
      table + "1:10 (titel)  campaign.unused-column", table + "2:3 (media)  campaign.missing-image",
      table + "3  message.image-refused", table + "4  message.topic", "error campaign/cut.png  image.unrecognised",
    ]
    let misspelt = isMisconfigured ? Set(errors.filter { $0.hasPrefix("error pipeline.yml:") }) : []
    #expect(misspelt.count == (isMisconfigured ? 1 : 0))
    #expect(Set(errors).subtracting(misspelt) == Set(expected.map { $0[...] }), "\(output)")
    if !isReport { output.expectRefusal() }
    #expect(output.stdout.hasSuffix("\nnext: fix the errors above, then `richpush \(command) campaign`\n"))
  }

  /// A message with an error costs itself, and the finding has the line of the key.
  @Test func anEntryCostsItselfAndIsFoundByItsKey() async throws {
    let workspace = try Workspace(
      messages: """
          - id: a
            title: T
            ttl: soon
          - id: b
            title: T
            media: lgo.png
          - id: c
            title: T
            expires: 2020-01-01T00:00:00Z
          - id: d
            title: T
            data:
              page: x
              from: y
          - id: e
            media: logo.png
            title: T
          - id: f
            title: T
            media: cut.png
        """, logos: "logo.png")
    try workspace.folder.write("no picture", to: "campaign/cut.png")
    let report = try await workspace.report(ended: 1)
    #expect(
      report.messageStatuses == [
        "a": "refused", "b": "refused", "c": "refused", "d": "refused", "e": "ready", "f": "refused",
      ])
    #expect(try workspace.folder.names(in: "payloads") == ["e.json", "index.json"])
    let places = [
      "5 messages[0].ttl configuration.value", "8 messages[1].media campaign.missing-image",
      "11 messages[2].expires message.expired", "16 messages[3].data.from message.data-key",
      "22 messages[5].media message.image-refused", "0  image.unrecognised",
    ]
    for command in ["run", "check"] {
      let output = try await workspace.richpush(command, "campaign", "--format", "json")
      let errors = try JSON(output.stdout)["diagnostics"].elements.filter { $0["severity"] == "error" }
      #expect(
        Set(
          errors.map {
            "\(Int($0["subject"]["line"].number ?? 0)) \($0["subject"]["keyPath"].string ?? "") \($0["rule"].string ?? "")"
          }) == Set(places), "\(command): \(output.stdout)")
    }
  }

  /// As without that mistake, in one round.
  @Test(arguments: [true, false]) func aPictureThatIsMissingOrRefusedDoesNotHideOtherMistakes(
    isTable: Bool
  ) async throws {
    let workspace = try Workspace(pipeline: Workspace.pipeline.replacing("messages: from-pictures\n", with: ""))
    try workspace.folder.write("no picture", to: "campaign/cut.png")
    try workspace.addLogos("logo.png")
    if isTable {
      try workspace.folder.write(
        "id,media,title,link,topic\na,lgo.png,A,http://shop.example/a,t\nb,cut.png,B,,no topic\nc,lgo.png,C,,t\n"
          + "d,logo.png,D,,t\n", to: "campaign/messages.csv")
    } else {
      try workspace.write(
        messages: """
            - {id: a, media: lgo.png, title: A, link: "http://shop.example/a", target: {topic: t}}
            - {id: b, media: cut.png, title: B, target: {topic: no topic}}
            - {id: c, media: lgo.png, title: C, target: {topic: t}}
            - {id: d, media: logo.png, title: D, target: {topic: t}}
          """)
    }
    for command in ["run", "check", "plan"] {
      let output = try await workspace.richpush(command, "campaign", "--format", "json").ended(1)
      let errors = try JSON(output.stdout)["diagnostics"].elements.filter { $0["severity"] == "error" }
      #expect(
        errors.compactMap { $0["rule"].string }.sorted() == [
          "campaign.missing-image", "campaign.missing-image", "image.unrecognised", "message.image-refused",
          "message.link", "message.topic",
        ], "\(command): \(output.stdout)")
    }
  }

  /// Of its picture, its topic and its identifier.
  @Test func aRowThatIsRefusedHidesNoOtherMistake() async throws {
    let workspace = try Workspace(
      pipeline: Workspace.pipeline.replacing("messages: from-pictures\n", with: ""), logos: "logo.png")
    try workspace.folder.write(
      "id,media,title,topic,ttl,platforms\na,lgo.png,A,t,soon,\nb,logo.png,B,no topic,soon,\nb,lgo.png,C,,,\n"
        + "c d,lgo.png,D,t,,\nd,logo.png,E,t,,ios andriod\ne,logo.png,F,t,,\n", to: "campaign/messages.csv")
    for command in ["run", "check", "plan"] {
      let output = try await workspace.richpush(command, "campaign", "--format", "json").ended(1)
      let errors = try JSON(output.stdout)["diagnostics"].elements.filter { $0["severity"] == "error" }
      #expect(
        errors.map { "\(Int($0["subject"]["line"].number ?? 0)) \($0["rule"].string ?? "")" }.sorted() == [
          "2 campaign.missing-image", "2 configuration.value", "3 configuration.value", "3 message.topic",
          "4 campaign.duplicate-id", "4 campaign.missing-image", "4 campaign.missing-target", "5 campaign.id",
          "5 campaign.missing-image", "6 configuration.value",
        ], "\(command): \(output.stdout)")
      #expect(
        errors.filter { $0["rule"] == "campaign.missing-image" }.compactMap { $0["subject"]["column"].number } == [
          3, 3, 5,
        ])
    }
  }

  @Test func certificatesThatAreNotThereAreSaidBeforeAnythingIsChecked() async throws {
    let workspace = try Workspace()
    let output = try await workspace.richpush("check", "campaign", "--ca-file", "none.pem")
    output.ended(2).expectRefusal()
    #expect(output.stderr.contains("there is no file `none.pem` that can be read"), "\(output.stderr)")
  }
}
