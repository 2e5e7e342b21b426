import Foundation
import TestSupport
import Testing

/// Request folders that cannot be exchanged for others, and what others have put into them.
@Suite(.timeLimit(.minutes(10))) struct RequestFolderPlacesTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace(logos: "logo.png")
    try workspace.folder.createFolder("payloads")
  }

  private func shell(_ script: String, as command: [String] = []) async throws -> ProgramOutput {
    try await workspace.shell("set -e\n" + script, as: command)
  }

  /// A campaign whose picture changes its name between two runs, and then everything in the request folder.
  private static let twoRuns = """
    "$0" run campaign
    mv campaign/logo.png campaign/other.png
    "$0" run campaign
    "$0" run campaign
    cd payloads && find . -type f | sort >&2
    """
  private static let found = "./index.json\n./other.json\n./stale/logo.json\n"

  @Test(
    .enabled(if: canMount, "only root of Linux can mount something, and not in every container"),
    arguments: ["mount -t tmpfs none payloads", "mount --bind payloads payloads"])
  func aMountPointIsRefused(mount: String) async throws {
    let output = try await shell(mount + "\n\"$0\" run campaign", as: ["unshare", "-m"]).ended(2)
    #expect(output.stderr.contains("it is a mount point"))
    #expect(output.stderr.contains("remedy: mount the folder above it"))
    #expect(try workspace.folder.names(in: "payloads") == [])
    #expect(try workspace.folder.names().filter { $0.contains(".next") } == [])
  }

  @Test(.enabled(if: canMount, "only root of Linux can mount something, and not in every container"))
  func whatIsMountedInItIsToldAndNothingChanges() async throws {
    let script = """
      "$0" run campaign
      mkdir payloads/theirs && mount -t tmpfs none payloads/theirs && touch payloads/theirs/file
      mv campaign/logo.png campaign/other.png
      "$0" run campaign || echo "ended with $?" >&2
      cd payloads && find . -type f | sort >&2
      """
    let output = try await shell(script, as: ["unshare", "-m"])
    #expect(output.stderr.contains("cannot keep a mount point"))
    #expect(output.stderr.hasSuffix("ended with 3\n./index.json\n./logo.json\n./theirs/file\n"), "\(output.stderr)")
    #expect(try workspace.folder.names().filter { $0.contains(".next") } == [])
  }

  /// A file that is mounted by itself, as containers do, cannot be exchanged for another.
  @Test(.enabled(if: canMount, "only root of Linux can mount something, and not in every container"))
  func filesMayBeMounted() async throws {
    for name in ["report.json", "sheet.html", "known.json"] { try workspace.folder.write("", to: "theirs/" + name) }
    try await shell(
      """
      for name in report.json sheet.html known.json; do : >$name; mount --bind theirs/$name $name; done
      "$0" run campaign --report report.json --contact-sheet sheet.html
      "$0" check campaign --baseline known.json --update-baseline
      """, as: ["unshare", "-m"]
    ).ended(0)
    #expect(try JSON(try workspace.folder.text(of: "theirs/report.json"))["assets"].elements.count == 1)
    #expect(try workspace.folder.text(of: "theirs/sheet.html").hasSuffix("</html>\n"))
    #expect(try workspace.folder.text(of: "theirs/known.json").contains("\"version\""))
    #expect(try workspace.folder.names().filter { $0.hasSuffix(".tmp") } == [])
  }

  @Test(.enabled(if: canBecomeOthers, "only root can become another user"), arguments: [true, false])
  func theNextFolderIsMadeBesideTheFormer(isWritable: Bool) async throws {
    // The folder of the tests is another user's unless it can be written to, and must be found.
    let folders = ["payloads", "public", ".richpush-cache", "campaign"]
    for name in folders { try workspace.folder.createFolder(name) }
    for name in folders + (isWritable ? [""] : []) { chown(workspace.folder.absolute(name), 65_534, 65_534) }
    chmod(workspace.folder.path, 0o755)
    let user = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    let output = try await shell(isWritable ? Self.twoRuns : "\"$0\" run campaign", as: user)
    if isWritable {
      #expect(output.status == 0)
      #expect(output.stderr.hasSuffix(Self.found), "\(output.stderr)")
    } else {
      #expect(output.status == 3)
      #expect(output.stderr.contains("remedy: let this user write the folder above it"), "\(output.stderr)")
    }
    let doctor = try await shell("\"$0\" doctor --format json || true", as: user)
    let requests = try JSON(doctor.stdout)["examinations"].elements.first { $0["name"] == "requests" }
    #expect(requests?["state"] == (isWritable ? "good" : "broken"), "\(doctor.stdout)")
  }

  /// A run may be killed between the two renames of a file system that cannot exchange folders.
  @Test(arguments: [
    "run campaign", "compose payloads campaign", "prune payloads", "verify payloads --retries 0 || true",
  ])
  func everyCommandFindsTheFolder(command: String) async throws {
    try await workspace.richpush("run", "campaign").ended(0)
    try workspace.folder.write("keep", to: "payloads/.gitkeep")
    try FileManager.default.moveItem(
      atPath: workspace.folder.absolute("payloads"), toPath: workspace.folder.absolute(".payloads.former"))
    try await shell("\"$0\" " + command).ended(0)
    #expect(try workspace.folder.names(in: "payloads") == [".gitkeep", "index.json", "logo.json"])
    #expect(try workspace.folder.names().filter { $0.hasPrefix(".payloads") } == [])
  }

  private static var canMount: Bool {
    guard geteuid() == 0, Program.isInstalled("unshare") else { return false }
    let trial = Process()
    trial.executableURL = URL(filePath: "/usr/bin/unshare")
    trial.arguments = ["-m", "true"]
    trial.standardError = FileHandle.nullDevice
    guard (try? trial.run()) != nil else { return false }
    trial.waitUntilExit()
    return trial.terminationStatus == 0
  }

  private static var canBecomeOthers: Bool { geteuid() == 0 && Program.isInstalled("setpriv") }
}
