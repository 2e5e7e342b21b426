import MediaFacts
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct RunTests {
  @Test func sampleCampaignIsPublishedUnderNamesMadeFromDigests() async throws {
    let workspace = try await Workspace.withRenderedSamples()
    let output = try await workspace.richpush("run", "campaign", "--base-url", Workspace.baseURL, "-v").ended(0)
    let published = try workspace.folder.contents(of: "public")
    #expect(published.count == 16)
    let limits = ["jpg": 300_000, "png": 300_000, "gif": 2_000_000, "mp4": 5_000_000]
    for (name, bytes) in published {
      #expect(bytes.count <= limits[name.split(separator: ".").last.map(String.init) ?? ""] ?? 0, "\(name)")
    }
    let digests = try await SHA256.digests(of: published.keys.sorted(), in: workspace.folder.absolute("public"))
    for name in published.keys {
      let match = try #require(name.wholeMatch(of: /[a-z0-9-]+\.([0-9a-f]{12})\.(jpg|png|gif|mp4)/), "\(name)")
      #expect(digests[name]?.hasPrefix(match.1) == true)
      #expect(output.stdout.contains(Workspace.baseURL + name + "\n"))
    }
    #expect(output.stdout.contains("9 requests ready in \(workspace.folder.path)/payloads\n"))
    #expect(!output.stdout.contains("since the last set"))
    #expect(output.stdout.hasSuffix(Workspace.unproven))
    try await expectSet(in: workspace, published: digests)
  }

  /// index.json names exactly the files that are there, and their digests.
  private func expectSet(in workspace: Workspace, published: [String: String]) async throws {
    let index = try JSON(workspace.folder.text(of: "payloads/index.json"))
    let requestFiles = try workspace.folder.files(in: "payloads").filter { $0 != "index.json" }
    let requests = try await SHA256.digests(of: requestFiles, in: workspace.folder.absolute("payloads"))
    #expect(index.keys == ["version", "campaign", "proof", "requests", "assets", "texts", "trial"])
    #expect(digests(index["requests"], name: "file") == requests)
    #expect(digests(index["assets"], name: "path") == published)
    #expect(
      index["requests"].elements.allSatisfy { $0.keys == ["id", "file", "sha256", "assets", "proof", "audience"] })
  }

  private func digests(_ entries: JSON, name: String) -> [String: String] {
    Dictionary(entries.elements.map { ($0[name].string ?? "", $0["sha256"].string ?? "") }, uniquingKeysWith: { $1 })
  }

  @Test func requestsHaveTheWholeMessage() async throws {
    let workspace = try Workspace(
      messages: """
          - {id: topic, image: logo.png, title: T, body: B, target: {topic: t}, link: "https://example.com/a"}
          - {id: condition, image: logo.png, title: T, target: {condition: "'a' in topics"}}
          - {id: token, image: logo.png, body: B, target: {token: "abc:def"}}
          - {id: fid, title: Text alone, target: {fid: abcdef}}
        """, logos: "logo.png")
    try await workspace.richpush("run", "campaign").ended(0)
    let image = JSON.string("\(Workspace.baseURL)logo.\(Picture.logoDigest).png")
    let android: JSON = ["notification": ["image": image]]
    let apns: JSON = ["fcm_options": ["image": image], "payload": ["aps": ["mutable-content": 1]]]
    let webpush: JSON = ["notification": ["image": image]]
    let expected: [String: JSON] = [
      "topic": [
        "topic": "t", "notification": ["title": "T", "body": "B"], "android": android, "apns": apns,
        "webpush": ["notification": ["image": image], "fcm_options": ["link": "https://example.com/a"]],
      ],
      "condition": [
        "condition": "'a' in topics", "notification": ["title": "T"], "android": android, "apns": apns,
        "webpush": webpush,
      ],
      "token": [
        "token": "abc:def", "notification": ["title": "New today", "body": "B"], "android": android, "apns": apns,
        "webpush": webpush,
      ],
      "fid": ["fid": "abcdef", "notification": ["title": "Text alone"]],
    ]
    for (id, message) in expected {
      #expect(try JSON(workspace.folder.text(of: "payloads/\(id).json")) == ["message": message])
    }
    #expect(try workspace.folder.names(in: "payloads") == (expected.keys + ["index"]).map { $0 + ".json" }.sorted())
  }

  @Test func metadataIsNotPublished() async throws {
    let before = try await exiftool(packageRoot + "/samples/campaign")
    #expect(before.contains("GPSLatitude"), "the samples hold nothing to remove")
    let folder = TemporaryFolder()
    let published = try await SampleRun.shared().contents(of: "public")
    #expect(published.count == 16)
    for (name, bytes) in published { try folder.write(bytes, to: name) }
    #expect(try await exiftool(folder.path) == [])
  }

  /// The names of the tags that tell about people and places.
  private func exiftool(_ folder: String) async throws -> [String] {
    do {
      let groups = ["gps", "xmp", "makernotes", "exif", "iptc"].map { "-\($0):all" }
      let output = try await Program("exiftool").run(["-r", "-a", "-G1", "-s"] + groups + [folder])
      return output.stdout.split(separator: "\n").filter { $0.hasPrefix("[") }
        .map { $0.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
    } catch {
      Issue.record("exiftool is needed and cannot be run (scripts/bootstrap installs it): \(error)")
      return []
    }
  }
}
