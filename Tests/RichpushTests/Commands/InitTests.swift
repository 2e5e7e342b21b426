import MediaFacts
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct InitTests {
  private static let written = [".richpush", "campaign.yml", "pipeline.yml"]

  private static let inEarnest = ["RICHPUSH_TRIAL": "false"]

  /// Ten lines, all of them the user's own, that check, plan and run take without an argument.
  @Test(arguments: [
    (["--to", "directory", "--base-url", "https://cdn.shop-of-mine.net/p/"], ["to: directory", "path: public"]),
    (
      ["--bucket", "s3://shop-pictures/spring", "--region", "eu-west-1"],
      ["to: s3", "bucket: shop-pictures", "region: eu-west-1", "prefix: spring/"]
    ),
    (["--bucket", "gs://shop-pictures"], ["to: gcs", "bucket: shop-pictures", "prefix: push/"]),
    (["--bucket", "azure://shoppictures/pictures"], ["to: azure", "account: shoppictures", "container: pictures"]),
  ])
  func whatFlagsSayStandsInTheFiles(place: [String], lines: [String]) async throws {
    let workspace = try Workspace(pipeline: nil)
    try workspace.folder.copy(Picture.photoPath, to: "summer sale.jpg")
    let output = try await workspace.richpush(
      ["init", "--topic", "news", "--project", "shop-1234", "--platforms", "ios,android"] + place)
    #expect(output.status == 0 && output.stdout.hasSuffix("\nnext: richpush plan\n"), "\(output)")
    let pipeline = try workspace.folder.text(of: "pipeline.yml").split(separator: "\n").map {
      $0.drop { " -".contains($0) }
    }
    #expect(Set(lines + ["compose: {project: shop-1234}"]).isSubset(of: pipeline.map(String.init)), "\(pipeline)")
    #expect(pipeline.count <= 12)
    let campaign = try workspace.folder.text(of: "campaign.yml")
    #expect(campaign.contains("\n    platforms: [ios, android]\n") && campaign.contains("target: {topic: news}"))
    try workspace.folder.write("[default]\naws_access_key_id = A\naws_secret_access_key = B\n", to: ".aws/credentials")
    let environment = Self.inEarnest.merging(["HOME": workspace.folder.path]) { $1 }
    for command in ["check", "plan"] { try await workspace.richpush(command, environment: environment).ended(0) }
  }

  @Test func theNextCommandIsATrialIfNoPhoneCanLoadTheAddress() async throws {
    let folder = TemporaryFolder()
    try folder.copy(Picture.photoPath, to: "a.jpg")
    let flags = ["--yes", "--from-pictures", "--topic", "news", "--base-url", "http://127.0.0.1:8080/"]
    let output = try await RichpushBinary.run(["init"] + flags, workingDirectory: folder.path)
    #expect(output.stdout.hasSuffix("\nnext: richpush plan --trial\n"), "\(output)")
    try await RichpushBinary.run(["plan", "--trial"], workingDirectory: folder.path).ended(0)
  }

  @Test func aRunTakesWhatInitWrote() async throws {
    let workspace = try Workspace(pipeline: nil)
    try workspace.folder.copy(Picture.photoPath, to: "campaign/summer-sale.jpg")
    _ = try await workspace.richpush("init", "--topic", "news", "--base-url", "https://cdn.shop-of-mine.net/p/")
    #expect(try workspace.folder.names(in: "campaign") == ["campaign.yml", "summer-sale.jpg"])
    let output = try await workspace.richpush("run", environment: Self.inEarnest).ended(0)
    #expect((output.stdout + output.stderr).contains("title and body are the samples of `richpush init`"), "\(output)")
    #expect(try workspace.folder.names(in: "payloads") == ["index.json", "summer-sale.json"])
  }

  @Test func whatIsInTheFolderDecides() async throws {
    let workspace = try Workspace(pipeline: nil)
    try workspace.folder.copy(Picture.photoPath, to: "campaign/a.jpg")
    try workspace.folder.write("id,media,title,token\na,a.jpg,T,c0ffee:APA91b\n", to: "campaign/messages.csv")
    let output = try await workspace.richpush(
      "init", "--topic", "news", "--base-url", "https://cdn.shop-of-mine.net/p/")
    #expect(output.stderr.contains("--topic changes nothing, since messages.csv stays as it is"), "\(output)")
    #expect(try workspace.folder.text(of: "pipeline.yml").contains("\ncampaign: campaign\n"))
    #expect(!workspace.folder.exists("campaign/campaign.yml"))
    let table = try Workspace(pipeline: nil)
    for name in ["a.jpg", "b, c.jpg"] { try table.folder.copy(Picture.photoPath, to: name) }
    _ = try await table.richpush("init", "--table", "--tokens", "--yes")
    #expect(
      try table.folder.text(of: "messages.csv") == """
        id,media,title,body,token
        a,a.jpg,New for you,See what arrived today,FILL_IN_TOKEN
        b-c,"b, c.jpg",New for you,See what arrived today,FILL_IN_TOKEN

        """)
  }

  /// With all that is wrong in pipeline.yml and in the campaign.
  @Test(arguments: ["run", "plan"]) func whatNobodyAnsweredIsNamedInOneRound(command: String) async throws {
    let workspace = try Workspace(pipeline: nil)
    try workspace.folder.copy(Picture.photoPath, to: "a.jpg")
    _ = try await workspace.richpush("init", "--yes", "--to", "s3")
    let more = "  - {id: b, media: none.jpg, title: T, target: {topic: t}}\n"
    try workspace.folder.write(workspace.folder.text(of: "campaign.yml") + more, to: "campaign.yml")
    let output = try await workspace.richpush(command, environment: Self.inEarnest)
    output.ended(2).expectRefusal()
    for words in [
      "pipeline.yml:6:13 (publish[0].bucket)", "pipeline.yml:7:13", "campaign.yml:8:21  configuration.value",
      "campaign.missing-image", "`target: {topic: FILL_IN_TOPIC}` is still to be filled in",
    ] { #expect(output.stderr.contains(words), "\(output.stderr)") }
    let lines = output.stderr.split(separator: "\n").filter { $0.hasPrefix("error ") }
    #expect(lines.count == 4, "\(output.stderr)")
  }

  @Test func allKeysStandInTheAnnotatedFiles() async throws {
    let workspace = try Workspace(pipeline: nil)
    try workspace.folder.copy(Picture.photoPath, to: "a.jpg")
    _ = try await workspace.richpush("init", "--annotated", "--topic", "news", "--base-url", "https://push.iana.org/")
    #expect(try workspace.folder.text(of: "pipeline.yml").contains("\n#    max-bytes: 300_000\n"))
    #expect(try workspace.folder.text(of: "campaign.yml").contains("\n#    media: summer-sale.jpg\n"))
    try await workspace.richpush("plan", environment: Self.inEarnest).ended(0)
  }

  @Test func editorsFindTheSchemas() async throws {
    let workspace = try Workspace(pipeline: nil)
    _ = try await workspace.richpush("init", "--yes")
    for name in ["pipeline", "campaign"] {
      let text = try workspace.folder.text(of: "\(name).yml")
      #expect(text.hasPrefix("# yaml-language-server: $schema=.richpush/\(name).schema.json\n"))
      let schema = try await workspace.richpush("schema", name)
      #expect(try workspace.folder.text(of: ".richpush/\(name).schema.json") == schema.stdout)
    }
  }

  @Test func filesToStartFromAreReadAndWhatIsMissingIsSaid() async throws {
    let workspace = try Workspace(pipeline: nil)
    try workspace.folder.remove("campaign")
    let start = try await workspace.richpush("init").ended(0)
    #expect(start.stderr.isEmpty)
    #expect(try workspace.folder.names() == Self.written)
    try await workspace.richpush("init", "spring/sale").ended(0)
    #expect(try workspace.folder.names(in: "spring/sale") == Self.written)
    try workspace.folder.remove("spring")
    let plan = try await workspace.richpush("plan").ended(1)
    #expect(plan.stdout.contains("campaign.missing-image"))
    #expect(plan.stdout.contains("FILL_IN.jpg"))
    #expect(try workspace.folder.names() == Self.written)
  }

  @Test func picturesWithoutAMessageAreTold() async throws {
    let workspace = try Workspace(pipeline: nil)
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try workspace.folder.copy(Picture.photoPath, to: name) }
    let output = try await workspace.richpush("init")
    #expect(
      output.stdout.contains("\ncampaign.yml has a message for a.jpg: copy it for the 2 other pictures\n"), "\(output)")
    let again = try await workspace.richpush("init")
    #expect(!again.stdout.contains("copy it"), "\(again)")
  }

  @Test func picturesAreFoundInFoldersBelow() async throws {
    let workspace = try Workspace(pipeline: nil)
    try workspace.folder.copy(Picture.photoPath, to: "Herbst 2026/Bilder für Push/a.jpg")
    let output = try await workspace.richpush("init", "--topic", "news", "--base-url", "https://push.iana.org/")
    #expect(output.stdout.contains("wrote Herbst 2026/Bilder für Push/campaign.yml\n"), "\(output)")
    #expect(try workspace.folder.text(of: "pipeline.yml").contains("\ncampaign: \"Herbst 2026/Bilder für Push\"\n"))
    try await workspace.richpush("run", environment: Self.inEarnest).ended(0)
    #expect(try workspace.folder.names(in: "payloads") == ["a.json", "index.json"])
  }

  @Test(arguments: [[], ["--table"], ["--from-pictures"]]) func missingPicturesAreTold(flags: [String]) async throws {
    let folder = TemporaryFolder()
    let output = try await RichpushBinary.run(["init", "--yes"] + flags, workingDirectory: folder.path)
    #expect(output.ended(0).stdout.contains("\nput pictures into this folder first\n"), "\(output)")
    #expect(folder.exists("pipeline.yml"))
  }

  @Test(arguments: ["angebote.csv", "Plan KW48.xlsx"]) func aTableOfAnotherNameIsTold(name: String) async throws {
    let workspace = try Workspace(pipeline: nil)
    try workspace.folder.copy(Picture.photoPath, to: "fotos/a.jpg")
    try workspace.folder.write("Bild;Titel\na.jpg;T\n", to: "fotos/" + name)
    let output = try await workspace.richpush("init")
    #expect(output.status == 0 && output.stderr.hasPrefix("fotos/\(name) is not read. "), "\(output)")
    #expect(output.stderr.contains("save it as fotos/messages.csv"), "\(output)")
  }

  @Test(arguments: [
    (["--base-url", "foo"], "https://"), (["--project", "BAD_P"], "lower-case letters, digits and hyphens"),
    (["--platforms", "ios,tv"], "ios, android and web"), (["--to", "ftp"], "'azure'"),
    (["--topic", "a b"], "a topic's name"), (["--bucket", "shop"], "s3://name"),
    (["pipeline.yml"], "`pipeline.yml` cannot be written to: it is no folder"),
    (["shop", "--pictures", "autum"], "error --pictures  configuration.value\n  there is no folder `shop/autum`"),
  ])
  func whatIsRefusedIsSaidWithWhatIsTaken(arguments: [String], words: String) async throws {
    let workspace = try Workspace()
    let before = try workspace.folder.states()
    let output = try await workspace.richpush(["init"] + arguments)
    #expect(output.status == 2 && output.stderr.contains(words), "\(output.stderr)")
    #expect(try workspace.folder.states() == before)
  }

  /// Ctrl-D on a terminal, which `script` makes. It hands its command to a shell, which takes the program's path from the environment:
  /// the path may hold quotes.
  @Test(.enabled(if: Program.isInstalled("script"), "there is no program that makes a terminal"))
  func whoLeavesTheQuestionsGetsNothing() async throws {
    let folder = TemporaryFolder()
    let output = try await Program("script").run(
      ["-qec", "\"$PROGRAM\" init", "/dev/null"], environment: ["PROGRAM": try RichpushBinary.path()],
      workingDirectory: folder.path, timeLimit: .seconds(60)
    ).ended(2)
    #expect(output.stdout.contains("nothing is written: the input ended before the last question"), "\(output.stdout)")
    #expect(try folder.names() == [])
  }

  /// A terminal, on which these lines are typed.
  private func type(_ lines: [String], in folder: TemporaryFolder) async throws -> ProgramOutput {
    let script = #"printf '%s\n' "$@" | script -qec "\"\$PROGRAM\" init" /dev/null"#
    return try await Program("sh").run(
      ["-c", script, "sh"] + lines, environment: ["PROGRAM": try RichpushBinary.path()],
      workingDirectory: folder.path, timeLimit: .seconds(60))
  }

  @Test(.enabled(if: Program.isInstalled("script"), "there is no program that makes a terminal"))
  func theWordsInBracketsAreAnswers() async throws {
    let folder = TemporaryFolder()
    let output = try await type([".", "Campaign", "later", "", "later"], in: folder)
    #expect(output.stdout.contains("wrote pipeline.yml") && !output.stdout.contains("is refused"), "\(output.stdout)")
    #expect(try !folder.text(of: "pipeline.yml").contains("later"))
    #expect(try folder.text(of: "campaign.yml").contains("target: {topic: FILL_IN_TOPIC}"))
  }

  @Test(.enabled(if: Program.isInstalled("script"), "there is no program that makes a terminal"))
  func answersStandInTheFiles() async throws {
    let folder = TemporaryFolder()
    try folder.copy(Picture.photoPath, to: "autumn/a.jpg")
    let output = try await type(
      ["autum", "", "from-pictures", "all news", "news", "s3://shop-pictures", "eu-west-1", "shop-1234"], in: folder)
    #expect(output.stdout.contains("folder of the pictures [autumn]: "), "\(output.stdout)")
    #expect(output.stdout.contains("`autum` is refused: there is no such folder in this one\r\n"), "\(output.stdout)")
    #expect(output.stdout.contains("leave the line empty for autumn\r\n"), "\(output.stdout)")
    #expect(output.stdout.contains("`all news` is refused: give a topic's name"), "\(output.stdout)")
    #expect(output.stdout.hasSuffix("next: richpush plan\r\n"), "\(output.stdout)")
    #expect(
      try folder.text(of: "pipeline.yml") == """
        # yaml-language-server: $schema=.richpush/pipeline.schema.json
        version: 1
        campaign: autumn
        publish:
          - to: s3
            bucket: shop-pictures
            region: eu-west-1
            prefix: push/
        messages: from-pictures
        defaults: {title: New for you, body: See what arrived today, target: {topic: news}}
        compose: {project: shop-1234}

        """)
  }

  @Test(.enabled(if: Program.isInstalled("script"), "there is no program that makes a terminal"))
  func nothingIsAskedAboutWhatIsThere() async throws {
    let folder = TemporaryFolder()
    try folder.write("version: 1\n", to: "pipeline.yml")
    let one = try await type(["campaign", "news"], in: folder)
    #expect(one.stdout.contains("topic that they go to") && !one.stdout.contains("Firebase project"), "\(one.stdout)")
    #expect(try folder.text(of: "campaign.yml").contains("target: {topic: news}"))
    let both = try await type([], in: folder)
    #expect(!both.stdout.contains("topic that they go to"), "\(both.stdout)")
    #expect(both.stdout.contains("campaign.yml is there already and stays as it is"), "\(both.stdout)")
  }

  /// Also when it is run again to see what is left, and without values that were filled in since.
  @Test(arguments: [
    ([], ["pipeline.yml:7", "campaign.yml:5", "campaign.yml:8"]),
    (["--base-url", "https://cdn.shop-of-mine.net/p/"], ["campaign.yml:5", "campaign.yml:8"]),
    (["--to", "s3"], ["pipeline.yml:6", "pipeline.yml:7", "campaign.yml:5", "campaign.yml:8"]),
    (["--topic", "news", "--from-pictures"], ["pipeline.yml:7"]),
  ])
  func whatIsToBeFilledInIsListed(flags: [String], listed: [String]) async throws {
    let folder = TemporaryFolder()
    func gaps() async throws -> [String] {
      let output = try await RichpushBinary.run(["init", "--yes"] + flags, workingDirectory: folder.path).ended(0)
      return output.stdout.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
    }
    let first = try await gaps()
    #expect(first.map { String($0.prefix { $0 != " " }) } == listed, "\(first)")
    #expect(try await gaps() == first)
    let text = try folder.text(of: "pipeline.yml").replacing(/FILL_IN_BUCKET|static.example.com/, with: "shop-pictures")
    try folder.write(text, to: "pipeline.yml")
    #expect(try await gaps().count == (first.count == 2 ? 2 : first.count - 1))
  }

  @Test func flagsThatChangeNothingAreNamed() async throws {
    let workspace = try Workspace(pipeline: "version: 1\n")
    let output = try await workspace.richpush("init", "--project", "shop-1234", "--platforms", "ios").ended(0)
    #expect(output.stderr.contains("--project changes nothing, since pipeline.yml stays as it is"), "\(output.stderr)")
    #expect(!output.stderr.contains("--platforms"), "\(output.stderr)")
    #expect(output.stdout.contains("pipeline.yml is there already and stays as it is"))
    #expect(try workspace.folder.text(of: "pipeline.yml") == "version: 1\n" && workspace.folder.exists("campaign.yml"))
  }
}
