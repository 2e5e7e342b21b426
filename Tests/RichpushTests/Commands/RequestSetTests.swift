import TestSupport
import Testing

/// The summary of targets, and how one campaign's requests are kept from replacing another's.
@Suite(.timeLimit(.minutes(10))) struct RequestSetTests {
  private static let messages = """
      - {id: a, title: {en: T, de: T}, target: {topic: "all-{{locale}}"}}
      - {id: b, title: T, target: {condition: "'x' in topics"}}
      - {id: c, title: T, target: [{token: one}, {token: two}]}
    """

  @Test func runAndCheckEndWithWhoGetsWhat() async throws {
    let workspace = try Workspace(messages: Self.messages)
    let targets = """
      1 request to condition `'x' in topics`
      1 request to topic `all-de`, in de (1)
      1 request to topic `all-en`, in en (1)
      2 requests to tokens

      """
    let output = try await workspace.richpush("run", "campaign", "--report", "report.json").ended(0)
    #expect(output.stdout.hasSuffix("/payloads\n" + targets), "\(output.stdout)")
    let check = try await workspace.richpush("check", "campaign")
    #expect(check.stdout.hasSuffix("\n\n" + targets), "\(check.stdout)")
    let recipients = try JSON(workspace.folder.text(of: "report.json"))["recipients"]
    #expect(recipients["groups"].elements.count == 4)
    #expect(
      recipients["groups"].elements[2]
        == ["kind": "topic", "name": "all-en", "requests": 1, "locales": ["en": 1], "variants": [:]])
    #expect(!recipients.keys.contains("changes"))
  }

  @Test(arguments: ["fcm-v1", "fcm-v1-jsonl"]) func whatIsNewChangedAndGoneIsSaid(form: String) async throws {
    let pipeline = Workspace.pipeline + "compose: {formats: \(form)}\n"
    let workspace = try Workspace(pipeline: pipeline, messages: Self.messages)
    try await workspace.richpush("run", "campaign").ended(0)
    let again = try await workspace.richpush("run", "campaign")
    #expect(again.stdout.hasSuffix("\nsince the last set: 5 unchanged\n"), "\(again.stdout)")
    try workspace.write(
      messages: "  - {id: b, title: U, target: {topic: t}}\n  - {id: c, title: T, target: [{token: one}, {token: two}]}"
        + "\n  - {id: d, title: T, target: {topic: u}}")
    let output = try await workspace.richpush("run", "campaign")
    #expect(
      output.stdout.hasSuffix(
        "\nsince the last set: 1 new, 1 changed, 2 unchanged, 2 gone to stale/: a.de, a.en\n"
          + "since the last set `b` goes to the `topic t`, and not to the `condition 'x' in topics`\n"),
      "\(output.stdout)")
  }

  /// A slip of the hand is among the rarest, and none is hidden without a word.
  @Test func rareTargetsComeFirst() async throws {
    let many = (1...13).flatMap { topic in
      (1...2).map { "  - {id: m\(topic)-\($0), title: \($0), target: {topic: t\(topic)}}" }
    }
    let workspace = try Workspace(
      messages: (many + ["  - {id: last, title: T, target: {topic: all-customers}}"]).joined(separator: "\n"))
    let short = try await workspace.richpush("check", "campaign").stdout
    let long = try await workspace.richpush("check", "campaign", "-v").stdout
    for text in [short, long] {
      #expect(text.contains("\n\n1 request to topic `all-customers`\n2 requests to topic `t1`\n"), "\(text)")
    }
    #expect(short.contains("\n4 requests to 2 more targets, which -v lists\n2 requests to topic `t9`\n"), "\(short)")
    #expect(long.ranges(of: " to topic ").count == 14, "\(long)")
  }

  @Test func aWiderAudienceIsToldFirst() async throws {
    let workspace = try Workspace(
      messages: "  - {id: a, title: T, target: {token: one}}\n  - {id: b, title: U, target: {topic: t}}")
    try await workspace.richpush("run", "campaign").ended(0)
    let title = String(repeating: "Spring ", count: 9)
    try workspace.write(
      messages: "  - {id: a, title: T, target: {topic: t}}\n  - {id: b, title: \(title), target: {topic: t}}")
    for command in ["check", "plan", "run"] {
      let output = try await workspace.richpush(command, "campaign")
      #expect(output.status == 0 && output.stdout.contains("`a` went to single devices"), "\(output.stdout)")
      let rules = output.stdout.matches(of: /[a-z]+\.[a-z]+-[a-z]+\n/).map { $0.output.dropLast() }
      #expect(rules == ["campaign.wider-audience", "message.long-title"], "\(output.stdout)")
    }
    let again = try await workspace.richpush("run", "campaign")
    #expect(!again.stdout.contains("campaign.wider-audience"), "\(again.stdout)")
    try workspace.write(
      messages: "  - {id: a, title: T, target: {topic: all}}\n  - {id: b, title: U, target: {topic: all}}")
    let new = try await workspace.richpush("plan", "campaign")
    #expect(
      new.stdout.contains("no request of the last set went to the `topic all`, and 2 of 2 go there now"),
      "\(new.stdout)")
  }

  @Test func dataUnderAnotherNameIsSaid() async throws {
    let workspace = try Workspace(messages: "  - {id: a, title: T, link: \"https://www.e-bakery.com/a\"}")
    func run(_ key: String) async throws -> String {
      try workspace.folder.write(Workspace.pipeline + "requests: {link-data-key: \(key)}\n", to: "pipeline.yml")
      return try await workspace.richpush("run", "campaign").ended(0).stdout
    }
    #expect(try await !run("link").contains("in its data"))
    let output = try await run("url")
    #expect(output.contains("\nsince the last set `a` has `url` in its data, and not `link`\n"), "\(output)")
    #expect(try await !run("url").contains("in its data"))
  }

  /// A variable that is left in a shell takes the requests elsewhere, and scripts send the former ones.
  @Test func aSetThatStaysBehindIsNamed() async throws {
    let workspace = try Workspace(messages: "  - {id: a, title: T}")
    let elsewhere = ["RICHPUSH_REQUESTS": "elsewhere"]
    let words =
      "warning payloads  campaign.older-requests\n  the folder has requests of an earlier run of this campaign"
    #expect(try await !workspace.richpush("run", "campaign", environment: elsewhere).ended(0).stderr.contains(words))
    try await workspace.richpush("run", "campaign").ended(0)
    let output = try await workspace.richpush("run", "campaign", environment: elsewhere).ended(0)
    #expect(output.stderr.contains(words), "\(output.stderr)")
    let flag = try await workspace.richpush("run", "campaign", "--requests", "elsewhere").ended(0)
    #expect(!flag.stderr.contains(words), "\(flag.stderr)")
  }

  /// The counts are the same as for changes that are meant.
  @Test func whatTheCountsDoNotShowIsSaid() async throws {
    func row(_ id: String, _ picture: String, _ topic: String) -> String {
      "  - {id: \(id), media: \(picture).png, title: Fresh \(id) today, target: {topic: \(topic)}}"
    }
    let pictures = ["rye", "oat", "bun", "roll", "loaf"]
    let workspace = try Workspace(messages: pictures.map { row($0, $0, "fans-vip") }.joined(separator: "\n"))
    for (index, picture) in pictures.enumerated() {
      try workspace.folder.write(minimalPNG(width: 400 + index, height: 200), to: "campaign/\(picture).png")
    }
    try await workspace.richpush("run", "campaign").ended(0)
    func rerun(_ rows: [String]) async throws -> String {
      try workspace.write(messages: rows.joined(separator: "\n"))
      return try await workspace.richpush("run", "campaign").ended(0).stdout
    }
    let others = pictures.dropFirst(2).map { row($0, $0, "fans-vip") }
    let swapped = try await rerun([row("rye", "oat", "fans-vip"), row("oat", "rye", "fans-vip")] + others)
    #expect(swapped.contains("\nsince the last set `oat` and `rye` show each other's pictures\n"), "\(swapped)")
    let wider = try await rerun([row("rye", "oat", "fans"), row("oat", "rye", "fans-vip")] + others)
    #expect(wider.contains("campaign.wider-audience\n"), "\(wider)")
    #expect(wider.contains("`rye` goes to the `topic fans`, and not to the `topic fans-vip`"), "\(wider)")
    let narrower = try await rerun([row("rye", "oat", "fans-vip"), row("oat", "rye", "fans-vip")] + others)
    #expect(!narrower.contains("campaign.wider-audience"), "\(narrower)")
    #expect(narrower.contains("\nsince the last set `rye` goes to the `topic fans-vip`, and not"), "\(narrower)")
    let cut = try await rerun([row("rye", "oat", "fans-vip"), row("oat", "rye", "fans-vip")])
    #expect(
      cut.contains("campaign.fewer-requests\n") && cut.contains("3 of 5 requests of the last set are gone"), "\(cut)")
    // Another week has other messages.
    let next = try await rerun([row("cake", "rye", "fans-vip")])
    #expect(!next.contains("campaign.fewer-requests") && !next.contains("other ids"), "\(next)")
  }

  @Test func requestsOfAnotherCampaignAreReplacedOnRequestAlone() async throws {
    let workspace = try Workspace(messages: "  - {id: a, title: T, target: {topic: t}}")
    try workspace.folder.write("messages: [{id: b, title: T, target: {topic: t}}]\n", to: "other/campaign.yml")
    try await workspace.richpush("run", "campaign").ended(0)
    #expect(try JSON(workspace.folder.text(of: "payloads/index.json"))["campaign"] == "../campaign")
    let before = try workspace.folder.states(of: "payloads")
    for command in [["run", "other"], ["compose", "payloads/index.json", "other"]] {
      let refused = try await workspace.richpush(command).ended(2)
      #expect(refused.stderr.contains("campaign.other-requests"), "\(refused.stderr)")
      #expect(refused.stderr.contains("--replace"))
      #expect(try workspace.folder.states(of: "payloads") == before)
    }
    let replaced = try await workspace.richpush("run", "other", "--replace").ended(0)
    #expect(
      replaced.stdout.hasSuffix(
        "\nsince the last set: 1 new, 1 gone to stale/: a\n"
          + "since the last set the same goes to the same people under other ids: `b` was `a`\n"), "\(replaced.stdout)")
    #expect(try workspace.folder.files(in: "payloads") == ["b.json", "index.json", "stale/a.json"])
  }
}
