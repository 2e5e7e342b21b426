import Foundation
import MediaPipeline
import PushDelivery
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

  @Test func aLinkToTheFolderStaysALink() throws {
    try folder.createFolder("real")
    try folder.link("payloads", to: "real")
    let requests = RequestFolder(path: folder.absolute("payloads"))
    _ = try requests.commit(["a.json": [65]])
    _ = try requests.commit(["b.json": [66]])
    #expect(try folder.names(in: "real") == ["b.json", "stale"])
    #expect(try folder.names() == ["payloads", "real"])
  }

  /// Then the hidden folder has the previous set, and second names of foreign files.
  @Test(arguments: [".payloads.next", ".payloads.former"])
  func whatARunLeftThatWasKilledAfterTheExchangeIsCleared(remains: String) throws {
    _ = try requests.commit(["new.json": [78]])
    let foreign = ["notes.txt": "note", "mine/deep/x.json": "deep", "stale/sub/y.txt": "kept"]
    for (path, text) in foreign {
      try folder.write(text, to: "payloads/" + path)
      try folder.createFolder(FileSystem.parent(of: remains + "/" + path))
      try FileManager.default.linkItem(
        atPath: folder.absolute("payloads/" + path), toPath: folder.absolute(remains + "/" + path))
    }
    try folder.write("old", to: remains + "/old.json")
    #expect(try requests.commit(["new.json": [78]]) == RequestFolder.Change())
    #expect(try contents() == foreign.merging(["new.json": "N"]) { $1 })
    #expect(try folder.names() == ["payloads"])
  }

  @Test func aRunKilledBetweenTwoRenamesLosesNothing() throws {
    try folder.write("A", to: ".payloads.former/a.json")
    try folder.write("N", to: ".payloads.former/notes.txt")
    try folder.write("B", to: ".payloads.next/b.json")
    try folder.write("N", to: ".payloads.next/notes.txt")
    _ = try requests.commit(["a.json": [65], "c.json": [67]])
    #expect(try contents() == ["a.json": "A", "c.json": "C", "notes.txt": "N"])
    #expect(try folder.names() == ["payloads"])
  }

  /// As on file systems that cannot exchange two folders.
  @Test func twoRenamesComeToTheSame() throws {
    let requests = RequestFolder(path: folder.absolute("payloads"), isExchanged: false)
    try folder.write("keep", to: "payloads/.gitkeep")
    _ = try requests.commit(["a.json": [65]])
    _ = try requests.commit(["b.json": [66]])
    #expect(try contents() == [".gitkeep": "keep", "b.json": "B", "stale/a.json": "A"])
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

extension RequestFolder {
  /// Gives the folder these files, besides foreign ones.
  fileprivate func commit(_ files: [String: [UInt8]]) throws -> Change {
    var draft = try FolderDraft(of: self)
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) { try draft.write(bytes, to: path) }
    return try draft.commit()
  }
}
