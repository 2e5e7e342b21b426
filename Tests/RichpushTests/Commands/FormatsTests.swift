import Foundation
import TestSupport
import Testing

/// The forms in which a run writes its requests.
@Suite(.timeLimit(.minutes(10))) struct FormatsTests {
  private static let formats = "[fcm-v1, fcm-v1-jsonl, curl, admin, apns, webpush]"
  private static let compose = "compose: {formats: \(formats), validate-only: true}\n"

  /// The scripts of the sample campaign are sent by the system's curl, the messages by what the Admin SDKs make of them; what
  /// answers as FCM does takes each, and gets the same as in the JSON files.
  @Test func everyFormOfTheSampleCampaignIsAccepted() async throws {
    let workspace = try await Workspace.withRenderedSamples()
    let pipeline = try workspace.folder.text(of: "pipeline.yml")
    let plain = pipeline.replacing("formats: [fcm-v1]", with: "formats: " + Self.formats).replacing(
      "validate-only: false", with: "validate-only: true"
    ).replacing("motion: auto", with: "motion: still")
    try workspace.folder.write(plain, to: "pipeline.yml")
    try await workspace.richpush("run", "campaign", "--project", "shop-1").ended(0)
    let files = try workspace.folder.files(in: "payloads")
    let scripts = files.filter { $0.hasSuffix(".sh") }
    #expect(scripts.count == 18)
    let server = try FCMServer()
    for script in scripts {
      let sent = try await send(script, in: workspace, to: server)
      #expect(sent.status == 0, "\(script) \(sent.stdout)\(sent.stderr)")
    }
    let bodies = try ["", "validate-only/"].flatMap { folder in
      try workspace.folder.text(of: "payloads/\(folder)requests.jsonl").split(separator: "\n").map {
        try JSON(String($0))
      }
    }
    #expect(try Set(server.accepted) == Set(bodies))
    #expect(try server.accepted.count == 18)
    try await expectSentByTheSDKs(bodies.prefix(9).map { $0["message"] }, in: workspace)
    try await expectChecked(workspace)
    try await expectTheSameByComposing(workspace)
  }

  /// The index's facts about published pictures are enough to make identical requests.
  private func expectTheSameByComposing(_ workspace: Workspace) async throws {
    let states = try workspace.folder.states(of: "payloads")
    try await workspace.richpush("compose", "payloads/index.json", "campaign", "--project", "shop-1").ended(0)
    #expect(try workspace.folder.states(of: "payloads") == states)
  }

  private func expectSentByTheSDKs(_ messages: [JSON], in workspace: Workspace) async throws {
    let folder = TemporaryFolder()
    for name in ["messages.jsonl", "send.mjs", "send.py"] {
      try folder.write(try workspace.folder.text(of: "payloads/admin/" + name), to: name)
    }
    for output in [try await AdminPrograms.node(folder.path), try await AdminPrograms.python(folder.path)] {
      let sent = try output.stdout.split(separator: "\n").map { try JSON(String($0)) }
      #expect(sent == messages, "\(output.stderr)")
    }
  }

  /// Of all the forms `check` reads only the requests.
  private func expectChecked(_ workspace: Workspace) async throws {
    let output = try await workspace.richpush("check", "payloads", "--format", "json")
    let subjects = try JSON(output.stdout)["subjects"].elements.compactMap { $0["name"].string }
    let index = try JSON(workspace.folder.text(of: "payloads/index.json"))
    let files = index["requests"].elements.compactMap { $0["file"].string }
    #expect(subjects.sorted() == (files + ["requests.jsonl"]).map { "payloads/" + $0 }.sorted())
    #expect(output.status == 0, "\(output.stdout)\(output.stderr)")
  }

  private func send(_ script: String, in workspace: Workspace, to server: FCMServer) async throws -> ProgramOutput {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try await Program(workspace.folder.absolute("payloads/" + script)).run(
      [], environment: ["PATH": path, "FCM_TOKEN": "ya29.token", "FCM_ENDPOINT": server.endpoint])
  }

  private func textAlone(_ compose: String = FormatsTests.compose) throws -> Workspace {
    try Workspace(
      pipeline: Workspace.pipeline + compose,
      messages: "  - {id: one, title: \"It's \\\"here\\\"\", target: {topic: t}}")
  }

  @Test func theProjectComesFromTheKeyOfAServiceAccount() async throws {
    let workspace = try textAlone()
    let key: [String: String] = [
      "type": "service_account", "project_id": "shop-of-key", "client_email": "a@b.iam.gserviceaccount.com",
      "private_key": "none",
    ]
    try workspace.folder.write(try JSONEncoder().encode(key), to: "key.json")
    let environment = ["GOOGLE_APPLICATION_CREDENTIALS": workspace.folder.absolute("key.json")]
    try await workspace.richpush("run", "campaign", environment: environment).ended(0)
    #expect(try script(workspace).contains("/v1/projects/shop-of-key/messages:send"))
    let other = environment.merging(["RICHPUSH_PROJECT": "shop-of-variable"]) { $1 }
    try await workspace.richpush("run", "campaign", environment: other).ended(0)
    #expect(try script(workspace).contains("/v1/projects/shop-of-variable/messages:send"))
    #expect(
      try await workspace.richpush("run", "campaign", "--project", "shop-of-flag", environment: other).status == 0)
    #expect(try script(workspace).contains("/v1/projects/shop-of-flag/messages:send"))
  }

  private func script(_ workspace: Workspace) throws -> String { try workspace.folder.text(of: "payloads/curl/one.sh") }
}
