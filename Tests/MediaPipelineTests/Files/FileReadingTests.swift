import Foundation
import MediaPipeline
import SystemPackage
import TestSupport
import Testing

/// Files of a campaign, and files on the command line: a file, or a pipe with a writer.
@Suite(.timeLimit(.minutes(10))) struct FileReadingTests {
  let folder = TemporaryFolder()

  private func path(_ relative: String) -> String { folder.absolute(relative) }

  @Test(arguments: [0, 1, 4095, 4096, 1 << 18, (1 << 18) + 1, 700_000]) func readsAllOfIt(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    try folder.write(bytes, to: "file")
    #expect(try FileReading.bytes(of: path("file"), limit: count) == bytes)
    #expect(try FileReading.start(of: path("file"), count: 5000) == Array(bytes.prefix(5000)))
    if count > 0 {
      #expect(throws: FileSystemError("read", path("file"), .fileTooLarge)) {
        try FileReading.bytes(of: path("file"), limit: count - 1)
      }
    }
  }

  /// A pipe without a writer would block the reader for ever.
  @Test func whatIsNoFileIsNotRead() throws {
    try #require(mkfifo(path("pipe"), 0o600) == 0)
    try folder.createFolder("folder")
    for name in ["pipe", "folder"] {
      #expect(throws: FileSystemError("read", path(name), .invalidArgument)) {
        try FileReading.bytes(of: path(name), limit: 10)
      }
    }
    #expect(try FileReading.start(of: path("pipe"), count: 10) == [])
    #expect(throws: FileSystemError("read", path("folder"), .isDirectory)) {
      try FileReading.start(of: path("folder"), count: 10)
    }
  }

  @Test func aStreamIsReadNoFurtherThanItsLimit() throws {
    try folder.write([UInt8](repeating: 1, count: 200_000), to: "file")
    let file = try FileDescriptor.open(path("file"), .readOnly)
    defer { try? file.close() }
    #expect(throws: FileSystemError("read", "-", .fileTooLarge)) {
      try FileReading.rest(of: file, limit: 100_000, named: "-")
    }
    #expect(try file.seek(offset: 0, from: .current) == 100_001)
    #expect(try FileReading.rest(of: file, limit: 99_999, named: "-").count == 99_999)
  }

  @Test func whatIsNotThereCannotBeOpened() throws {
    try folder.link("link", to: "nowhere")
    for name in ["missing", "link"] {
      #expect(throws: FileSystemError("open", path(name), .noSuchFileOrDirectory)) {
        try FileReading.bytes(of: path(name), limit: 10)
      }
    }
  }

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
