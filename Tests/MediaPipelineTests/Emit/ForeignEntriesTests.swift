import Findings
import Foundation
import MediaPipeline
import PushDelivery
import TestSupport
import Testing

/// Foreign files in a request folder are kept; those that would be lost are refused before anything changes.
@Suite(.timeLimit(.minutes(10))) struct ForeignEntriesTests {
  let folder = TemporaryFolder()
  var requests: RequestFolder { RequestFolder(path: folder.absolute("payloads")) }

  private func commit(_ files: [String: String]) throws -> RequestFolder.Change {
    var draft = try FolderDraft(of: requests)
    for (path, text) in files.sorted(by: { $0.key < $1.key }) { try draft.write(Array(text.utf8), to: path) }
    return try draft.commit()
  }

  private func begin() throws { _ = try RequestFolderDraft(requests, writers: [], assets: []) }

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
      #expect(error?.remedy != nil)
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

  @Test func whatTakesTheNameOfAWithdrawnRequestIsTheSameError() throws {
    _ = try commit(Self.ours)
    try folder.write("mine", to: "payloads/stale/a.json/f")
    let error = #expect(throws: FileSystemError.self) { try commit(["index.json": "J"]) }
    #expect(error?.path == folder.absolute("payloads/stale/a.json"))
    #expect(try contents() == Self.ours.merging(["stale/a.json/f": "mine"]) { $1 })
    #expect(try folder.names() == ["payloads"])
  }

  @Test func whatLiesWhereTheNextStateIsMadeIsAnError() throws {
    for path in [".payloads.next", ".payloads.former"] {
      try folder.write("mine", to: path)
      let error = #expect(throws: FileSystemError.self) { try commit(Self.ours) }
      #expect(error?.path == folder.absolute(path))
      #expect(try folder.text(of: path) == "mine")
      try folder.remove(path)
    }
    _ = try commit(Self.ours)
    #expect(try folder.names() == ["payloads"])
  }

  @Test func foldersKeepTheirAccess() throws {
    _ = try commit(Self.ours)
    try folder.write("deep", to: "payloads/theirs/closed/f")
    let files = FileManager.default
    for (path, mode) in [("theirs/closed", 0o500), ("theirs", 0o750)] {
      try files.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.absolute("payloads/" + path))
    }
    _ = try commit(["index.json": "J"])
    for (path, mode) in [("theirs/closed", 0o500), ("theirs", 0o750)] {
      let found = try files.attributesOfItem(atPath: folder.absolute("payloads/" + path))[.posixPermissions] as? Int
      #expect(found == mode)
    }
    #expect(try contents() == ["index.json": "J", "stale/a.json": "A", "theirs/closed/f": "deep"])
    #expect(try folder.names() == ["payloads"])
    try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.absolute("payloads/theirs/closed"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc"), "only Linux has names of any bytes"))
  func namesThatAreNoTextAreAnError() async throws {
    _ = try commit(Self.ours)
    let script = #"touch "payloads/$(printf 'x\377')""#
    let shell = Program("/bin/sh")
    let path = ["PATH": "/usr/bin:/bin"]
    #expect(try await shell.run(["-c", script], environment: path, workingDirectory: folder.path).status == 0)
    #expect(throws: FileSystemError.self) { try commit(["index.json": "J"]) }
    #expect(try folder.text(of: "payloads/index.json") == "I")
    let list = #"ls "payloads/$(printf 'x\377')""#
    #expect(try await shell.run(["-c", list], environment: path, workingDirectory: folder.path).status == 0)
    #expect(try folder.names() == ["payloads"])
  }

  /// They would be withdrawn, or sent with ours.
  @Test(arguments: ["x.json", "curl/x.sh", "validate-only/x.json", "requests.jsonl"])
  func requestsOfOthersAreRefused(name: String) throws {
    try folder.write("{}", to: "payloads/" + name)
    for hasIndex in [false, true] {
      if hasIndex { try folder.write("{\n  \"assets\" : [],\n  \"requests\" : [],\n}\n", to: "payloads/index.json") }
      let before = try contents()
      let error = #expect(throws: PipelineError.self) { try begin() }
      guard case .campaign(let diagnostics)? = error else { return #expect(error == nil, "no such error") }
      #expect(diagnostics.map(\.rule) == ["campaign.other-requests"])
      #expect(diagnostics.first?.message.contains("`\(name)`") == true)
      #expect(diagnostics.first?.message.contains("index.json does not list") == hasIndex)
      #expect(try contents() == before)
      #expect(try folder.names() == ["payloads"])
    }
    // As our index lists it, it is ours.
    let entry = "{\"assets\":[],\"file\":\"\(name)\",\"id\":\"x\",\"sha256\":\"\"}"
    try folder.write(
      "{\n  \"assets\" : [],\n  \"requests\" : [\n    \(entry)\n  ],\n  \"version\" : 1\n}\n", to: "payloads/index.json"
    )
    _ = try RequestFolderDraft(requests, writers: [], assets: []).commit()
    #expect(try folder.text(of: "payloads/stale/" + name) == "{}")
  }

  @Test func anIndexOfOthersIsRefused() throws {
    try folder.write("{\"mine\": 1}", to: "payloads/index.json")
    #expect(throws: PipelineError.self) { try begin() }
    #expect(try folder.text(of: "payloads/index.json") == "{\"mine\": 1}")
  }
}
