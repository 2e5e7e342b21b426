import Foundation
import MediaPipeline
import TestSupport
import Testing

/// Lists of further users stay with a request folder when a new set takes its place: without them its group would have the rights that
/// the list gives to others.
@Suite(.enabled("the file system has no such lists") { await AccessLists.areThere() }, .timeLimit(.minutes(10)))
struct AccessListTests {
  let folder = TemporaryFolder()
  let requests: RequestFolder

  init() throws {
    requests = RequestFolder(path: folder.absolute("payloads"))
    try folder.createFolder("payloads")
  }

  @Test(arguments: [["access"], ["access", "default"]]) func theyStay(kinds: [String]) async throws {
    for kind in kinds { try await AccessLists.setList(kind, of: requests.path) }
    let wanted = try await AccessLists.lists(of: requests.path)
    #expect(wanted.split(separator: "\n").count == kinds.count)
    for text in ["1", "2"] {
      try commit(text)
      #expect(try await AccessLists.lists(of: requests.path) == wanted)
      #expect(try await AccessLists.lists(of: requests.path + "/curl") == wanted)
    }
    let isInherited = kinds.contains("default")
    #expect(try await AccessLists.lists(of: requests.path + "/a.json").isEmpty != isInherited)
    // The group's place has what the list gives anyone: of a file without a list only the group's rights, which are none here.
    #expect(try groupMode(of: "a.json") == (isInherited ? 0o40 : 0))
  }

  /// The folder above may give new folders a list that the request folder never had.
  @Test func nobodyIsLetInAnew() async throws {
    try commit("1")
    for kind in ["access", "default"] { try await AccessLists.setList(kind, of: folder.path) }
    for text in ["2", "3"] {
      try commit(text)
      for path in ["payloads", "payloads/curl", "payloads/a.json"] {
        #expect(try await AccessLists.lists(of: folder.absolute(path)) == "", "\(path)")
      }
    }
  }

  private func commit(_ text: String) throws {
    var draft = try FolderDraft(of: requests)
    try draft.write(Array(text.utf8), to: "a.json")
    try draft.write(Array(text.utf8), to: "curl/a.sh", isExecutable: true)
    _ = try draft.commit()
  }

  private func groupMode(of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: requests.path + "/" + name)
    return (attributes[.posixPermissions] as? Int ?? 0) & 0o70
  }
}

/// Lists of further users, as the system keeps them.
private enum AccessLists {
  /// Gives a folder the list `u::rwx,u:1234:rwx,g::---,m::rwx,o::---`.
  static func setList(_ kind: String, of path: String) async throws {
    let script = """
      import os, struct, sys
      entries = [(1, 7, 2**32 - 1), (2, 7, 1234), (4, 0, 2**32 - 1), (16, 7, 2**32 - 1), (32, 0, 2**32 - 1)]
      os.setxattr(sys.argv[1], "system.posix_acl_" + sys.argv[2],
          struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries))
      """
    let output = try await Program("python3").run(["-c", script, path, kind])
    guard output.status == 0 else { throw NoLists(reason: output.stderr) }
  }

  /// Its lists, one in a line.
  static func lists(of path: String) async throws -> String {
    let script = """
      import os, sys
      for name in sorted(os.listxattr(sys.argv[1])):
          if "posix_acl" in name: print(name, os.getxattr(sys.argv[1], name).hex())
      """
    return try await Program("python3").run(["-c", script, path]).stdout
  }

  private struct NoLists: Error { let reason: String }

  static func areThere() async -> Bool {
    let folder = TemporaryFolder()
    return (try? await setList("access", of: folder.path)) != nil
  }
}
