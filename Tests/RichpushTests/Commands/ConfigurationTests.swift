import MediaFacts
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConfigurationTests {
  private static let everywhere = """
    version: 1
    jobs: 3
    cache: off
    publish: [{to: directory, path: file-public, base-url: "https://file.example.com/"}]
    requests: {path: file-payloads}
    messages: from-pictures
    defaults: {title: T, target: {topic: t}}

    """

  @Test func flagsWinOverVariablesWhichWinOverTheFile() async throws {
    let workspace = try Workspace(pipeline: Self.everywhere, logos: "logo.png")
    let variables = [
      "RICHPUSH_OUTPUT": "variable-public", "RICHPUSH_BASE_URL": "https://variable.example.com/",
      "RICHPUSH_REQUESTS": "variable-payloads", "RICHPUSH_REPORT": "variable.json", "RICHPUSH_FORMAT": "json",
    ]
    let flags = [
      "run", "campaign", "--output", "flag-public", "--base-url", "https://flag.example.com/", "--requests",
      "flag-payloads", "--report", "flag.json", "--format", "text", "-v",
    ]
    let run = { (arguments: [String], environment: [String: String]) in
      try await workspace.richpush(arguments, environment: environment)
    }
    let ofFile = try await run(["run", "campaign", "-v"], [:]).ended(0)
    try expect(workspace, has: ["file"])
    #expect(ofFile.stdout.contains("https://file.example.com/logo."))

    let ofVariables = try await run(["run", "campaign"], variables).ended(0)
    try expect(workspace, has: ["file", "variable"])
    #expect(try JSON(ofVariables.stdout) == JSON(workspace.folder.text(of: "variable.json")))
    #expect(ofVariables.stdout.contains("https://variable.example.com/logo."))

    let ofFlags = try await run(flags, variables).ended(0)
    try expect(workspace, has: ["file", "variable", "flag"])
    #expect(ofFlags.stdout.contains("   https://flag.example.com/logo."))
    #expect(try workspace.folder.text(of: "flag-payloads/logo.json").contains("https://flag.example.com/logo."))
  }

  private func expect(
    _ workspace: Workspace, has owners: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let folders = owners.flatMap { ["\($0)-payloads", "\($0)-public"] }
    let reports = owners.filter { $0 != "file" }.map { $0 + ".json" }
    #expect(
      try workspace.folder.names() == (folders + reports + ["campaign", "pipeline.yml"]).sorted(),
      sourceLocation: sourceLocation)
  }

  @Test func configurationFileIsNamedByFlagOrVariable() async throws {
    let workspace = try Workspace(pipeline: nil, logos: "logo.png")
    for name in ["variable", "flag"] {
      try workspace.folder.write(Self.everywhere.replacing("file", with: name), to: "\(name).yml")
    }
    let variable = ["RICHPUSH_CONFIG": "variable.yml"]
    let ofVariable = try await workspace.richpush("run", "campaign", "-v", environment: variable)
    #expect(ofVariable.stdout.contains("https://variable.example.com/logo."))
    let ofFlag = try await workspace.richpush("run", "campaign", "-v", "--config", "flag.yml", environment: variable)
    #expect(ofFlag.stdout.contains("https://flag.example.com/logo."))
  }

  @Test func pathsInTheFileStartFromItsFolder() async throws {
    let workspace = try Workspace(pipeline: nil)
    let pipeline = """
      campaign: pictures
      cache: {path: kept}
      publish: [{to: directory, path: out/public, base-url: "https://static.example.com/"}]
      requests: {path: out/payloads}
      messages: from-pictures
      defaults: {title: T, target: {topic: t}}
      """
    try workspace.folder.write(pipeline, to: "sub/pipeline.yml")
    try workspace.folder.copy(Picture.logoPath, to: "sub/pictures/logo.png")
    try await workspace.richpush("run", "--config", "sub/pipeline.yml").ended(0)
    #expect(try workspace.folder.names(in: "sub") == ["kept", "out", "pictures", "pipeline.yml"])
    #expect(try workspace.folder.names(in: "sub/out") == ["payloads", "public"])
    #expect(try workspace.folder.names() == ["campaign", "sub"])
  }

  @Test(arguments: [
    (["--config", "none.yml"], "none.yml  configuration.missing"),
    (["--base-url", "static.example.com"], "--base-url  configuration.value"),
    (["--base-url", "http://static.example.com/"], "--base-url  configuration.value"),
    (["--jobs", "0"], "--jobs  configuration.value"), (["--jobs", "65"], "--jobs  configuration.value"),
    (["--format", "xml"], "--format  configuration.value"), (["--output", ""], "--output  configuration.value"),
    (["--requests", "public"], "configuration.conflict"), (["--output", "./payloads/"], "configuration.conflict"),
    (["--output", "campaign/../payloads"], "configuration.conflict"),
    (["--output", "campaign"], "configuration.conflict"), (["--output", "pipeline.yml"], "configuration.conflict"),
    (["--requests", "campaign"], "configuration.conflict"), (["none"], "none  campaign.missing"),
  ])
  func wrongFlagsExitWith2(flags: [String], line: String) async throws {
    let workspace = try Workspace(logos: "logo.png")
    let output = try await workspace.richpush(["run"] + (flags == ["none"] ? [] : ["campaign"]) + flags).ended(2)
    if !flags.contains("--format") { output.expectRefusal() }
    #expect(output.stderr.contains(line), "\(output.stderr)")
    #expect(try workspace.folder.names() == ["campaign", "pipeline.yml"])
  }

  /// The finding is about what gave the format.
  @Test(arguments: ["run", "check", "verify"]) func aWrongFormatOfAVariableIsTheVariables(command: String) async throws
  {
    let workspace = try Workspace()
    let output = try await workspace.richpush(command, environment: ["RICHPUSH_FORMAT": "xml"]).ended(2)
    #expect(
      output.stderr.contains("RICHPUSH_FORMAT  configuration.value\n  there is no format `xml`\n"), "\(output.stderr)")
  }

  /// CI systems have files of this name too. What needs none goes on without it.
  @Test func aFileOfAnotherProgramIsNone() async throws {
    let workspace = try Workspace(pipeline: "resources: [{name: repo}]\njobs: [{name: build}]\n", logos: "logo.png")
    let checked = try await workspace.richpush("check", "campaign/logo.png", "--as-is").ended(0)
    #expect(checked.stderr.contains("pipeline.yml is another program's, since no key of it is richpush's"))
    let run = try await workspace.richpush("run", "campaign").ended(2)
    #expect(run.stderr.contains("pipeline.yml  configuration.missing"), "\(run.stderr)")
    let named = try await workspace.richpush("check", "campaign/logo.png", "--config", "pipeline.yml").ended(2)
    #expect(named.stderr.contains("configuration.unknown-key"), "\(named.stderr)")
  }
}
