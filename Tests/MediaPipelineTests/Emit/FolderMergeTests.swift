import MediaPipeline
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A request folder that must keep its place. What is mounted in it keeps it there; these tests have what a killed run left.
@Suite struct FolderMergeTests {
  let folder: TemporaryFolder
  let requests: RequestFolder

  init() throws {
    folder = try TemporaryFolder()
    requests = RequestFolder(path: folder.absolute("payloads"))
  }

  private func commit(_ files: [String: String]) throws -> RequestFolder.Change {
    var draft = try FolderDraft(of: requests)
    for (path, text) in files.sorted(by: { $0.key < $1.key }) { try draft.write(Array(text.utf8), to: path) }
    return try draft.commit()
  }

  private func contents() throws -> [String: String] {
    try folder.contents(of: "payloads").mapValues { String(decoding: $0, as: UTF8.self) }
  }

  /// One that would drop the draft at once shows what was there before it.
  private func open() throws { _ = try FolderDraft(of: requests) }

  @Test func whatWasNotBegunIsUndone() throws {
    _ = try commit(["a.json": "A", "index.json": "I"])
    try folder.write("B", to: "payloads/.richpush-next/b.json")
    try folder.write("mine", to: "payloads/.richpush-next/note.txt")
    try open()
    #expect(try contents() == ["a.json": "A", "index.json": "I", "note.txt": "mine"])
  }

  @Test func whatWasBegunIsFinished() throws {
    _ = try commit(["a.json": "A", "gone.json": "G", "curl/gone.sh": "S", "index.json": "I"])
    try folder.write("B", to: "payloads/.richpush-next/b.json")
    try folder.write("S", to: "payloads/.richpush-next/curl/b.sh")
    try folder.write("J", to: "payloads/.richpush-next/index.json")
    try folder.write(
      "gone.json\ncurl/gone.sh\nwas.json\n", to: "payloads/.richpush-next/.richpush-withdrawn.tmp")
    try open()
    #expect(
      try contents() == [
        "a.json": "A", "b.json": "B", "curl/b.sh": "S", "index.json": "J", "stale/gone.json": "G",
        "stale/curl/gone.sh": "S",
      ])
    #expect(try folder.names() == ["payloads"])
  }

  /// Whoever may write in the folder may write there what is to be withdrawn.
  @Test func nothingButFilesOfASetIsWithdrawn() throws {
    try folder.write("mine", to: "mine.json")
    _ = try commit(["a.json": "A"])
    try folder.write("note", to: "payloads/note.txt")
    try folder.write(
      "../mine.json\nnote.txt\n/etc/hostname\n", to: "payloads/.richpush-next/.richpush-withdrawn.tmp")
    try open()
    #expect(try contents() == ["a.json": "A", "note.txt": "note"])
    #expect(try folder.text(of: "mine.json") == "mine")
  }

  @Test func whatALinkLeadsToIsNotWithdrawn() throws {
    try folder.write("theirs", to: "elsewhere/a.sh")
    _ = try commit(["a.json": "A"])
    try folder.link("payloads/curl", to: "../elsewhere")
    try folder.write("S", to: "payloads/.richpush-next/curl/b.sh")
    try folder.write("curl/a.sh\n", to: "payloads/.richpush-next/.richpush-withdrawn.tmp")
    try open()
    #expect(try folder.names(in: "elsewhere") == ["a.sh"])
    #expect(try folder.names(in: "payloads/curl") == ["b.sh"])
    #expect(try folder.names(in: "payloads") == ["a.json", "curl", "curl.kept"])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func theFolderAboveNeedNotBeWritable() throws {
    _ = try commit(["a.json": "A", "b.json": "B", "index.json": "I"])
    chmod(folder.path, 0o555)
    defer { chmod(folder.path, 0o755) }
    #expect(try commit(["b.json": "B", "c.json": "C", "index.json": "J"]).stale == ["a.json"])
    #expect(try contents() == ["b.json": "B", "c.json": "C", "index.json": "J", "stale/a.json": "A"])
    #expect(try folder.names(in: "payloads") == ["b.json", "c.json", "index.json", "stale"])
  }
}
