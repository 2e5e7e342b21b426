import Foundation
import TestSupport
import Testing

/// The program in unusual surroundings.
@Suite(.timeLimit(.minutes(10))) struct SurroundingsTests {
  private func shell(_ script: String, in workspace: Workspace, _ more: [String: String] = [:]) async throws
    -> ProgramOutput
  { try await workspace.shell(script, environment: ["TMPDIR": workspace.folder.path].merging(more) { $1 }) }

  /// As `nohup` starts it, and shells what runs behind. The signals come while it works.
  @Test func whatIsIgnoredFromTheStartStaysSo() async throws {
    let workspace = try Workspace(logos: "logo.png")
    try workspace.folder.copy(Picture.photoPath, to: "campaign/photo.jpg")
    try await shell(
      """
      trap '' HUP INT QUIT; "$0" run campaign --no-cache & sleep 0.3
      kill -HUP $!; kill -INT $!; kill -QUIT $!; wait $!
      """, in: workspace
    ).ended(0)
    #expect(try workspace.folder.names(in: "payloads").contains("logo.json"))
  }

  @Test(arguments: ["schema campaign", "explain --format json", "--help"])
  func whoHasReadEnoughIsToldNothing(command: String) async throws {
    let workspace = try Workspace()
    let output = try await shell("{ \"$0\" \(command); echo $? >status; } | head -c 1", in: workspace)
    #expect(output.stderr == "")
    #expect(
      ["0", "141"].contains(try workspace.folder.text(of: "status").trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// Few open files: enough for as many workers as that number allows, for one, and for none. A small stack: a thread that overruns it would
  /// end the program without a word. Little address space (in KiB), which only Linux limits. Commands that start programs or serve clients
  /// check the number of files first; those that only print do not.
  private static let limits: [(limit: String, command: String, status: Int32)] =
    [
      ("-n 256", "run campaign --jobs 64 --no-cache", 0), ("-n 96", "run campaign --jobs 64 --no-cache", 0),
      ("-n 20", "run campaign --jobs 64 --no-cache", 3), ("-n 14", "run campaign --jobs 64 --no-cache", 3),
      ("-s 1024", "run campaign --no-cache", 0), ("-s 512", "run campaign --no-cache", 3),
      ("-s 128", "run campaign --no-cache", 3), ("-n 8", "doctor", 3), ("-n 16", "doctor", 3),
      ("-n 8", "serve . --port 0", 3), ("-n 14", "check campaign", 3), ("-n 8", "--help", 0), ("-n 8", "--version", 0),
    ]
    + (FileManager.default.fileExists(atPath: "/proc/self/statm") ? ["190000", "250000", "600000"] : [])
    .map { ("-v " + $0, "run campaign --no-cache", 3) }

  /// Nothing waits for ever, and nothing is left that works on.
  @Test(arguments: limits) func littleIsEnoughOrSaid(limit: String, command: String, status: Int32) async throws {
    let workspace = try Workspace()
    for number in 0..<12 { try workspace.addLogos("logo-\(number).png") }
    try workspace.folder.copy(Picture.photoPath, to: "campaign/photo.jpg")
    let output = try await shell("ulimit \(limit); exec \"$0\" \(command)", in: workspace)
    #expect(output.status == status, "\(output.stdout)\(output.stderr)")
    #expect(output.stderr.contains("ulimit " + limit.prefix(2)) == (status == 3), "\(output.stderr)")
    #expect(!output.stderr.contains("Fatal error"), "\(output.stderr)")
    if !command.hasPrefix("run") { #expect(try workspace.folder.names() == ["campaign", "pipeline.yml"]) }
  }

  /// What Swift makes of such a name is that of another folder.
  @Test(arguments: ["run campaign --output", "run campaign --requests", "check"])
  func argumentsThatAreNoTextAreRefused(command: String) async throws {
    let workspace = try Workspace(logos: "logo.png")
    let before = try workspace.folder.names()
    let output = try await shell("exec \"$0\" \(command) \"$(printf 'campaign/r\\377al')\"", in: workspace).ended(2)
    #expect((output.stdout + output.stderr).contains("is not UTF-8"), "\(output.stdout)\(output.stderr)")
    #expect(try workspace.folder.names() == before)
  }

  @Test(
    .enabled(if: Program.isInstalled("setpriv") && getuid() == 0, "no limit of processes holds for root"),
    arguments: [2, 8, 19])
  func fewThreadsAreSaid(limit: Int) async throws {
    let workspace = try Workspace(logos: "logo.png")
    // A user that nothing else runs as, since all its processes count.
    let script = """
      chmod 755 .; cp "$0" program; chown -R 64999 .
      exec setpriv --reuid 64999 --regid 64999 --clear-groups prlimit --nproc=\(limit) ./program run campaign --no-cache
      """
    let output = try await shell(script, in: workspace)
    // How many are enough hangs on the processors. Where they are not, no picture is at fault.
    if limit > 8, output.status == 0 { return }
    #expect(output.status == 3, "\(output.stdout)\(output.stderr)")
    // The one picture's finding, or the program's own last words.
    #expect((output.stdout + output.stderr).contains("ulimit -u"), "\(output.stdout)\(output.stderr)")
  }

  /// Another process of the same user does not see credentials.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/environ") && getuid() == 0))
  func aProcessKeepsItsVariablesToItself() async throws {
    let workspace = try Workspace()
    let script = """
      chmod 755 .; mkdir -p public; chown nobody public
      setpriv --reuid nobody --clear-groups "$0" serve public --port 0 >/dev/null 2>&1 & sleep 1
      setpriv --reuid nobody --clear-groups cat /proc/$!/environ; echo "status $?"; kill $!
      """
    let output = try await shell(script, in: workspace, ["AWS_SECRET_ACCESS_KEY": "sentinel-of-the-parent"])
    #expect(!output.stdout.contains("sentinel"), "\(output.stdout)")
    #expect(output.stdout.contains("status 1"), "\(output.stdout)\(output.stderr)")
  }
}
