import Foundation
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

@Suite struct FolderDraftTests {
  let folder = TemporaryFolder()
  var requests: RequestFolder { RequestFolder(path: folder.absolute("payloads")) }

  /// One file in each place that is richpush's.
  static let everywhere = [
    "a.json", "admin/messages.jsonl", "admin/send.mjs", "admin/send.py", "apns/a.json", "curl/a.sh", "requests.jsonl",
    "validate-only/a.json", "validate-only/curl/a.sh", "validate-only/requests.jsonl", "webpush/a.json",
  ]
  /// Other files with similar names.
  static let foreign = [
    ".gitkeep", "a.sh", "apns/a.txt", "curl/.env", "curl/a.json", "curl/deep/a.sh", "messages.jsonl", "other/a.json",
    "validate-only/apns/a.json", "validate-only/messages.jsonl", "webpush/note",
  ]

  /// Gives the folder these files, besides foreign ones.
  private func commit(_ files: [String: String], to folder: RequestFolder? = nil) throws -> RequestFolder.Change {
    var draft = try FolderDraft(of: folder ?? requests)
    for (path, text) in files.sorted(by: { $0.key < $1.key }) { try draft.write(Array(text.utf8), to: path) }
    return try draft.commit()
  }

  private func contents() throws -> [String: String] {
    try folder.contents(of: "payloads").mapValues { String(decoding: $0, as: UTF8.self) }
  }

  private func same(_ text: String, at paths: [String]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: paths.map { ($0, text) })
  }

  @Test func everyPlaceFollowsTheSetAndNothingElseDoes() throws {
    for path in Self.foreign { try folder.write("mine", to: "payloads/" + path) }
    let first = try commit(same("1", at: Self.everywhere))
    #expect(first == RequestFolder.Change(written: Self.everywhere))
    #expect(try contents() == same("1", at: Self.everywhere).merging(same("mine", at: Self.foreign)) { $1 })
    let second = try commit(["b.json": "2"])
    #expect(second == RequestFolder.Change(written: ["b.json"], withdrawn: Self.everywhere))
    let stale = same("1", at: Self.everywhere.map { "stale/" + $0 })
    let expected = stale.merging(same("mine", at: Self.foreign)) { $1 }.merging(["b.json": "2"]) { $1 }
    #expect(try contents() == expected)
    _ = try commit(same("3", at: Self.everywhere))
    #expect(try commit([:]).withdrawn == Self.everywhere)
    #expect(try contents()["stale/validate-only/curl/a.sh"] == "3")
    #expect(try contents()["stale/b.json"] == "2")
    #expect(try folder.names() == ["payloads"])
  }

  /// One that comes back as it was, one that comes back changed, and one that stays away.
  @Test func whatIsInTheSetAgainIsNotStale() throws {
    _ = try commit(["a.json": "A", "apns/a.json": "A", "b.json": "B", "c.json": "C"])
    _ = try commit(["d.json": "D"])
    _ = try commit(["a.json": "A", "apns/a.json": "A", "b.json": "B2", "d.json": "D"])
    #expect(
      try contents() == ["a.json": "A", "apns/a.json": "A", "b.json": "B2", "d.json": "D", "stale/c.json": "C"])
    #expect(try folder.names() == ["payloads"])
  }

  @Test func aFileMayGrow() throws {
    let parts = (0..<3000).map { "part \($0) " + String(repeating: "x", count: 200) + "\n" }
    func grow() throws -> RequestFolder.Change {
      var draft = try FolderDraft(of: requests)
      for part in parts { try draft.append(Array(part.utf8), to: "requests.jsonl") }
      try draft.append([], to: "admin/messages.jsonl")
      return try draft.commit()
    }
    #expect(try grow().written == ["admin/messages.jsonl", "requests.jsonl"])
    #expect(try contents() == ["requests.jsonl": parts.joined(), "admin/messages.jsonl": ""])
    let before = try folder.states(of: "payloads")
    #expect(try grow() == RequestFolder.Change())
    #expect(try folder.states(of: "payloads") == before)
  }

  @Test func aGrownFileThatIsAsBeforeKeepsItsInode() throws {
    func commit(_ lines: String, _ request: String) throws -> RequestFolder.Change {
      var draft = try FolderDraft(of: requests)
      try draft.append(Array(lines.utf8), to: "requests.jsonl")
      try draft.write(Array(request.utf8), to: "a.json")
      return try draft.commit()
    }
    _ = try commit("1\n", "A")
    let before = try folder.states(of: "payloads")
    #expect(try commit("1\n", "B").written == ["a.json"])
    #expect(try folder.states(of: "payloads")["requests.jsonl"] == before["requests.jsonl"])
    #expect(try commit("2\n", "B").written == ["requests.jsonl"])
  }

  @Test func aDraftThatIsDroppedLeavesNothing() throws {
    _ = try commit(["a.json": "A"])
    do {
      var draft = try FolderDraft(of: requests)
      for path in Self.everywhere { try draft.write([66], to: path) }
      #expect(try folder.names() == [".payloads.next", "payloads"])
    }
    #expect(try contents() == ["a.json": "A"])
    #expect(try folder.names() == ["payloads"])
  }

  @Test func whatAKilledRunLeftIsClearedInEveryPlace() throws {
    for path in Self.everywhere { try folder.write("half", to: ".payloads.next/" + path) }
    for path in Self.everywhere + [".richpush-x.tmp"] { try folder.write("half", to: ".payloads.next/stale/" + path) }
    let foreign = Self.foreign + Self.foreign.map { "stale/" + $0 }
    for path in foreign { try folder.write("mine", to: "payloads/" + path) }
    for path in foreign { try folder.write("mine", to: ".payloads.next/" + path) }
    _ = try commit(["a.json": "A"])
    #expect(try contents() == same("mine", at: foreign).merging(["a.json": "A"]) { $1 })
    #expect(try folder.names() == ["payloads"])
  }

  @Test func whatOnlyTheNextStateHasIsNeverLost() throws {
    for path in Self.everywhere { try folder.write("half", to: ".payloads.next/" + path) }
    for path in Self.foreign { try folder.write("mine", to: ".payloads.next/" + path) }
    #expect(throws: FileSystemError.self) { try commit(["a.json": "A"]) }
    let left = try folder.contents(of: ".payloads.next").mapValues { String(decoding: $0, as: UTF8.self) }
    #expect(left == same("mine", at: Self.foreign))
    #expect(try folder.names() == [".payloads.next"])
  }

  @Test func whatALinkLeadsToIsNotTouched() throws {
    let elsewhere = TemporaryFolder()
    for name in ["x.sh", "note.txt"] { try elsewhere.write("theirs", to: name) }
    _ = try commit(["a.json": "A"])
    try folder.link("payloads/curl", to: elsewhere.path)
    try folder.link("payloads/apns", to: "nowhere")
    #expect(throws: FileSystemError.self) { try commit(["a.json": "A", "curl/a.sh": "S"]) }
    _ = try commit(["a.json": "B"])
    #expect(
      try elsewhere.contents().mapValues { String(decoding: $0, as: UTF8.self) } == [
        "x.sh": "theirs", "note.txt": "theirs",
      ])
    try folder.link("payloads/stale", to: elsewhere.path)
    #expect(throws: FileSystemError.self) { try commit(["b.json": "A"]) }
    #expect(try folder.text(of: "payloads/a.json") == "B")
    #expect(try elsewhere.names() == ["note.txt", "x.sh"])
    #expect(try folder.names(in: "payloads") == ["a.json", "apns", "curl", "stale"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.absolute("payloads/apns")) == "nowhere")
  }

  @Test func moreFilesThanAreSyncedOneByOneAreThere() throws {
    let names = (0..<150).map { "m\($0).json" }
    #expect(try commit(same("1", at: names)).written == names.sorted())
    #expect(try contents() == same("1", at: names))
  }

  @Test func aLinkToTheFolderStaysALink() throws {
    try folder.createFolder("real")
    try folder.link("payloads", to: "real")
    _ = try commit(["a.json": "A"])
    _ = try commit(["b.json": "B"])
    #expect(try folder.names(in: "real") == ["b.json", "stale"])
    #expect(try folder.names() == ["payloads", "real"])
  }

  /// Then the hidden folder has the previous set, and second names of foreign files.
  @Test(arguments: [".payloads.next", ".payloads.former"])
  func whatARunLeftThatWasKilledAfterTheExchangeIsCleared(remains: String) throws {
    _ = try commit(["new.json": "N"])
    let foreign = ["notes.txt": "note", "mine/deep/x.json": "deep", "stale/sub/y.txt": "kept"]
    for (path, text) in foreign {
      try folder.write(text, to: "payloads/" + path)
      try folder.createFolder(FileSystem.parent(of: remains + "/" + path))
      try FileManager.default.linkItem(
        atPath: folder.absolute("payloads/" + path), toPath: folder.absolute(remains + "/" + path))
    }
    try folder.write("old", to: remains + "/old.json")
    #expect(try commit(["new.json": "N"]) == RequestFolder.Change())
    #expect(try contents() == foreign.merging(["new.json": "N"]) { $1 })
    #expect(try folder.names() == ["payloads"])
  }

  @Test func aRunKilledBetweenTwoRenamesLosesNothing() throws {
    try folder.write("A", to: ".payloads.former/a.json")
    try folder.write("N", to: ".payloads.former/notes.txt")
    try folder.write("B", to: ".payloads.next/b.json")
    try folder.write("N", to: ".payloads.next/notes.txt")
    _ = try commit(["a.json": "A", "c.json": "C"])
    #expect(try contents() == ["a.json": "A", "c.json": "C", "notes.txt": "N"])
    #expect(try folder.names() == ["payloads"])
  }

  /// As on file systems that cannot exchange two folders.
  @Test func twoRenamesComeToTheSame() throws {
    let requests = RequestFolder(path: folder.absolute("payloads"), isExchanged: false)
    try folder.write("keep", to: "payloads/.gitkeep")
    _ = try commit(["a.json": "A"], to: requests)
    _ = try commit(["b.json": "B"], to: requests)
    #expect(try contents() == [".gitkeep": "keep", "b.json": "B", "stale/a.json": "A"])
    #expect(try folder.names() == ["payloads"])
  }

  @Test func failureLeavesTheFormerSetWhole() throws {
    _ = try commit(["a.json": "A"])
    // A name that no file system takes stops the build of the next set half way.
    let tooLong = String(repeating: "x", count: 300) + ".json"
    #expect(throws: FileSystemError.self) { try commit(["0.json": "0", tooLong: "B"]) }
    #expect(try contents() == ["a.json": "A"])
    #expect(try folder.names() == ["payloads"])
  }
}
