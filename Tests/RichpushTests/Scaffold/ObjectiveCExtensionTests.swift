import TestSupport
import Testing

/// The extension that is written in Objective-C passes the compiler.
@Suite(
  .enabled(if: Program.isInstalled("clang"), "there is no clang in PATH: toolchains of Swift have one"),
  .timeLimit(.minutes(10)))
struct ObjectiveCExtensionTests {
  @Test(arguments: ["PushPictures.m", "AttachmentDownload.m"]) func compilesWithoutWarnings(file: String) async throws {
    let folder = try TemporaryFolder()
    for (path, text) in StubHeaders.all { try folder.write(text, to: "stubs/" + path) }
    let output = try await RichpushBinary.run(
      ["scaffold", "ios-extension", "--language", "objc", "--name", "PushPictures", "--output", "."],
      workingDirectory: folder.path)
    try #require(output.status == 0, "\(output.stderr)")
    let check = try await Program("clang").run(
      [
        "-target", "arm64-apple-ios15.0", "-fsyntax-only", "-fobjc-arc", "-fblocks", "-Wall", "-Wextra",
        "-Wno-unused-parameter", "-Werror", "-nostdinc", "-I", "stubs", file,
      ], workingDirectory: folder.path)
    #expect(check == ProgramOutput(status: 0, stdout: "", stderr: ""))
  }
}
