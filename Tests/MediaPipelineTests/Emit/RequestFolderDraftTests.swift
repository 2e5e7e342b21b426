import Findings
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct RequestFolderDraftTests {
  let folder = TemporaryFolder()
  var requests: RequestFolder { RequestFolder(path: folder.absolute("payloads")) }

  private func request(_ id: String, by composer: RequestComposer) throws -> ComposedRequest {
    let message = CampaignMessage(id: id, title: "T", target: .topic("t"), origin: .init(.message, id))
    return try #require(composer.compose(message, media: nil).value)
  }

  private func commit(
    _ ids: [String], as forms: [RequestForm], hasValidateOnlyTwins: Bool = false
  ) throws -> RequestFolder.Change {
    let settings = ComposeSettings(
      forms: forms, project: ProjectIdentifier(rawValue: "shop-1"), hasValidateOnlyTwins: hasValidateOnlyTwins)
    let composer = RequestComposer(settings: settings)
    var draft = try RequestFolderDraft(requests, writers: composer.writers, assets: [])
    for id in ids { try draft.add(RequestBatch(try request(id, by: composer))) }
    return try draft.commit()
  }

  private var index: JSON { get throws { try JSON(folder.text(of: "payloads/index.json")) } }

  @Test func withoutOtherFormsTheIndexIsAsItWas() async throws {
    _ = try commit(["a", "b"], as: [.fcmV1])
    let digests = try await Self.digests(of: ["a.json", "b.json"], in: folder.absolute("payloads"))
    let entries = ["a", "b"].map { id -> JSON in
      [
        "id": .string(id), "file": .string(id + ".json"), "sha256": .string(digests[id + ".json"] ?? ""), "assets": [],
        "proof": "proven", "audience": "topic t",
      ]
    }
    #expect(try index == ["version": 1, "requests": .array(entries), "assets": [], "proof": "proven"])
    #expect(try commit(["a", "b"], as: [.fcmV1]) == RequestFolder.Change())
  }

  @Test func theIndexListsEveryFileWithItsDigest() async throws {
    _ = try commit(["a", "b"], as: RequestForm.all, hasValidateOnlyTwins: true)
    let files = try folder.files(in: "payloads").filter { $0 != "index.json" }
    let digests = try await Self.digests(of: files, in: folder.absolute("payloads"))
    let own = try index["requests"].elements
    let others = own.flatMap { $0["forms"].elements } + (try index["sets"].elements)
    var listed = Dictionary(uniqueKeysWithValues: own.map { ($0["file"].string ?? "", $0["sha256"].string ?? "") })
    listed.merge(others.map { ($0["file"].string ?? "", $0["sha256"].string ?? "") }) { $1 }
    #expect(listed == digests)
    for entry in others {
      let path = entry["file"].string ?? ""
      #expect(entry["bytes"].number == Double(try folder.bytes(of: "payloads/" + path).count))
      #expect(entry["validate_only"] == (path.hasPrefix("validate-only/") ? true : .null))
      #expect(RequestForm.all.contains { $0.name == entry["format"].string })
    }
  }

  @Test func anEmptySetIsStillASet() throws {
    _ = try commit([], as: [.fcmV1, .fcmV1Lines, .admin])
    #expect(try folder.names(in: "payloads") == ["admin", "index.json", "requests.jsonl"])
    #expect(try index["requests"] == [] && index["sets"].elements.count == 4)
    #expect(try commit([], as: [.fcmV1, .fcmV1Lines, .admin]) == RequestFolder.Change())
  }

  @Test func oneChangedRequestTouchesNoOther() throws {
    let forms = RequestForm.all
    _ = try commit(["a", "b"], as: forms)
    let before = try folder.states(of: "payloads")
    let change = try commit(["a", "b", "c"], as: forms)
    let shared = ["admin/messages.jsonl", "index.json", "requests.jsonl"]
    #expect(Set(change.written) == Set(shared + ["apns/c.json", "c.json", "curl/c.sh", "webpush/c.json"]))
    let after = try folder.states(of: "payloads")
    for (path, state) in before where !shared.contains(path) { #expect(after[path] == state, "\(path)") }
  }

  private static func digests(of names: [String], in folder: String) async throws -> [String: String] {
    let output = try await Program("openssl").run(["dgst", "-sha256", "-r"] + names, workingDirectory: folder)
    return Dictionary(
      output.stdout.split(separator: "\n").map { line in
        (String(line.dropFirst(66)), String(line.prefix(64)))
      }
    ) { $1 }
  }

  /// Each identifier with its title.
  private func changes(_ messages: [(id: String, title: String)]) throws -> Recipients.Changes? {
    let composer = RequestComposer(settings: ComposeSettings(forms: [.fcmV1Lines]))
    var draft = try RequestFolderDraft(
      requests, writers: composer.writers, assets: [], from: .init(campaign: "../campaign"))
    for message in messages {
      let message = CampaignMessage(
        id: message.id, title: message.title, target: .topic("t"), origin: .init(.message, message.id))
      try draft.add(RequestBatch(try #require(composer.compose(message, media: nil).value)))
    }
    let changes = draft.differences().changes
    _ = try draft.commit()
    return changes
  }

  private func messages(_ numbers: some Sequence<Int>, _ title: String = "T") -> [(id: String, title: String)] {
    numbers.map { (id: "m\($0)", title: title) }
  }

  @Test func orderIsNoChange() throws {
    #expect(try changes(messages(0..<500)) == nil)
    for numbers in [Array(0..<500), (0..<500).reversed()] {
      #expect(try changes(messages(numbers)) == Recipients.Changes(unchanged: 500))
    }
  }

  @Test func whatIsNewChangedAndGoneIsTold() throws {
    _ = try changes(messages(0..<100))
    let next = messages([1000] + Array(3..<50)) + messages(50..<60, "U") + messages([1001, 1002]) + messages(60..<99)
    #expect(
      try changes(next) == Recipients.Changes(new: 3, changed: 10, unchanged: 86, gone: ["m0", "m1", "m2", "m99"]))
  }

  @Test func anEmptySetLosesAll() throws {
    _ = try changes(messages(0..<3))
    #expect(try changes([]) == Recipients.Changes(gone: ["m0", "m1", "m2"]))
    #expect(try changes(messages(0..<2)) == Recipients.Changes(new: 2))
  }
}
