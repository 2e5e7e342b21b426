import Foundation
import MediaPipeline
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Permissions of a request folder stay when a new set replaces it.
@Suite struct FolderAccessTests {
  let folder = TemporaryFolder()
  var requests: RequestFolder { RequestFolder(path: folder.absolute("payloads")) }

  private func commit(_ text: String, named name: String = "a", namesDevices: Bool = true) throws {
    var draft = try FolderDraft(of: requests)
    try draft.write(Array(text.utf8), to: "\(name).json")
    try draft.write(Array(text.utf8), to: "curl/\(name).sh", isExecutable: true)
    _ = try draft.commit(namesDevices: namesDevices)
  }

  private func status(_ path: String) -> stat {
    var status = stat()
    lstat(folder.absolute(path), &status)
    return status
  }

  private func mode(_ path: String) -> UInt32 { UInt32(status(path).st_mode) & 0o7777 }

  /// Less what the process takes from all new files.
  @Test(arguments: [(true, 0o700, 0o600), (false, 0o755, 0o644)] as [(Bool, UInt32, UInt32)])
  func aNewFolderIsOpenUnlessItNamesDevices(namesDevices: Bool, folderMode: UInt32, fileMode: UInt32) throws {
    try folder.createFolder("usual")
    let taken = 0o777 & ~mode("usual")
    for text in ["1", "2"] {
      try commit(text, namesDevices: namesDevices)
      for path in ["payloads", "payloads/curl", "payloads/curl/a.sh"] {
        #expect(mode(path) == folderMode & ~taken, "\(path)")
      }
      #expect(mode("payloads/a.json") == fileMode & ~taken)
    }
  }

  @Test(
    arguments: [
      (0o755, 0o644, 0o755), (0o700, 0o600, 0o700), (0o750, 0o640, 0o750), (0o711, 0o600, 0o711),
      (0o2775, 0o644, 0o755),
    ] as [(UInt32, UInt32, UInt32)])
  func filesHaveNoMoreRightsThanTheFolderGives(folderMode: UInt32, fileMode: UInt32, scriptMode: UInt32) throws {
    try folder.createFolder("payloads")
    chmod(folder.absolute("payloads"), mode_t(folderMode))
    for text in ["1", "2"] {
      try commit(text)
      #expect(mode("payloads") == folderMode)
      #expect(mode("payloads/curl") == folderMode)
      #expect(mode("payloads/a.json") == fileMode)
      #expect(mode("payloads/curl/a.sh") == scriptMode)
    }
    try commit("3", named: "b")
    chmod(folder.absolute("payloads/stale"), 0o700)
    try commit("4", named: "c")
    #expect(mode("payloads/stale") == 0o700)
  }

  /// Also where nothing but a folder in it gets a file.
  @Test func foldersAboveOthersStayAsTheyAre() throws {
    for path in ["payloads/curl", "payloads/stale"] { try folder.createFolder(path) }
    chmod(folder.absolute("payloads/stale"), 0o700)
    try folder.write("old", to: "payloads/curl/old.sh")
    try commit("1")
    #expect(try folder.text(of: "payloads/stale/curl/old.sh") == "old")
    #expect(mode("payloads/stale") == 0o700)
    #expect(mode("payloads") == 0o755)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder to others")) func ownerAndGroupStay() throws {
    try folder.createFolder("payloads")
    chown(folder.absolute("payloads"), 65_533, 65_534)
    chmod(folder.absolute("payloads"), 0o2750)
    for text in ["1", "2"] {
      try commit(text)
      for path in ["payloads", "payloads/curl"] {
        #expect((status(path).st_uid, status(path).st_gid) == (65_533, 65_534))
        #expect(mode(path) == 0o2750)
      }
      #expect(status("payloads/a.json").st_gid == 65_534)
    }
  }
}
