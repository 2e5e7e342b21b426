import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Request folders that cannot be exchanged for others, and what others have put into them.
@Suite(.timeLimit(.minutes(10))) struct RequestFolderPlacesTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.addLogos("logo.png")
    try workspace.folder.createFolder("payloads")
  }

  /// Runs a script in a shell whose `$0` is the program.
  private func shell(_ script: String, as command: [String] = []) async throws -> ProgramOutput {
    let words = command + ["/bin/sh", "-c", "set -e\n" + script, try RichpushBinary.path()]
    return try await Program("/usr/bin/env").run(
      words, environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "RICHPUSH_TRIAL": "true"],
      workingDirectory: workspace.folder.path)
  }

  /// A campaign whose picture changes its name between two runs, and then all that lies in the request folder.
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
  func aMountPointChangesFileByFile(mount: String) async throws {
    let output = try await shell(mount + "\n" + Self.twoRuns, as: ["unshare", "-m"])
    #expect(output.status == 0)
    #expect(output.stderr.hasSuffix(Self.found))
    #expect(try workspace.folder.names().filter { $0.contains(".next") } == [])
  }

  @Test(.enabled(if: canMount, "only root of Linux can mount something, and not in every container"))
  func whatIsMountedInItStays() async throws {
    let mount = "mkdir payloads/theirs && mount -t tmpfs none payloads/theirs && touch payloads/theirs/file\n"
    let output = try await shell(mount + Self.twoRuns, as: ["unshare", "-m"])
    #expect(output.status == 0)
    #expect(output.stderr.hasSuffix("./index.json\n./other.json\n./stale/logo.json\n./theirs/file\n"))
  }

  /// A file that is mounted by itself, as containers do, cannot be exchanged for another.
  @Test(.enabled(if: canMount, "only root of Linux can mount something, and not in every container"))
  func filesMayBeMounted() async throws {
    for name in ["report.json", "sheet.html", "known.json"] { try workspace.folder.write("", to: "theirs/" + name) }
    let output = try await shell(
      """
      for name in report.json sheet.html known.json; do : >$name; mount --bind theirs/$name $name; done
      "$0" run campaign --report report.json --contact-sheet sheet.html
      "$0" check campaign --baseline known.json --update-baseline
      """, as: ["unshare", "-m"])
    #expect(output.status == 0, "\(output.stdout)\(output.stderr)")
    #expect(try JSON(try workspace.folder.text(of: "theirs/report.json"))["assets"].elements.count == 1)
    #expect(try workspace.folder.text(of: "theirs/sheet.html").hasSuffix("</html>\n"))
    #expect(try workspace.folder.text(of: "theirs/known.json").contains("\"version\""))
    #expect(try workspace.folder.names().filter { $0.hasSuffix(".tmp") } == [])
  }

  @Test(.enabled(if: canBecomeOthers, "only root can become another user"))
  func theFolderAboveNeedNotBeWritable() async throws {
    // The folder of the tests is another user's then, and must be found.
    let folders = ["payloads", "public", ".richpush-cache", "campaign"]
    for name in folders { try workspace.folder.createFolder(name) }
    for name in folders { chown(workspace.folder.absolute(name), 65_534, 65_534) }
    chmod(workspace.folder.path, 0o755)
    let user = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    let output = try await shell("\"$0\" run campaign >/dev/null || true\n" + Self.twoRuns, as: user)
    #expect(output.stderr.hasSuffix(Self.found), "\(output.stderr)")

    let doctor = try await shell("\"$0\" doctor --format json || true", as: user)
    let requests = try JSON(doctor.stdout)["examinations"].elements.first { $0["name"] == "requests" }
    #expect(requests?["state"] == "good", "\(doctor.stdout)")
  }

  /// A folder knows where it lies, so that one which this user may not write cannot follow, whatever bytes its name is made of.
  @Test(.enabled(if: canBecomeOthers, "only root can become another user"))
  func whatCannotBeMovedStays() async throws {
    let folders = ["payloads", "public", ".richpush-cache", "campaign"]
    for name in folders { try workspace.folder.createFolder(name) }
    for name in folders + [""] { chown(workspace.folder.absolute(name), 65_534, 65_534) }
    let names = #"mkdir "payloads/$(printf 'x\377')" payloads/theirs"#
    #expect(try await shell(names).status == 0)
    let user = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    let output = try await shell(Self.twoRuns, as: user)
    #expect(output.status == 0, "\(output.stderr)")
    #expect(output.stderr.hasSuffix(Self.found), "\(output.stderr)")
    #expect(try await shell(#"rmdir "payloads/$(printf 'x\377')" payloads/theirs"#).status == 0)
  }

  @Test func whatHasTheNameOfARequestIsToldAndTheNextRunGoesOn() async throws {
    try workspace.folder.link("payloads/logo.json", to: "nowhere")
    for _ in 1...2 {
      let output = try await workspace.richpush("run", "campaign")
      #expect(output.status == 3)
      #expect(output.stderr.contains(workspace.folder.absolute("payloads/logo.json")))
      #expect(output.stderr.contains("remedy: move that elsewhere"))
      #expect(try workspace.folder.names(in: "payloads") == ["logo.json"])
    }
    try workspace.folder.remove("payloads/logo.json")
    #expect(try await workspace.richpush("run", "campaign").status == 0)
    #expect(try workspace.folder.names(in: "payloads") == ["index.json", "logo.json"])
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
