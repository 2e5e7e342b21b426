import TestSupport
import Testing

/// The extension that is written in Swift passes the compiler.
@Suite(.timeLimit(.minutes(10))) struct SwiftExtensionTests {
  static let modes = [
    ["-swift-version", "5"], ["-swift-version", "5", "-strict-concurrency=complete"], ["-swift-version", "6"],
    [
      "-swift-version", "6", "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature",
      "InternalImportsByDefault", "-enable-upcoming-feature", "MemberImportVisibility",
    ],
  ]

  @Test(arguments: modes) func typeChecksWithoutWarnings(mode: [String]) async throws {
    let modules = try await StubModules.shared.folder()
    let folder = TemporaryFolder()
    let output = try await RichpushBinary.run(
      ["scaffold", "ios-extension", "--name", "PushPictures", "--output", "."], workingDirectory: folder.path)
    try #require(output.status == 0, "\(output.stderr)")
    let check = try await Program("swiftc").run(
      ["-typecheck", "-parse-as-library", "-warnings-as-errors", "-module-name", "PushPictures", "-I", modules.path]
        + mode + ["PushPictures.swift", "AttachmentDownload.swift"], workingDirectory: folder.path)
    #expect(check == ProgramOutput(status: 0, stdout: "", stderr: ""))
  }
}
