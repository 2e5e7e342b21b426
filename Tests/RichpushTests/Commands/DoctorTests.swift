import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct DoctorTests {
  private func doctor(_ workspace: Workspace, _ arguments: String..., environment: [String: String] = [:]) async throws
    -> (status: Int32, findings: [String: JSON])
  {
    let output = try await workspace.richpush(["doctor", "--format", "json"] + arguments, environment: environment)
    let report = try JSON(output.stdout)
    #expect(report["version"] == 1, "\(output.stderr)")
    let findings = report["examinations"].elements.map { ($0["name"].string ?? "", $0) }
    return (output.status, Dictionary(findings) { first, _ in first })
  }

  @Test func theMachineIsLookedAtWithoutAConfiguration() async throws {
    let workspace = try Workspace(pipeline: nil)
    let (status, findings) = try await doctor(workspace)
    // As a run would do.
    #expect(status == 1)
    #expect(findings["configuration"]?["state"] == "broken", "\(findings)")
    #expect(findings["configuration"]?["cost"].string?.contains("status 2") == true, "\(findings)")
    #expect(findings["configuration"]?["remedy"].string?.contains("richpush init") == true, "\(findings)")
    #expect(findings["libvips"]?["found"].string?.hasSuffix("svg") == true, "\(findings)")
    for name in ["libvips", "workers", "ffmpeg", "ffmpeg in workers", "temporary files"] {
      #expect(findings[name]?["state"] == "good", "\(name)")
    }
    #expect(findings["output"] == nil && findings["base-url"] == nil)
    #expect(try workspace.folder.names() == ["campaign"])
  }

  /// It may be the one that names pipeline.yml.
  @Test func aWrongVariableIsSaidWithoutAConfiguration() async throws {
    let workspace = try Workspace(pipeline: nil)
    let output = try await workspace.richpush("doctor", environment: ["RICHPUSH_CONFIGS": "pipeline.yml"])
    #expect(output.status == 2 && output.stdout.isEmpty)
    let error = "error RICHPUSH_CONFIGS  configuration.unknown-key\n  there is no variable of this name\n"
    #expect(output.stderr == error + "  remedy: write `RICHPUSH_CONFIG`, or unset it\n")
  }

  @Test func whatAMissingProgramCostsIsSaid() async throws {
    let workspace = try Workspace(pipeline: nil)
    let (_, findings) = try await doctor(workspace, environment: ["PATH": "/nowhere"])
    #expect(findings["ffmpeg"]?["state"] == "missing")
    for kind in ["videos", "animated PNG", "BMP"] {
      #expect(findings["ffmpeg"]?["cost"].string?.contains(kind) == true, "\(kind)")
    }
    #expect(findings["ffmpeg"]?["remedy"].string?.contains("install ffmpeg") == true)
  }

  /// Scripts in the places of ffmpeg and ffprobe.
  ///
  /// - Returns: `PATH`.
  private func scripts(_ text: String, in workspace: Workspace) throws -> String {
    for name in ["bin/ffmpeg", "bin/ffprobe"] {
      try workspace.folder.write("#!/bin/sh\n\(text)\n", to: name)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: workspace.folder.absolute(name))
    }
    return workspace.folder.absolute("bin") + ":/usr/bin:/bin"
  }

  /// As when its libraries are not found. Whatever it is that has the name of ffmpeg, it sees no credentials.
  @Test func anFFmpegThatDoesNotStartInAWorkerIsBroken() async throws {
    let workspace = try Workspace(pipeline: nil)
    let seen = workspace.folder.absolute("seen.txt")
    let path = try scripts("env >> '\(seen)'\nexec a-program-that-nobody-has", in: workspace)
    let (status, findings) = try await doctor(
      workspace, environment: ["PATH": path, "AWS_SECRET_ACCESS_KEY": "sentinel"])
    #expect(status == 1)
    let variables = try workspace.folder.text(of: "seen.txt")
    #expect(variables.contains("PATH=") && !variables.contains("sentinel"), "\(variables)")
    #expect(findings["ffmpeg in workers"]?["state"] == "broken", "\(findings)")
    #expect(findings["ffmpeg in workers"]?["found"].string?.contains("cannot be started") == true, "\(findings)")
  }

  /// It is not created, unlike folders for results.
  @Test func aMissingFolderForTemporaryFilesIsBroken() async throws {
    let workspace = try Workspace(pipeline: nil)
    let missing = workspace.folder.absolute("missing")
    let (status, findings) = try await doctor(workspace, environment: ["TMPDIR": missing])
    #expect(status == 1)
    #expect(findings["temporary files"]?["state"] == "broken", "\(findings)")
    #expect(findings["workers"]?["found"].string?.contains(missing) == true, "\(findings)")
    #expect(findings["workers"]?["remedy"].string?.contains("TMPDIR") == true, "\(findings)")
    #expect(findings["ffmpeg in workers"] == nil, "\(findings)")
    #expect(!workspace.folder.exists("missing"))
  }

  /// Workers keep their files next to the published ones, so a run does not need this folder unless it tries URLs.
  @Test func aRunDoesWithoutAFolderForTemporaryFiles() async throws {
    let workspace = try Workspace()
    try workspace.folder.write(try workspace.photo(), to: "campaign/photo.jpg")
    let environment = ["TMPDIR": workspace.folder.absolute("missing")]
    let (_, findings) = try await doctor(workspace, environment: environment)
    #expect(findings["temporary files"]?["state"] == "warning", "\(findings)")
    for name in ["workers", "ffmpeg in workers"] { #expect(findings[name]?["state"] == "good", "\(findings)") }
    let names = try workspace.folder.names()
    #expect(names == ["campaign", "pipeline.yml"])
    try await workspace.richpush("run", "campaign", environment: environment).ended(0)
  }

  /// It makes runs slower, and they say so.
  @Test func aCacheThatCannotBeIsAWarning() async throws {
    let workspace = try Workspace()
    try workspace.folder.write(try workspace.photo(), to: "campaign/photo.jpg")
    try workspace.folder.write("a file", to: ".richpush-cache")
    let (_, findings) = try await doctor(workspace, "--publish")
    #expect(findings["cache"]?["state"] == "warning", "\(findings)")
    // A folder that only a run makes.
    #expect(findings["publishing"]?["state"] == "missing" && !workspace.folder.exists("public"), "\(findings)")
    let output = try await workspace.richpush("run", "campaign").ended(0)
    #expect((output.stdout + output.stderr).contains("machine.cache"), "\(output.stdout)\(output.stderr)")
  }

  @Test func aFolderThatServesItsFilesIsWell() async throws {
    let workspace = try Workspace(pipeline: nil)
    try workspace.folder.createFolder("public")
    let server = try RunningServer(["public"], workingDirectory: workspace.folder.path)
    try workspace.folder.write(
      "version: 1\npublish: [{to: directory, path: public, base-url: \"\(server.url)\"}]\n", to: "pipeline.yml")
    let (status, findings) = try await doctor(workspace)
    #expect(status == 0)
    for name in ["output", "requests", "cache", "base-url"] {
      #expect(findings[name]?["state"] == "good", "\(name): \(String(describing: findings[name]))")
    }
    #expect(findings["publishing"] == nil)
    let (again, published) = try await doctor(workspace, "--publish")
    #expect(again == 0 && published["publishing"]?["state"] == "good", "\(published)")
    #expect(try workspace.folder.names(in: "public") == [])
  }

  /// Only a file that is published shows that the address leads to another folder.
  @Test(arguments: [("get", "broken"), ("off", "warning")])
  func anAddressOfAnotherFolderIsFoundByPublishing(verify: String, state: String) async throws {
    let workspace = try Workspace(pipeline: nil)
    for folder in ["public", "other"] { try workspace.folder.createFolder(folder) }
    let server = try RunningServer(["other"], workingDirectory: workspace.folder.path)
    let place = "{to: directory, path: public, base-url: \"\(server.url)\", verify: \(verify)}"
    try workspace.folder.write("version: 1\npublish: [\(place)]\n", to: "pipeline.yml")
    let (status, findings) = try await doctor(workspace)
    #expect(status == 0, "\(findings)")
    let (_, published) = try await doctor(workspace, "--publish")
    #expect(published["publishing"]?["state"].string == state, "\(published)")
    #expect(published["publishing"]?["found"].string?.contains("404") == true, "\(published)")
    #expect(try workspace.folder.names(in: "public") == [])
  }

  /// A server that has nothing of the bucket is a CDN in front of another.
  @Test(arguments: [true, false]) func aBucketIsTriedByPublishing(isOwnAddress: Bool) async throws {
    let store = try await BucketWorkspace(more: "")
    try store.folder.createFolder("other")
    let server = try RunningServer(["other"], workingDirectory: store.folder.path)
    if !isOwnAddress {
      let text = try store.folder.text(of: "pipeline.yml")
      try store.folder.write(text.replacing(store.address, with: server.url + store.prefix), to: "pipeline.yml")
    }
    let (_, findings) = try await doctor(store.workspace, "--publish", environment: store.environment())
    #expect(findings["publishing"]?["state"].string == (isOwnAddress ? "good" : "broken"), "\(findings)")
    #expect(
      store.uploads.count == 1 && store.uploads.allSatisfy { $0.hasPrefix("richpush-doctor-") }, "\(store.uploads)")
  }

  @Test func versionsOfWhatDecidesRenditionsAreListed() async throws {
    let workspace = try Workspace(pipeline: nil)
    let output = try await workspace.richpush("doctor", "--format", "json")
    let versions = try JSON(output.stdout)["versions"]
    #expect(versions["richpush"].string?.isEmpty == false)
    for name in ["renderer", "libvips", "libcurl", "ffmpeg"] {
      #expect(versions["components"][name].string?.isEmpty == false, "\(name)")
    }
    for name in ["ffmpeg", "ffprobe"] {
      let version = try #require(versions["programs"][name].string, "\(versions)")
      let build = try #require(versions["components"][name].string, "\(versions)")
      #expect(version.contains(".") && version != build)
    }
    let numbers = ["stills", "movies"].map { versions["encoders"][$0].string ?? "none" }
    #expect(versions["components"]["renderer"].string == numbers.joined(separator: "."))
    let formats = versions["loaders"].elements.compactMap(\.string)
    #expect(["jpeg", "png", "gif", "webp", "heif", "svg"].allSatisfy(formats.contains))
  }

  /// `doctor` also reports what `run` refuses before it begins.
  @Test(arguments: [
    ("base-url", "publish: [{to: directory, path: public, base-url: \"https://static.example.com/p/\"}]\n", "reserved"),
    ("base-url", "publish: [{to: directory, path: public, base-url: \"https://10.0.0.7/p/\"}]\n", "a private network"),
    ("report", "report: no/r.json\n", "there is no folder"),
    ("contact-sheet", "contact-sheet: no/s.html\n", "there is no folder"),
    ("campaign", "campaign: nothere\n", "there is no campaign folder"),
    ("campaign", "campaign: campaign\nrequests: {path: public/payloads}\n", "would be public"),
    ("report", "report: public/r.json\n", "would be public"),
    ("report", "report: campaign/messages.csv\n", "would be lost"),
    ("report", "report: payloads/index.json\n", "the request folder has only requests"),
    ("contact-sheet", "contact-sheet: public/s.html\n", "would be public"),
    ("project", "compose: {formats: [curl]}\n", "no Firebase project is known"),
  ])
  func whatARunRefusesIsBroken(name: String, text: String, words: String) async throws {
    let publish =
      text.contains("publish:")
      ? "" : "publish: [{to: directory, path: public, base-url: \"https://127.0.0.1:9/p/\"}]\n"
    let workspace = try Workspace(pipeline: "version: 1\n" + text + publish, logos: "logo.png")
    for folder in ["public", "payloads"] { try workspace.folder.createFolder(folder) }
    if text.contains("messages.csv") {
      try workspace.folder.write("id,title,media,topic\n1,New,logo.png,all\n", to: "campaign/messages.csv")
    }
    // This machine is good enough for trials only.
    let environment = ["RICHPUSH_TRIAL": "\(name != "base-url")", "GOOGLE_APPLICATION_CREDENTIALS": ""]
    let (status, findings) = try await doctor(workspace, environment: environment)
    #expect(status == 1)
    #expect(findings[name]?["state"] == "broken", "\(findings)")
    #expect(findings[name]?["found"].string?.contains(words) == true, "\(findings)")
    #expect(findings[name]?["cost"] == "a run ends with status 2 before it begins", "\(findings)")
    let run = try await workspace.richpush("run", environment: environment)
    #expect(run.status == 2 && run.stderr.contains(words), "\(run.stderr)")
  }

  /// Of `init`, which a trial accepts.
  @Test func whatIsStillToBeFilledInIsBroken() async throws {
    let workspace = try Workspace(
      pipeline: "campaign: campaign\n" + Workspace.pipeline,
      messages: "  - {id: a, media: logo.png, target: {topic: FILL_IN_TOPIC}}")
    let (status, findings) = try await doctor(workspace, environment: ["RICHPUSH_TRIAL": "false"])
    #expect(status == 1 && findings["campaign"]?["state"] == "broken", "\(findings)")
    #expect(
      findings["campaign"]?["found"].string?.hasSuffix("1 line still to be filled in: campaign/campaign.yml:3") == true)
    let (_, trial) = try await doctor(workspace)
    #expect(trial["campaign"]?["state"] == "good", "\(trial)")
    try workspace.folder.write("version: 1\nmessages: [\n", to: "campaign/campaign.yml")
    let (_, unreadable) = try await doctor(workspace)
    #expect(unreadable["campaign"]?["found"].string?.hasPrefix("campaign.yml: ") == true, "\(unreadable)")
  }

  /// If doctor is not asked, a run gets to its end, and phones show no picture.
  @Test(arguments: [
    ("get", ["broken   base-url", "correct base-url in mine.yml", "\n\n1 problem would stop a run\n"]),
    ("off", ["warning  base-url", "so clients would show text only"]),
  ])
  func whatNobodyServesIsBrokenOrAWarning(verify: String, words: [String]) async throws {
    let workspace = try Workspace(pipeline: nil)
    let place = "{to: directory, path: public, base-url: \"https://127.0.0.1:9/push/\", verify: \(verify)}"
    try workspace.folder.write("version: 1\npublish: [\(place)]\n", to: "mine.yml")
    let output = try await workspace.richpush("doctor", "--config", "mine.yml")
    #expect(output.status == (verify == "off" ? 0 : 1), "\(output.stdout)\(output.stderr)")
    #expect(words.allSatisfy(output.stdout.contains), "\(output.stdout)")
  }

  /// A missing object looks the same in a bucket that is not there.
  @Test(
    arguments: [(StoreServer.Kind.s3, "owner"), (.gcs, "owner"), (.azure, "owner"), (.azure, "publisher")],
    [("push-assets", "good"), ("nobodys-bucket", "broken")])
  func aBucketIsThereOrNot(
    _ store: (kind: StoreServer.Kind, user: String), bucket: (name: String, state: String)
  ) async throws {
    let workspace = try await BucketWorkspace(store.kind, bucket: bucket.name)
    let (_, findings) = try await doctor(
      workspace.workspace, environment: try await workspace.storeEnvironment(of: store.user))
    #expect(findings["credentials"]?["state"] == "good", "\(findings)")
    #expect(findings["bucket"]?["state"].string == bucket.state, "\(findings)")
    #expect(!"\(findings)".contains("sig="))
  }

  @Test func aBucketWithoutCredentialsIsBroken() async throws {
    let workspace = try Workspace(pipeline: nil)
    try workspace.folder.write(
      """
      version: 1
      publish: [{to: s3, bucket: nobodys, region: eu-west-1, endpoint: "https://127.0.0.1:9", base-url: "https://127.0.0.1:9/"}]

      """, to: "pipeline.yml")
    let (status, findings) = try await doctor(
      workspace, environment: ["HOME": workspace.folder.path, "AWS_EC2_METADATA_DISABLED": "true"])
    #expect(status == 1)
    #expect(findings["credentials"]?["state"] == "broken", "\(findings)")
  }
}
