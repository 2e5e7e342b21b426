import Foundation
import TestSupport
import Testing

/// Folders for temporary files that killed runs had no time to remove, and places where none can be made.
@Suite(.timeLimit(.minutes(10))) struct AbandonedFoldersTests {
  let workspace: Workspace

  init() throws { workspace = try Workspace(logos: "logo.png") }

  private func makePrivateFolder(_ path: String) throws {
    try workspace.folder.createFolder(path)
    chmod(workspace.folder.absolute(path), 0o700)
  }

  @Test func theNextRunRemovesThoseOfProcessesThatAreGone() async throws {
    let names = ["1-aaaaaa", "2-bbbbbb", "3-cccccc", "x-dddddd", "4-eeeeeee"].map { "temporary/richpush-" + $0 }
    for name in names { try makePrivateFolder(name) }
    try workspace.folder.write("half", to: names[0] + "/deep/file")
    // A folder that others may enter is not richpush's, and a locked one belongs to a running process.
    chmod(workspace.folder.absolute(names[1]), 0o755)
    let lock = open(workspace.folder.absolute(names[2]), O_RDONLY | O_CLOEXEC)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    try workspace.folder.write("theirs", to: "elsewhere/file")
    try workspace.folder.link("temporary/richpush-5-ffffff", to: "../elsewhere")

    try await workspace.richpush("plan", "campaign", environment: ["TMPDIR": workspace.folder.absolute("temporary")])
      .ended(0)
    #expect(
      try workspace.folder.names(in: "temporary") == [
        "richpush-2-bbbbbb", "richpush-3-cccccc", "richpush-4-eeeeeee", "richpush-5-ffffff", "richpush-x-dddddd",
      ])
    #expect(try workspace.folder.text(of: "elsewhere/file") == "theirs")
  }

  @Test func theFolderOfARunThatWasKilledIsRemovedByTheNext() async throws {
    try workspace.addPhotos(6)
    try workspace.folder.createFolder("temporary")
    let environment = ["TMPDIR": workspace.folder.absolute("temporary")]
    _ = try await workspace.richpush("plan", "campaign", "--progress", "plain", environment: environment) {
      line, process in if line.hasPrefix("[1/") { kill(process, SIGKILL) }
    }
    try #require(try workspace.folder.names(in: "temporary").count == 1)
    try await workspace.richpush("plan", "campaign", environment: environment).ended(0)
    #expect(try workspace.folder.names(in: "temporary") == [])
  }

  @Test(arguments: [["plan", "campaign"], ["check", "https://127.0.0.1:8443/logo.png"]])
  func aMissingPlaceForTemporaryFilesIsTheMachinesFault(command: [String]) async throws {
    let output = try await workspace.richpush(command, environment: ["TMPDIR": workspace.folder.absolute("nowhere")])
      .ended(3)
    let text = output.stdout + output.stderr
    #expect(text.contains("machine.failed"))
    #expect(text.contains("error nowhere  "))
    #expect(text.contains("TMPDIR"))
    #expect(!text.contains("machine.network"))
  }
}
