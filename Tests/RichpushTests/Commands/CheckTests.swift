import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CheckTests {
  let folder = TemporaryFolder()
  static let goodRequest = #"{"message": {"topic": "news", "notification": {"title": "Hello"}}}"#

  func check(_ arguments: String..., environment: [String: String] = [:]) async throws -> ProgramOutput {
    try await RichpushBinary.run(["check"] + arguments, environment: environment, workingDirectory: folder.path)
  }

  /// Makes `payloads` hold one thing that every check refuses, whatever the rules are: a link that leads out of it.
  func addBadLink(_ name: String = "b.json") throws {
    try folder.write(Self.goodRequest, to: "elsewhere/a.json")
    try folder.createFolder("payloads")
    try folder.link("payloads/" + name, to: "../elsewhere/a.json")
  }

  /// Makes a pipeline.yml of which every check says that a suppression is unused.
  private func addUnusedSuppression() throws {
    try folder.write("check:\n  suppress:\n    - {rule: message.image, reason: old}\n", to: "pipeline.yml")
  }

  @Test func withoutAnArgumentTheFolderIsChecked() async throws {
    let output = try await check().ended(2)
    output.expectRefusal()
    #expect(output.stderr.contains("error .  argument.empty"), "\(output.stderr)")
  }

  /// Reading its memory at address 0 is nothing that any process may.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/mem"), "Linux has such a file"))
  func whatCannotBeReadKeepsNothingFromBeingChecked() async throws {
    try folder.write(#"{"message": {"notification": {"title": "Hello"}}}"#, to: "a.json")
    let output = try await check("/proc/self/mem", "a.json", "--format", "json").ended(3)
    let report = try JSON(output.stdout)
    #expect(report["subjects"].elements.map { $0["name"].string } == ["a.json"])
    #expect(report["diagnostics"].elements.map { $0["rule"].string } == ["machine.failed", "request.target"])
    #expect(report["diagnostics"].elements[0]["subject"] == ["kind": "file", "name": "/proc/self/mem"])
  }

  /// What `run` warns of in pipeline.yml, `check` of a campaign does too.
  @Test(arguments: [("shop", 0), ("shoe", 1)]) func whatPipelineFilesContradictIsSaidOfCampaigns(
    served: String, status: Int32
  ) async throws {
    try folder.write(
      "publish: [{to: s3, bucket: shop, region: eu-north-1, base-url: \"https://\(served).s3.eu-north-1.amazonaws.com/\"}]\n",
      to: "pipeline.yml")
    try folder.write("id,title,body,topic\na,Rye is back,Warm today,bread\n", to: "campaign/messages.csv")
    try folder.write(Self.goodRequest, to: "a.json")
    let output = try await check("campaign", "--fail-on", "warning")
    #expect(output.status == status, "\(output.stdout)")
    #expect(output.stdout.contains("(publish[0].base-url)  configuration.conflict\n") == (status == 1))
    try await check("a.json", "--fail-on", "warning").ended(0)
  }

  @Test func warningsFailWhenTheyAreTo() async throws {
    try folder.write(Self.goodRequest, to: "a.json")
    try addUnusedSuppression()
    try await check("a.json").ended(0)
    let output = try await check("a.json", "--fail-on", "warning").ended(1)
    #expect(
      output.stdout.contains(
        """

        warning pipeline.yml:3:7 (check.suppress[0])  suppression.unused
          nothing that was checked breaks message.image, so the suppression hides nothing
          remedy: delete it, or correct its path, which starts from the folder of pipeline.yml

        """), "\(output.stdout)")
  }

  @Test func theConfigurationIsOptionalUnlessNamed() async throws {
    try folder.write(Self.goodRequest, to: "a.json")
    try await check("a.json", "--config", "other.yml").ended(2)
    try await check("a.json", environment: ["RICHPUSH_CONFIG": "other.yml"]).ended(2)
    try folder.write("check: {suppress: [{rule: mesage.id, reason: x}]}", to: "pipeline.yml")
    let output = try await check("a.json").ended(2)
    #expect(output.stderr.contains("the nearest is `message.id`"))
  }

  /// With what is taken.
  @Test(arguments: [
    (["--format", "xml"], "xml"), (["--fail-on", "note"], "note"), (["--report", "report.json"], "report.json"),
    (["--report", "yaml=report.yml"], "formats are text, concise, json, sarif, junit, github and gitlab"),
    (["--report", "json="], "json="), (["--report", "json=-"], "json=-"),
    (["--report", "json=a", "--report", "sarif=a"], "the same file"), (["--profile", "tv"], "tv"),
    (["--link-speed", "2MB"], "give a number from 1k to 100G"), (["--link-speed", "999"], "999"),
    (["--link-speed", "1e3k"], "1e3k"), (["--jobs", "0"], "1 to 64"), (["--update-baseline"], "--baseline"),
    (["--baseline", "none.json"], "none.json"), (["--write"], "--write"),
    (["--site", "a b"], "https://shop.example.com"),
    (["--ignore", "ios.mutable"], "there is no rule `ios.mutable`; the nearest is `ios.mutable-content`. "),
    (["--select", "htp"], "there is no rule `htp`; the nearest is the group `http`. "),
    (["--ignore", "nosuch"], "there is no rule `nosuch`. `richpush explain` lists all"),
  ])
  func wrongFlagsExitWith2AndNothingIsWritten(arguments: [String], words: String) async throws {
    try folder.write(Self.goodRequest, to: "a.json")
    let output = try await RichpushBinary.run(["check", "a.json"] + arguments, workingDirectory: folder.path)
    #expect(output.status == 2 && output.stderr.contains(words), "\(output.stderr)")
    output.expectRefusal()
    #expect(try folder.names() == ["a.json"])
  }

  @Test func variablesCountWhereThereIsNoFlag() async throws {
    try addBadLink()
    let output = try await check("payloads", environment: ["RICHPUSH_FORMAT": "github"])
    #expect(output.stdout.hasPrefix("::error file=payloads/b.json,title=file.leaves-folder::"))
    let flag = try await check("payloads", "--format", "text", environment: ["RICHPUSH_FORMAT": "github"])
    #expect(flag.stdout.hasPrefix("error payloads/b.json  "))
    try await check("payloads", environment: ["RICHPUSH_FORMAT": "xml"]).ended(2)
  }

  @Test func severalReportsAreWrittenAtOnce() async throws {
    try addBadLink()
    let output = try await check(
      "payloads", "--format", "json", "--report", "sarif=c.sarif", "--report", "junit=c.xml", "--report", "text=c.txt",
      "--report", "github=c.log", "--report", "json=c.json", "--report", "gitlab=c.gitlab", "--report", "concise=c")
    #expect(output.status == 1)
    #expect(output.stderr == "0 subjects checked, 1 error\n")
    let report = try JSON(output.stdout)
    #expect(try JSON(folder.text(of: "c.json")) == report)
    #expect(
      report == [
        "version": 2, "subjects": [], "suppressed": [],
        "diagnostics": [
          [
            "rule": "file.leaves-folder", "severity": "error", "subject": ["kind": "file", "name": "payloads/b.json"],
            "message": "the link leads out of the campaign folder",
            "remedy": "put a copy of the picture into the campaign folder",
          ]
        ],
      ])
    let sarif = try JSON(folder.text(of: "c.sarif"))
    #expect(sarif["runs"].elements[0]["results"].elements.map { $0["ruleId"] } == ["file.leaves-folder"])
    #expect(try folder.text(of: "c.xml").contains(#"<testsuites name="richpush check" tests="1" failures="1""#))
    #expect(try folder.text(of: "c.txt").hasPrefix("error payloads/b.json  file.leaves-folder\n"))
    #expect(try folder.text(of: "c.log").hasPrefix("::error file=payloads/b.json,"))
    #expect(try JSON(folder.text(of: "c.gitlab")).elements.count == 1)
    #expect(try folder.text(of: "c").hasPrefix("payloads/b.json:"))
    #expect(
      try folder.names() == ["c", "c.gitlab", "c.json", "c.log", "c.sarif", "c.txt", "c.xml", "elsewhere", "payloads"])
  }

  /// Whatever they are called.
  @Test func itsOwnReportsAreNoRequests() async throws {
    try addBadLink()
    let forms = ["sarif=a.json", "gitlab=b.json", "json=c.json"].flatMap { ["--report", $0] }
    try await RichpushBinary.run(["check", "payloads"] + forms, workingDirectory: folder.path).ended(1)
    let output = try await check(".", "--format", "concise")
    #expect(!output.stdout.contains("request.shape"), "\(output.stdout)\(output.stderr)")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "Linux has a file that is always full"))
  func aReportThatCannotBeWrittenKeepsNoOtherFromIt() async throws {
    try addBadLink()
    let output = try await check("payloads", "--report", "json=/dev/full", "--report", "junit=c.xml").ended(3)
    #expect(output.stderr.contains("error /dev/full  machine.disk-full\n  cannot write the report: "))
    #expect(!output.stderr.contains("could not be completed"), "\(output.stderr)")
    #expect(output.stdout.hasPrefix("error payloads/b.json  "))
    #expect(folder.exists("c.xml"))
  }

  /// Files of a run are checked for the clients in its index: a GIF or a movie only for Apple's systems.
  @Test func whatARunPublishedIsCleanAndWhatHasChangedSinceIsNot() async throws {
    let workspace = try Workspace(logos: "logo.png")
    try await Clip.make(workspace.folder.path + "/campaign/clip.mp4")
    try await workspace.richpush("run", "campaign").ended(0)
    let movie = try #require(try workspace.folder.names(in: "public").first { $0.hasSuffix(".mp4") })
    let clean = try await workspace.richpush("check", "public", "--fail-on", "warning").ended(0)
    #expect(clean.stdout.contains("public/\(movie)  shows on iOS\n"), "\(clean.stdout)")
    #expect(clean.stdout.hasSuffix("3 subjects checked, clean\n"))
    // Who asks for Android gets the answer for Android.
    try await workspace.richpush("check", "public/" + movie, "--profile", "android").ended(1)
    // Without the index its clients are unknown, and other bytes under its name are another file.
    try workspace.folder.remove("payloads")
    try await workspace.richpush("check", "public", "--fail-on", "warning").ended(1)
  }

  @Test func nothingIsWrittenWithoutAReport() async throws {
    try folder.copy(packageRoot + "/samples/campaign", to: "campaign")
    try folder.copy(packageRoot + "/pipeline.yml", to: "pipeline.yml")
    let before = try folder.states()
    _ = try await check("campaign", "--quick")
    #expect(try folder.states() == before)
  }

  @Test(arguments: ["text", "github", "junit"]) func hostileNamesDoNotSteerTheTerminal(format: String) async throws {
    try addBadLink("\u{1B}[31m\u{202E}\n.json")
    let output = try await check("payloads", "--format", format).ended(1)
    #expect((output.stdout + output.stderr).unicodeScalars.allSatisfy { $0 != "\u{1B}" && $0.value != 0 })
    if format != "junit" { #expect(output.stdout.contains("payloads/\u{FFFD}[31m\u{FFFD}\u{FFFD}.json")) }
  }
}

extension CheckTests {
  /// Endless input is read only up to the limit of such a file.
  @Test func standardInputHasALimit() async throws {
    for (name, place) in [("-", "-"), ("pipeline.yml", "pipeline.yml")] {
      let output = try await Program("/bin/sh").run(
        ["-c", "exec \"$0\" check - --stdin-filename \(name) </dev/zero", RichpushBinary.path()],
        workingDirectory: folder.path)
      #expect(output.status != 0)
      #expect(
        output.stdout.hasPrefix("error \(place)  file.unreadable\n  the file cannot be read: File too large\n"),
        "\(output)")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "/proc tells when it may be ended"))
  func anInterruptedCheckSaysSo() async throws {
    let program = """
      import signal, subprocess, sys, time
      check = subprocess.Popen([sys.argv[1], "check", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
      def is_guarded():
          lines = open(f"/proc/{check.pid}/status").read().splitlines()
          return any(line.startswith("SigCgt:") and int(line.split()[1], 16) >> signal.SIGTERM - 1 & 1 for line in lines)
      end = time.monotonic() + 120
      def waits(): return check.poll() is None and time.monotonic() < end
      while waits() and not is_guarded(): time.sleep(0.02)
      while waits():
          check.send_signal(signal.SIGTERM)
          time.sleep(0.1)
      print(check.returncode, check.stdout.read(), check.stderr.read(), sep="|", end="")
      """
    let output = try await Program("python3").run(
      ["-c", program, try RichpushBinary.path()], workingDirectory: folder.path)
    #expect(
      output.stdout
        == "143||interrupted: the check did not get to its end, so nothing is known to be clean\n", "\(output.stderr)")
  }
}
