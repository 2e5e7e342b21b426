import Foundation
import MediaFacts
import TestSupport
import Testing

/// Whether the URLs of requests are proven, for folders that are copied to a server by hand.
@Suite(.timeLimit(.minutes(10))) struct ProofTests {
  private static let logo = "logo.\(Picture.logoDigest).png"

  /// A workspace whose folder `site` is served.
  private struct Site {
    let workspace: Workspace
    let server: RunningServer

    /// - Parameter more: other keys of the destination.
    init(
      _ more: String = "", formats: String = "[fcm-v1, fcm-v1-jsonl, curl, admin, apns]",
      messages: String? = "  - {id: a, media: logo.png}\n  - {id: text, body: No picture}"
    ) throws {
      workspace = try Workspace(messages: messages, logos: "logo.png")
      try workspace.folder.createFolder("site")
      server = try RunningServer(["site"], workingDirectory: workspace.folder.path)
      try workspace.folder.write(
        """
        version: 1
        publish: [{to: directory, path: public, base-url: "\(server.url)"\(more)}]
        compose: {formats: \(formats), project: shop-1234, validate-only: true}
        messages: from-pictures
        defaults: {title: New today, target: {topic: all}}

        """, to: "pipeline.yml")
    }

    func deploy() throws {
      try workspace.folder.copy("\(workspace.folder.path)/public/\(ProofTests.logo)", to: "site/" + ProofTests.logo)
    }

    func text(_ path: String) throws -> String { try workspace.folder.text(of: "payloads/" + path) }

    /// The proofs in index.json: of the picture's message, of the other one, and of all.
    func proofs() throws -> [String?] {
      let index = try JSON(text("index.json"))
      return index["requests"].elements.map { $0["proof"].string } + [index["proof"].string]
    }

    func expect(_ proof: String) throws { #expect(try proofs() == [proof, "proven", proof]) }
  }

  /// By its name, by its path, and by its path from pipeline.yml on.
  @Test(arguments: ["cp", "/bin/cp", "./bin/cp"]) func whatACommandDeploysIsProven(_ program: String) async throws {
    let site = try Site(", deploy: [\(program), -R, public/., site/]")
    try site.workspace.folder.createFolder("bin")
    try site.workspace.folder.link("bin/cp", to: "/bin/cp")
    let plan = try await site.workspace.richpush("plan", "campaign")
    #expect(plan.stdout.contains("\n`\(program) -R public/. site/` would be run\n"), "\(plan)")
    #expect(try site.workspace.folder.names(in: "site") == [])
    let output = try await site.workspace.richpush("run", "campaign").ended(0)
    #expect(output.stderr.contains("deploying: \(program) -R public/. site/\n"))
    #expect(output.stdout.hasSuffix("\nproven: each URL delivers what was published\n"), "\(output.stdout)")
    try site.expect("proven")
  }

  /// A proof lasts until the URL fails.
  @Test func aFailedVerifyTakesTheProofBack() async throws {
    let site = try Site()
    try await site.workspace.richpush("run", "campaign").ended(0)
    try site.deploy()
    try await site.workspace.richpush("verify", "payloads").ended(0)
    try site.expect("proven")
    #expect(try JSON(site.text("index.json"))["provenAt"].string?.hasPrefix("20") == true)
    let again = try await site.workspace.richpush("run", "campaign")
    #expect(again.stdout.contains("\nproven on 20"), "\(again.stdout)")
    try site.workspace.folder.remove("site/" + Self.logo)
    try await site.workspace.richpush("verify", "payloads", "--retries", "0").ended(1)
    try site.expect("unproven")
    #expect(try JSON(site.text("index.json"))["provenAt"].string == nil)
    let last = try await site.workspace.richpush("run", "campaign")
    #expect(last.stdout.hasSuffix(Workspace.unproven), "\(last.stdout)")
    let check = try await site.workspace.richpush("check", "payloads")
    #expect(!check.stdout.contains("  campaign."), "\(check.stdout)")
  }

  /// Also where a run loads it: its requests stay as they were, and their proof does not.
  @Test func aFailedRunTakesTheProofBack() async throws {
    let deploy = #", deploy: [sh, -c, "if [ -e gone ]; then rm -f site/*; else cp -R public/. site/; fi"]"#
    let site = try Site(deploy, messages: "  - {id: a, media: logo.png}\n")
    #expect(try await site.workspace.richpush("run", "campaign").status == 0)
    #expect(try JSON(site.text("index.json"))["proof"].string == "proven")
    let request = try site.text("a.json")
    try site.workspace.folder.write("", to: "gone")
    let output = try await site.workspace.richpush("run", "campaign", "--no-cache")
    #expect(output.status != 0, "\(output.stdout)\(output.stderr)")
    #expect(try site.text("a.json") == request)
    let index = try JSON(site.text("index.json"))
    #expect([index["proof"], index["requests"].elements[0]["proof"]].map(\.string) == ["unproven", "unproven"])
  }

  @Test func aProofGrowsOld() async throws {
    let site = try Site()
    try site.workspace.folder.write(
      try site.workspace.folder.text(of: "pipeline.yml") + "requests: {proof-lasts: 1s}\n", to: "pipeline.yml")
    try await site.workspace.richpush("run", "campaign").ended(0)
    try site.deploy()
    try await site.workspace.richpush("verify", "payloads").ended(0)
    try await Task.sleep(for: .seconds(2.1))
    let again = try await site.workspace.richpush("run", "campaign")
    #expect(again.status == 0 && again.stdout.contains("\nnot proven since 20"), "\(again.stdout)")
  }

  @Test func requestsThatAreOlderThanTheirCampaignAreTold() async throws {
    let site = try Site()
    try await site.workspace.richpush("run", "campaign").ended(0)
    #expect(try await site.workspace.richpush("check", "payloads").stdout.contains("campaign.older-requests") == false)
    let campaign = try site.workspace.folder.text(of: "campaign/campaign.yml")
    try site.workspace.folder.write(campaign + "# Anna\n", to: "campaign/campaign.yml")
    for command in [["check", "payloads"], ["verify", "payloads", "--retries", "0"]] {
      let output = try await RichpushBinary.run(command, workingDirectory: site.workspace.folder.path)
      #expect(output.stdout.contains("campaign.older-requests"), "\(output.stdout)")
      #expect(output.stdout.contains("`campaign.yml`"), "\(output.stdout)")
    }
  }

  /// Requests changed by hand are sent as they are.
  @Test func aCheckOfTheFolderTellsWhatIsNotOfTheSet() async throws {
    let site = try Site()
    try await site.workspace.richpush("run", "campaign").ended(0)
    let request = try site.text("text.json")
    try site.workspace.folder.write(request.replacing("No picture", with: "No pictures"), to: "payloads/text.json")
    try site.workspace.folder.write(request, to: "payloads/other.json")
    let output = try await site.workspace.richpush("check", "payloads")
    #expect(output.status == 1 && output.stdout.contains("campaign.changed-request"), "\(output.stdout)")
    #expect(output.stdout.contains("campaign.other-requests"), "\(output.stdout)")
  }

  /// A request that was changed by hand may show anything.
  @Test func aChangeByHandTakesTheProofBack() async throws {
    let site = try Site()
    try await site.workspace.richpush("run", "campaign").ended(0)
    try site.deploy()
    try await site.workspace.richpush("verify", "payloads").ended(0)
    try site.expect("proven")
    try site.workspace.folder.write(try site.text("curl/a.sh") + "# mine\n", to: "payloads/curl/a.sh")
    try await site.workspace.richpush("verify", "payloads").ended(2)
    try site.expect("unproven")
  }

  /// It was in time when it was written.
  @Test func verifySaysWhatHasExpired() async throws {
    let moment = Int(Date.now.timeIntervalSince1970) + 100 * 86_400
    let text = Date(timeIntervalSince1970: Double(moment)).ISO8601Format()
    let site = try Site(
      formats: "[fcm-v1]", messages: "  - {id: a, media: logo.png, expires: \(text), ttl: 1h}")
    try await site.workspace.richpush("run", "campaign").ended(0)
    try site.deploy()
    let before = try await site.workspace.richpush("verify", "payloads").ended(0)
    #expect(!before.stdout.contains("message.expired"), "\(before.stdout)")
    let (request, index) = (try site.text("a.json"), try site.text("index.json"))
    let late = request.replacing("\"\(moment)\"", with: "\"1700000000\"")
    try site.workspace.folder.write(late, to: "payloads/a.json")
    let listed = try #require(JSON(index)["requests"].elements[0]["sha256"].string)
    let digest = try await SHA256.digests(of: ["a.json"], in: site.workspace.folder.absolute("payloads"))["a.json"]
    try site.workspace.folder.write(index.replacing(listed, with: #require(digest)), to: "payloads/index.json")
    #expect(late != request)
    let output = try await site.workspace.richpush("verify", "payloads").ended(1)
    #expect(output.stdout.contains("payloads/a.json"), "\(output.stdout)")
    #expect(output.stdout.contains("message.expired\n  it expired on 2023-11-14"), "\(output.stdout)")
  }

  @Test func whatACommandDoesNotBringThereIsRefused() async throws {
    let site = try Site(#", deploy: [sh, -c, "for f in public/*; do cp other.png site/${f#public/}; done"]"#)
    try site.workspace.folder.write(minimalPNG(width: 16, height: 8), to: "other.png")
    let output = try await site.workspace.richpush("run", "campaign", "--format", "json")
    #expect(output.status != 0)
    let report = try JSON(output.stdout)
    #expect(report.errors.contains { $0.contains("logo.png") || $0.contains("directory") }, "\(report.errors)")
    #expect(report.messageStatuses["a"] != "ready")
  }

  @Test(arguments: [
    ("false", "`false` ended with the status 1"),
    ("no-such-program --now", "cannot be run: there is no program `no-such-program`"),
  ])
  func aCommandThatFailsKeepsTheRequests(command: String, words: String) async throws {
    let site = try Site()
    try await site.workspace.richpush("run", "campaign").ended(0)
    let before = try site.workspace.folder.states(of: "payloads")
    let pipeline = try site.workspace.folder.text(of: "pipeline.yml")
    try site.workspace.folder.write(
      pipeline.replacing("path: public", with: "path: public, deploy: \(command)"), to: "pipeline.yml")
    try site.workspace.write(messages: "  - {id: b, media: logo.png}")
    let output = try await site.workspace.richpush("run", "campaign").ended(2)
    #expect(output.stdout.contains("error directory  destination.deploy\n"), "\(output.stdout)")
    #expect(output.stdout.contains(words), "\(output.stdout)")
    #expect(try site.workspace.folder.states(of: "payloads") == before)
  }

  @Test func aCommandIsShownAndEndedInTime() async throws {
    let site = try Site(", deploy-seconds: 1, deploy: [sh, -c, 'echo to one; echo to two >&2; exec tail -f /dev/null']")
    let output = try await site.workspace.richpush("run", "campaign", timeLimit: .seconds(60)).ended(2)
    #expect(output.stderr.contains("to one\n") && output.stderr.contains("to two\n"), "\(output.stderr)")
    #expect(output.stdout.contains("took longer than 1 s and was ended"), "\(output.stdout)")
  }

  @Test func aLineForAShellIsRefused() async throws {
    let site = try Site(#", deploy: "cp -R public/* site""#)
    let output = try await site.workspace.richpush("run", "campaign").ended(2)
    #expect(output.stderr.contains("no shell runs the command, so `*` would reach the program"), "\(output.stderr)")
  }

  @Test func whatSomebodyElseDeploysIsProvenAfterwards() async throws {
    let site = try Site()
    let output = try await site.workspace.richpush("run", "campaign").ended(0)
    let unproven = "unproven: not every URL was loaded. Deploy the files, then run `richpush verify`\n"
    #expect(output.stdout.hasSuffix("\n" + unproven), "\(output.stdout)")
    try site.expect("unproven")
    let body = try site.text("a.json")

    try site.workspace.folder.write(minimalPNG(width: 16, height: 8), to: "site/" + Self.logo)
    let failing = try await site.workspace.richpush("verify", "payloads/index.json").ended(1)
    #expect(
      failing.stdout.hasSuffix(
        "\nunproven: 0 of 1 URL delivers what was published\n"
          + "next: fix the errors above, then `richpush verify payloads/index.json`\n"), "\(failing.stdout)")
    try site.expect("unproven")

    try site.workspace.folder.remove("site/" + Self.logo)
    try site.deploy()
    let verified = try await site.workspace.richpush("verify", "--progress", "plain").ended(0)
    #expect(
      verified.stdout.hasSuffix(
        """
        a trial: do not send these requests
        1 of 1 URL delivers what was published
        proven: each URL delivers what was published

        """), "\(verified.stdout)")
    #expect(verified.stderr.contains("[1/1] \(site.server.url)\(Self.logo): proven\n"), "\(verified.stderr)")
    try site.expect("proven")
    #expect(try site.text("a.json") == body)
    #expect(!site.workspace.folder.exists("payloads/stale"))

    // A file proven under a name stays proven, also with other texts.
    try site.workspace.write(messages: "  - {id: a, media: logo.png, title: Other}\n  - {id: text, body: No picture}")
    for command in [["compose", "payloads/index.json", "campaign"], ["run", "campaign"]] {
      try await RichpushBinary.run(command, workingDirectory: site.workspace.folder.path).ended(0)
      try site.expect("proven")
    }
  }

  /// All that fails at one site in the same way, and is asked for as often as is wanted.
  @Test(arguments: [["--retries", "0"], ["--timeout", "1"]])
  func whatASiteDoesNotDeliverIsToldOnce(arguments: [String]) async throws {
    let site = try Site(messages: nil)
    for number in 1...6 { try site.workspace.addLogos("p\(number).png") }
    try await site.workspace.richpush("run", "campaign").ended(0)
    let output = try await RichpushBinary.run(["verify"] + arguments, workingDirectory: site.workspace.folder.path)
    #expect(output.status == 1, "\(output.stdout)\(output.stderr)")
    let heads = output.stdout.split(separator: "\n").filter { $0.hasPrefix("error ") }
    #expect(heads.count == 1 && heads.allSatisfy { $0.hasSuffix(" and 4 more  http.status") }, "\(output.stdout)")
    let remedy = "\n  remedy: upload the folder `public` to the server behind base-url, then verify again; "
    #expect(output.stdout.contains(remedy), "\(output.stdout)")
    #expect(output.stdout.contains("\n  \(site.server.url.dropLast()): "), "\(output.stdout)")
    #expect(output.stdout.contains("\nunproven: 0 of 7 URLs deliver what was published\n"), "\(output.stdout)")
    if arguments[0] == "--retries" { #expect(!output.stderr.contains("again"), "\(output.stderr)") }
  }

  /// A set that is not new is not being deployed any more, so that nothing is waited for.
  @Test func whatTheServerDoesNotHaveIsToldWithTheNextDeed() async throws {
    let site = try Site(messages: "  - {id: a, media: logo.png}")
    try await site.workspace.richpush("run", "campaign").ended(0)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -7200)],
      ofItemAtPath: site.workspace.folder.absolute("payloads/index.json"))
    func words(_ deed: String, _ command: String = "verify") -> String {
      """
      error logo.png  http.status
        \(site.server.url)\(Self.logo): the server answers iOS, Android, web with status 404, so there is no picture
        remedy: \(deed), then verify again; if it is there, correct base-url, and run again

      a trial: do not send these requests
      unproven: 0 of 1 URL delivers what was published
      next: fix the errors above, then `richpush \(command)`

      """
    }
    let output = try await site.workspace.richpush("verify").ended(1)
    #expect(output.stdout == words("upload the folder `public` to the server behind base-url"))
    let host = site.server.url.dropLast()
    let waits = ["1 of 3 failed, again in 1 s", "2 of 3 failed, again in 2 s"]
    #expect(output.stderr == waits.map { "attempt \($0): \(host): it answers 404\n" }.joined(), "\(output.stderr)")
    try site.workspace.folder.remove("public/" + Self.logo)
    let gone = try await site.workspace.richpush("verify", "--timeout", "3").ended(1)
    #expect(
      gone.stdout
        == words("publish it again with `richpush run`, since `public` does not have it", "verify --timeout 3"))
    #expect(gone.stderr.hasPrefix("attempt 1 failed, again in 1 s ("), "\(gone.stderr)")
    #expect(gone.stderr.contains(" s left): \(host): it answers 404\n"), "\(gone.stderr)")
    try site.workspace.folder.remove("public")
    let elsewhere = try await site.workspace.richpush("verify", "--retries", "0", "--format", "json").ended(1)
    let report = try JSON(elsewhere.stdout)
    #expect(report["isTrial"] == true)
    #expect(
      report["diagnostics"].elements.map { $0["remedy"].string } == [
        "upload the published files to the server behind base-url, then verify again; if it is there, correct base-url, "
          + "and run again"
      ])
  }

  @Test func whatHasNothingToVerifyIsSaid() async throws {
    let site = try Site(messages: "  - {id: text, body: No picture}")
    try await site.workspace.richpush("run", "campaign").ended(0)
    let words = try await site.workspace.richpush("verify")
    #expect(words.status == 0 && words.stdout == "nothing to verify: no request refers to a URL\n", "\(words)")
    try site.workspace.folder.remove("campaign")
    try site.workspace.folder.createFolder("campaign")
    try await site.workspace.richpush("run", "campaign", "--withdraw-all").ended(0)
    let nothing = try await site.workspace.richpush("verify")
    nothing.ended(2).expectRefusal()
    #expect(nothing.stderr.contains("index.json  argument.empty\n  it lists no request"), "\(nothing.stderr)")
  }

  @Test func whatWasChangedByHandIsNotMarked() async throws {
    let site = try Site()
    try await site.workspace.richpush("run", "campaign").ended(0)
    try site.deploy()
    try site.workspace.folder.write(try site.text("curl/a.sh") + "# mine\n", to: "payloads/curl/a.sh")
    let before = try site.workspace.folder.states(of: "payloads")
    let output = try await site.workspace.richpush("verify", "payloads").ended(2)
    #expect(output.stderr.contains("curl/a.sh  campaign.changed-request"), "\(output.stderr)")
    #expect(try site.workspace.folder.states(of: "payloads") == before)
  }

  @Test(arguments: [
    ("campaign", "error campaign/index.json  campaign.manifest\n"),
    ("pipeline.yml", "error pipeline.yml  campaign.manifest\n  this is neither "),
    ("/dev/null", "error /dev/null  campaign.manifest\n"),
    ("none", "error none  argument.missing\n"), ("none/index.json", "error none/index.json  argument.missing\n"),
    ("pipeline.yml/index.json", "error pipeline.yml/index.json  argument.missing\n"),
  ])
  func whatIsNoRequestFolderIsRefused(path: String, words: String) async throws {
    let workspace = try Workspace()
    // What else `prune` checks.
    try workspace.folder.createFolder("public")
    try workspace.folder.write(#"{"version": 1, "assets": [], "requests": []}"#, to: "payloads/index.json")
    for command in [["verify", path], ["prune", path], ["compose", path, "campaign"]] {
      let output = try await RichpushBinary.run(command, workingDirectory: workspace.folder.path)
      #expect(output.status == 2 && output.stderr.hasPrefix(words), "\(command): \(output.stderr)")
    }
  }
}
