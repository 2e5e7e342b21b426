import Foundation
import MediaPipeline
import TestSupport
import Testing

/// What others have put where requests belong keeps no run from going on, and is never lost.
@Suite(.timeLimit(.minutes(10))) struct ForeignEntriesTests {
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

  private func contents(of path: String = "payloads") throws -> [String: String] {
    try folder.contents(of: path).mapValues { String(decoding: $0, as: UTF8.self) }
  }

  private static let ours = ["a.json": "A", "index.json": "I"]

  @Test func aFolderWithTheNameOfARequestIsAnErrorBeforeAnythingIsCommitted() throws {
    _ = try commit(["index.json": "0"])
    try folder.write("mine", to: "payloads/a.json/sub/f")
    for _ in 1...2 {
      let error = #expect(throws: FileSystemError.self) { try commit(Self.ours) }
      #expect(error?.path == folder.absolute("payloads/a.json"))
      #expect(error?.remedy != nil && error?.consequence == nil)
      #expect(try contents() == ["index.json": "0", "a.json/sub/f": "mine"])
      #expect(try folder.names() == ["payloads"])
    }
    try FileManager.default.moveItem(
      atPath: folder.absolute("payloads/a.json"), toPath: folder.absolute("payloads/mine"))
    _ = try commit(Self.ours)
    #expect(try contents() == Self.ours.merging(["mine/sub/f": "mine"]) { $1 })
  }

  @Test func aLinkWithTheNameOfARequestIsTheSameError() throws {
    try folder.write("theirs", to: "elsewhere.json")
    try folder.createFolder("payloads")
    for target in ["../elsewhere.json", "nowhere"] {
      try folder.link("payloads/a.json", to: target)
      #expect(throws: FileSystemError.self) { try commit(Self.ours) }
      #expect(try folder.names() == ["elsewhere.json", "payloads"])
      try FileManager.default.removeItem(atPath: folder.absolute("payloads/a.json"))
    }
    _ = try commit(Self.ours)
    #expect(try folder.text(of: "elsewhere.json") == "theirs")
  }

  /// As earlier versions left it, and with it every later run failed.
  @Test func whatHasATakenNameIsKeptBesideIt() throws {
    _ = try commit(Self.ours)
    try folder.write("mine", to: "payloads/a.json.kept")
    try folder.write("deep", to: ".payloads.next/a.json/sub/f")
    try folder.write("folder", to: ".payloads.next/.richpush-x.tmp/f")
    #expect(try commit(Self.ours) == RequestFolder.Change())
    let kept = ["a.json.kept": "mine", "a.json.kept-2/sub/f": "deep", ".richpush-x.tmp/f": "folder"]
    #expect(try contents() == Self.ours.merging(kept) { $1 })
    #expect(try folder.names() == ["payloads"])
  }

  @Test func whatIsForeignInStaleIsKeptBesideWhatBecomesStale() throws {
    _ = try commit(Self.ours)
    try folder.write("mine", to: "payloads/stale/a.json/f")
    _ = try commit(["index.json": "J"])
    #expect(try contents() == ["index.json": "J", "stale/a.json": "A", "stale/a.json.kept/f": "mine"])
    #expect(try folder.names() == ["payloads"])
  }

  @Test func aFileWhereTheNextStateIsBuiltIsSetAside() throws {
    try folder.write("mine", to: ".payloads.next")
    _ = try commit(Self.ours)
    #expect(try folder.names() == ["payloads", "payloads.kept"])
    #expect(try folder.text(of: "payloads.kept") == "mine")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc"), "only Linux has names of any bytes"))
  func namesThatAreNoTextAreKept() async throws {
    _ = try commit(Self.ours)
    let script =
      #"n=$(printf 'x\377'); mkdir payloads/stale; for d in . stale; do mkdir "payloads/$d/$n"; touch "payloads/$d/$n/f"; done"#
    let shell = Program("/bin/sh")
    let path = ["PATH": "/usr/bin:/bin"]
    #expect(try await shell.run(["-c", script], environment: path, workingDirectory: folder.path).status == 0)
    for text in ["J", "K"] {
      _ = try commit(["index.json": text])
      let list = #"for d in . stale; do ls "payloads/$d/$(printf 'x\377')"; done"#
      #expect(try await shell.run(["-c", list], environment: path, workingDirectory: folder.path).stdout == "f\nf\n")
      #expect(try folder.names() == ["payloads"])
    }
  }
}
