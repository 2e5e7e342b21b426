import MediaPipeline
import TestSupport
import Testing

@Suite struct RequestFolderTests {
  let folder: TemporaryFolder
  let requests: RequestFolder

  init() throws {
    folder = try TemporaryFolder()
    requests = RequestFolder(path: folder.absolute("payloads"))
  }

  private func contents() throws -> [String: String] {
    try folder.contents(of: "payloads").mapValues { String(decoding: $0, as: UTF8.self) }
  }

  @Test func holdsExactlyTheSet() throws {
    #expect(try requests.commit(["a.json": [65], "index.json": [73]]).written == ["a.json", "index.json"])
    #expect(try contents() == ["a.json": "A", "index.json": "I"])
    #expect(try folder.names() == ["payloads"])
  }

  @Test func whatIsGoneBecomesStale() throws {
    _ = try requests.commit(["a.json": [65], "b.json": [66], "index.json": [73]])
    let change = try requests.commit(["b.json": [66], "c.json": [67], "index.json": [74]])
    #expect(change == RequestFolder.Change(written: ["c.json", "index.json"], stale: ["a.json"]))
    #expect(try contents() == ["b.json": "B", "c.json": "C", "index.json": "J", "stale/a.json": "A"])
  }

  @Test func whatWasStaleStaysUntilItGoesStaleAgain() throws {
    _ = try requests.commit(["a.json": [65]])
    _ = try requests.commit([:])
    _ = try requests.commit(["a.json": [66]])
    #expect(try contents() == ["a.json": "B", "stale/a.json": "A"])
    _ = try requests.commit([:])
    #expect(try contents() == ["stale/a.json": "B"])
  }

  @Test func anEqualSetIsNotTouched() throws {
    _ = try requests.commit(["a.json": [65], "index.json": [73]])
    let before = try folder.states(of: "payloads")
    #expect(try requests.commit(["a.json": [65], "index.json": [73]]) == RequestFolder.Change())
    #expect(try folder.states(of: "payloads") == before)
  }

  @Test func unchangedFilesKeepTheirInode() throws {
    _ = try requests.commit(["a.json": [65], "b.json": [66]])
    let before = try folder.states(of: "payloads")
    _ = try requests.commit(["a.json": [65], "b.json": [67]])
    let after = try folder.states(of: "payloads")
    #expect(before["a.json"] == after["a.json"])
    #expect(before["b.json"] != after["b.json"])
  }

  @Test func foreignFilesAndFoldersSurvive() throws {
    _ = try requests.commit(["a.json": [65]])
    try folder.write("note", to: "payloads/notes.txt")
    try folder.write("keep", to: "payloads/.gitkeep")
    try folder.write("deep", to: "payloads/archive/2025/x.json")
    _ = try requests.commit(["b.json": [66]])
    #expect(
      try contents() == [
        "b.json": "B", "stale/a.json": "A", "notes.txt": "note", ".gitkeep": "keep", "archive/2025/x.json": "deep",
      ])
  }

  @Test func leftoversOfAKilledRunAreCleared() throws {
    try folder.write("half", to: ".payloads.next/a.json")
    _ = try requests.commit(["b.json": [66]])
    #expect(try contents() == ["b.json": "B"])
    #expect(try folder.names() == ["payloads"])
  }

  @Test func failureLeavesTheFormerSetWhole() throws {
    _ = try requests.commit(["a.json": [65]])
    // A name that no file system takes stops the build of the next set half way.
    let tooLong = String(repeating: "x", count: 300) + ".json"
    #expect(throws: FileSystemError.self) { try requests.commit(["0.json": [48], tooLong: [66]]) }
    #expect(try contents() == ["a.json": "A"])
    #expect(try folder.names() == ["payloads"])
  }
}
