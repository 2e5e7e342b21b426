import Foundation
import MediaFacts
import TestSupport
import Testing

/// The commands of docs/ci.md and of the action work as documented.
@Suite(.timeLimit(.minutes(10))) struct ContinuousIntegrationTests {
  private let folder = TemporaryFolder()

  /// One message of the sample campaign, with its picture.
  init() throws {
    let samples = packageRoot + "/samples/campaign/"
    let text = try String(contentsOfFile: samples + "campaign.yml", encoding: .utf8)
    let message = try #require(text.components(separatedBy: "\n\n").first { $0.contains("image: graphics/logo.png\n") })
    for campaign in ["samples/campaign/", "campaign/"] {
      try folder.write("version: 1\nmessages:\n" + message + "\n", to: campaign + "campaign.yml")
      try folder.copy(samples + "graphics/logo.png", to: campaign + "graphics/logo.png")
    }
    try folder.copy(packageRoot + "/pipeline.yml", to: "pipeline.yml")
  }

  /// Runs a script as GitHub's and GitLab's runners do, with the built richpush in `PATH`.
  private func run(
    _ script: String, _ environment: [String: String] = [:], _ others: [String: String] = [:]
  ) async throws -> ProgramOutput {
    let binary = (try RichpushBinary.path() as NSString).deletingLastPathComponent
    let path = [binary, ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"].joined(separator: ":")
    return try await Program("bash").run(
      ["--noprofile", "--norc", "-eo", "pipefail", "-c", script],
      environment: ["RUNNER_TEMP": folder.path].merging(environment) { $1 }
        .merging(["PATH": path, "HOME": folder.path, "RICHPUSH_TRIAL": "true"]) { $1 }
        .merging(others) { $1 },
      workingDirectory: folder.path)
  }

  @Test func theActionChecksAndLeavesSARIFAndASummary() async throws {
    let action = try Action()
    let summary = ["RUNNER_TEMP": folder.path, "GITHUB_STEP_SUMMARY": folder.path + "/summary.md"]
    let environment = try action.environment(["paths": "samples/campaign\n\n"]).merging(summary) { $1 }
    let output = try await run(try action.script, environment).ended(0)
    #expect(output.stdout.split(separator: "\n").allSatisfy { $0.hasPrefix("::warning ") })
    #expect(try JSON(folder.text(of: "richpush.sarif"))["version"] == "2.1.0")
    let lines = try folder.text(of: "summary.md").split(separator: "\n")
    #expect(lines.first?.wholeMatch(of: /### richpush check: \d+ findings/) != nil, "\(lines)")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("    ") })
  }

  /// Whatever is read may be committed, also under the capital letters that cameras name their files with.
  @Test func theHookIsGivenAllThatIsRead() throws {
    let text = try String(contentsOfFile: packageRoot + "/.pre-commit-hooks.yaml", encoding: .utf8)
    let pattern = try Regex(String(try #require(text.firstMatch(of: /\n    (\(\?i\).+)\n/)).1))
    func isGiven(_ path: String) -> Bool { path.firstMatch(of: pattern) != nil }
    let names = MediaFormat.allCases.flatMap(\.trueExtensions)
    #expect(names.filter { !isGiven("new/IMG 1.\($0)") || !isGiven($0.uppercased() + "." + $0.uppercased()) } == [])
    #expect(["campaign.yml", "spring/messages.csv", "pipeline.yml"].allSatisfy(isGiven))
    #expect(!["README.md", "png/a.txt", "package.json", "mycampaign.yml"].contains(where: isGiven))
  }

  @Test func theActionFailsForFindingsThatNoBaselineHas() async throws {
    try folder.createFolder("samples/published")
    try folder.link("samples/published/a.json", to: "../campaign/campaign.yml")
    let action = try Action()
    let inputs = ["paths": "samples/published\n", "fail-on": "warning", "sarif": "out put.sarif"]
    let output = try await run(try action.script, try action.environment(inputs)).ended(1)
    #expect(output.stdout.hasPrefix("::error file=samples/published/a.json,title=file.leaves-folder::"))
    #expect(try JSON(folder.text(of: "out put.sarif"))["runs"].elements[0]["results"].elements.count == 1)
    _ = try await run("richpush check samples/published --baseline known.json --update-baseline")
    try await run(try action.script, try action.environment(inputs.merging(["baseline": "known.json"]) { $1 })).ended(0)
  }

  @Test(arguments: [("", Int32(2)), (String(repeating: "0", count: 64), Int32(1))])
  func theActionInstallsNothingThatNobodyHasLookedAt(digest: String, status: Int32) async throws {
    try folder.write("no package", to: "richpush.deb")
    let environment = ["RUNNER_TEMP": folder.path + "/samples", "PACKAGE": "richpush.deb", "PACKAGE_SHA256": digest]
    let output = try await run(try Action().script(of: "Install"), environment)
    #expect(output.status == status, "\(output.stdout)\(output.stderr)")
    #expect(
      digest.isEmpty ? output.stdout.contains("package-sha256 is missing") : output.stderr.contains("did NOT match"))
  }

  /// Exactly the findings that only a real run has, and only with that pipeline.yml.
  @Test func theActionTakesTrialsAndOtherConfigurations() async throws {
    let pipeline = try folder.text(of: "pipeline.yml")
    try folder.write("unknown: key\n" + pipeline, to: "pipeline.yml")
    try folder.write(pipeline, to: "other/other.yml")
    let inputs = ["paths": "samples/campaign\n", "config": "other/other.yml"]
    let action = try Action()
    let variables = ["RICHPUSH_TRIAL": "false"]
    try await run(try action.script, action.environment(inputs), variables).ended(1)
    let trial = try action.environment(inputs.merging(["trial": "true"]) { $1 })
    try await run(try action.script, trial, variables).ended(0)
  }

  /// Nothing is published or deployed, whatever pipeline.yml says.
  @Test func theActionsContactSheetIsNamedAndTouchesNothing() async throws {
    let pipeline =
      "publish: [{to: directory, path: public, base-url: \"https://shop-of-mine.net/p/\", deploy: [touch, deployed]}]"
    try folder.write(
      pipeline + "\nmessages: from-pictures\ndefaults: {title: T, target: {topic: t}}\n", to: "pipeline.yml")
    try await sheet(of: "samples/campaign").ended(0)
    #expect(folder.exists("temporary/richpush/contact-sheet.html"))
    #expect(try folder.text(of: "outputs") == "page=\(folder.path)/temporary/richpush/contact-sheet.html\n")
    #expect(!folder.exists("deployed") && !folder.exists("public") && !folder.exists("payloads"))
  }

  @Test func aContactSheetThatFailsIsInTheSummary() async throws {
    let output = try await sheet(of: "samples/none").ended(0)
    #expect(output.stdout.contains("::warning title=richpush contact sheet::"), "\(output.stdout)")
    #expect(try folder.text(of: "summary.md").contains("richpush plan ended with the status 2"))
    #expect(!folder.exists("outputs"))
  }

  private func sheet(of campaign: String) async throws -> ProgramOutput {
    let environment = [
      "RUNNER_TEMP": folder.path + "/temporary", "GITHUB_OUTPUT": folder.path + "/outputs",
      "GITHUB_STEP_SUMMARY": folder.path + "/summary.md", "CAMPAIGN": campaign, "SHEET_CONFIG": "",
    ]
    return try await run(try Action().script(of: "Contact sheet"), environment)
  }

  @Test func theJobForGitLabLeavesItsReports() async throws {
    let job = try block("yaml .gitlab-ci.yml")
    let commands = job.matches(of: /(?m)^    - (.+)$/).map { String($0.1) }
    try #require(!commands.isEmpty)
    try await run(commands.joined(separator: "\n")).ended(0)
    for report in job.matches(of: /(?:junit: |paths: \[)([a-z.]+)/) { #expect(folder.exists(String(report.1))) }
    #expect(folder.exists("contact-sheet.html"))
    #expect(try JSON(folder.text(of: "richpush.json"))["version"] == 2)
  }

  @Test func theBaselineOfTheDocumentIsMadeAndKept() async throws {
    let commands = try block("sh", containing: "--update-baseline")
    try await run(commands).ended(0)
    #expect(folder.exists("richpush-baseline.json"))
  }

  private func block(_ language: String, containing text: String = "") throws -> String {
    let document = try String(contentsOfFile: packageRoot + "/docs/ci.md", encoding: .utf8)
    let blocks = document.components(separatedBy: "\n```\(language)\n").dropFirst()
      .map { $0.components(separatedBy: "\n```")[0] }
    return try #require(blocks.first { text.isEmpty || $0.contains(text) })
  }
}

/// The composite action, read as far as this test needs it.
private struct Action {
  private let text: String

  init() throws {
    text = try String(contentsOfFile: packageRoot + "/.github/actions/richpush-check/action.yml", encoding: .utf8)
  }

  /// The step that checks.
  var script: String { get throws { try script(of: "Check") } }

  /// The text under `run: |` of a step, without its indentation.
  func script(of step: String) throws -> String {
    let block = try #require(try self.step(step).components(separatedBy: "      run: |\n").last)
    return block.split(separator: "\n", omittingEmptySubsequences: false).map { String($0.dropFirst(8)) }
      .joined(separator: "\n")
  }

  private func step(_ name: String) throws -> String {
    let steps = text.components(separatedBy: "\n    - name: ")
    return try #require(steps.first { $0.hasPrefix(name + "\n") })
  }

  /// The variables of the step, with inputs as they are given or else their defaults.
  func environment(_ inputs: [String: String]) throws -> [String: String] {
    let variables = try step("Check").matches(of: /(?m)^        ([A-Z_]+): \$\{\{ inputs\.([a-z-]+) \}\}$/)
    try #require(variables.count == 6)
    return Dictionary(
      uniqueKeysWithValues: try variables.map { match in
        let name = String(match.2)
        return (String(match.1), try inputs[name] ?? defaultValue(of: name))
      })
  }

  private func defaultValue(of input: String) throws -> String {
    let pattern = try Regex("(?m)^  \(input):\n    description: .*\n    default: (.*)$")
    let match = try #require(text.firstMatch(of: pattern))
    return String(match.output[1].substring ?? "").trimmingCharacters(in: ["\""])
  }
}
