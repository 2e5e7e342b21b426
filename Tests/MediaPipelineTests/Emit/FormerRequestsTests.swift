import Findings
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// The differences that a set reports from the previous one.
@Suite(.timeLimit(.minutes(2))) struct FormerRequestsTests {
  let folder: TemporaryFolder
  let requests: RequestFolder

  init() throws {
    folder = try TemporaryFolder()
    requests = RequestFolder(path: folder.absolute("payloads"))
  }

  /// Each identifier with its title.
  private func changes(_ messages: [(id: String, title: String)]) throws -> Recipients.Changes? {
    let composer = RequestComposer(settings: ComposeSettings(forms: [.fcmV1Lines]))
    var draft = try RequestFolderDraft(
      requests, writers: composer.writers, assets: [], from: .init(campaign: "../campaign"))
    for message in messages {
      let message = CampaignMessage(
        id: message.id, title: message.title, target: .topic("t"), origin: .init(.message, message.id))
      try draft.add(try #require(composer.compose(message, media: nil).value))
    }
    let changes = draft.changes
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
