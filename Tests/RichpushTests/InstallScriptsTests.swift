import Foundation
import TestSupport
import Testing

/// What `sudo make install` does, without sudo: another path, without Swift in it.
@Suite(.timeLimit(.minutes(10))) struct InstallScriptsTests {
  /// The script in a separate folder, which is taken for the checkout.
  private func checkout() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    try folder.copy(packageRoot + "/scripts/install", to: "scripts/install")
    return folder
  }

  private func install(in folder: TemporaryFolder, _ more: String...) async throws -> ProgramOutput {
    try await Program("python3").run(
      ["scripts/install", "--prefix", folder.absolute("prefix")] + more, workingDirectory: folder.path)
  }

  @Test(.enabled(if: Program.isInstalled("python3"), "there is no python3"))
  func whatIsBuiltIsInstalledAndRemoved() async throws {
    let folder = try checkout()
    let early = try await install(in: folder)
    #expect(early.status == 1 && early.stderr.contains("run `make package` as yourself, then `sudo make install`"))
    #expect(!folder.exists("prefix"))
    try folder.write("a program", to: ".build/package/tree/bin/richpush")
    try await install(in: folder).ended(0)
    #expect(try folder.text(of: "prefix/bin/richpush") == "a program")
    try await install(in: folder, "--remove").ended(0)
    #expect(!folder.exists("prefix/bin"))
  }

  @Test(
    .enabled(
      if: geteuid() == 0 && !FileManager.default.fileExists(atPath: "/usr/bin/swift"),
      "only root without Swift in the system's own folders is like a user under sudo"))
  func whoseSwiftIsNotInThePathOfSudoIsToldTheOrder() async throws {
    let output = try await Program("/usr/bin/env").run(
      ["-i", "PATH=/usr/bin:/bin", "HOME=/root", "bash", "scripts/bootstrap", "build"], workingDirectory: packageRoot)
    #expect(output.status == 1)
    #expect(output.stderr.contains("run make package as yourself, then sudo make install"), "\(output.stderr)")
  }
}
