import Foundation
import MediaPipeline
import SystemPackage
import TestSupport
import Testing

/// Files on the command line: a file, or a pipe with a writer.
@Suite(.timeLimit(.minutes(10))) struct GivenFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ relative: String) -> String { folder.absolute(relative) }

  @Test func aDeviceWithoutAnEndIsLeft() throws {
    #expect(throws: FileSystemError("read", "/dev/zero", .fileTooLarge)) {
      try GivenFile.bytes(of: "/dev/zero", limit: 100_000)
    }
    #expect(try GivenFile.bytes(of: "/dev/null", limit: 10) == [])
    try folder.write([1, 2, 3], to: "file")
    #expect(try GivenFile.bytes(of: path("file"), limit: 3) == [1, 2, 3])
    #expect(try GivenFile.start(of: path("file"), count: 2) == [1, 2])
  }

  @Test func aPipeThatNobodyWritesToIsLeft() throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    #expect(throws: SilentPipe.self) { try GivenFile.bytes(of: path("pipe"), limit: 10) }
  }

  /// Who writes to it may be late, and slow.
  @Test func aPipeIsReadToItsEnd() async throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    let script = "sleep 0.3; exec >pipe; echo a; sleep 0.3; echo b"
    async let writer = Program("/bin/sh").run(["-c", script], workingDirectory: folder.path)
    let name = path("pipe")
    let bytes = try await Task.detached { try GivenFile.bytes(of: name, limit: 100) }.value
    #expect(try await writer.status == 0)
    #expect(bytes == Array("a\nb\n".utf8))
  }
}
