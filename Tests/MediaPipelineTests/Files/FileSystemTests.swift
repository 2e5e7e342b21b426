import Findings
import Foundation
import MediaPipeline
import SystemPackage
import TestSupport
import Testing

@Suite struct FileSystemTests {
  let folder = TemporaryFolder()

  private func path(_ relative: String) -> String { folder.absolute(relative) }

  @Test func namesThatAreNoUTF8AreTold() throws {
    try folder.write("a", to: "ä.txt")
    let name = Array((folder.path + "/").utf8) + [0x62, 0xFF, 0]
    let made = name.withUnsafeBytes { $0.baseAddress.map { creat($0.assumingMemoryBound(to: CChar.self), 0o644) } }
    let descriptor = try #require(made)
    try #require(descriptor >= 0, "the file system takes no such name")
    close(descriptor)
    #expect(try Set(FileSystem.entries(of: folder.path)) == [.name("ä.txt"), .undecodable("b\u{FFFD}")])
  }

  @Test func foldersAreComparedByWholeNames() {
    #expect(FileSystem.lies("/usr", in: "/usr") && FileSystem.lies("/usr/lib", in: "/usr"))
    #expect(!FileSystem.lies("/usrlocal/lib", in: "/usr") && !FileSystem.lies("/", in: "/usr"))
    #expect(FileSystem.lies("/usr", in: "/") && FileSystem.lies("/", in: "/"))
  }

  @Test func tellsFilesFoldersAndOthersApart() throws {
    try folder.write("abc", to: "a.txt")
    try folder.createFolder("b")
    #expect(FileSystem.kind(of: path("a.txt")) == .file(byteCount: 3))
    #expect(FileSystem.kind(of: path("b")) == .folder)
    #expect(FileSystem.kind(of: "/dev/null") == .other)
    #expect(FileSystem.kind(of: path("c")) == .missing)
    #expect(FileSystem.exists(path("a.txt")) && FileSystem.isRegularFile(path("a.txt")))
    #expect(!FileSystem.exists(path("c")) && !FileSystem.isRegularFile(path("b")))
  }

  @Test func linksAreFollowedWhereThatIsSaid() throws {
    try folder.write("abc", to: "a.txt")
    try folder.createFolder("b")
    try folder.link("file", to: "a.txt")
    try folder.link("folder", to: "b")
    try folder.link("nowhere", to: "c")
    #expect(FileSystem.kind(of: path("file")) == .file(byteCount: 3))
    #expect(FileSystem.kind(of: path("folder")) == .folder)
    #expect(FileSystem.kind(of: path("nowhere")) == .missing)
    #expect(FileSystem.exists(path("nowhere")))
    #expect(!FileSystem.isRegularFile(path("file")))
    #expect(["file", "folder", "nowhere"].allSatisfy { FileSystem.isLink(path($0)) })
    // Behind a slash it is the folder itself.
    #expect(!FileSystem.isLink(path("folder/")) && !FileSystem.isLink(path("b")))
    #expect(FileSystem.canonicalPath(path("folder/../file")) == path("a.txt"))
    #expect(FileSystem.canonicalPath(path("nowhere")) == nil)
  }

  @Test func linksInARingAreNoEndlessLoop() throws {
    try folder.link("a", to: "b")
    try folder.link("b", to: "a")
    #expect(FileSystem.kind(of: path("a")) == .unreadable(.tooManySymbolicLinkLevels))
    #expect(FileSystem.exists(path("a")) && FileSystem.isLink(path("a")))
    #expect(FileSystem.canonicalPath(path("a")) == nil)
    let error = #expect(throws: FileSystemError.self) { try FileSystem.canonicalPath(path("a"), to: "open") }
    #expect(error == FileSystemError("open", path("a"), .tooManySymbolicLinkLevels))
    #expect(error?.description == "cannot open \(path("a")): Too many levels of symbolic links")
  }

  @Test func listsHiddenNamesAndNotItself() throws {
    try folder.write("a", to: ".hidden")
    try folder.createFolder("..b")
    #expect(try Set(FileSystem.entries(of: folder.path)) == [.name(".hidden"), .name("..b")])
    #expect(throws: FileSystemError("list", path("c"), .noSuchFileOrDirectory)) {
      try FileSystem.entries(of: path("c"))
    }
    #expect(throws: FileSystemError("list", path(".hidden"), .notDirectory)) {
      try FileSystem.entries(of: path(".hidden"))
    }
  }

  @Test func makesFoldersAndThoseAboveThem() throws {
    try FileSystem.createFolder(path("a/b/c"))
    try FileSystem.createFolder(path("a/b/c/"))
    #expect(try folder.names(in: "a/b") == ["c"])
    try folder.write("x", to: "file")
    try folder.link("nowhere", to: "missing/folder")
    #expect(throws: FileSystemError("create the folder", path("file"), .notDirectory)) {
      try FileSystem.createFolder(path("file"))
    }
    #expect(throws: FileSystemError("create the folder", path("file"), .notDirectory)) {
      try FileSystem.createFolder(path("file/a"))
    }
    #expect(throws: FileSystemError("create the folder", path("nowhere"), .noSuchFileOrDirectory)) {
      try FileSystem.createFolder(path("nowhere"))
    }
  }

  @Test func aPrivateFolderIsForItsOwnerAlone() throws {
    try FileSystem.createPrivateFolder(path("a"))
    let attributes = try FileManager.default.attributesOfItem(atPath: path("a"))
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    #expect(throws: FileSystemError("create the folder", path("a"), .fileExists)) {
      try FileSystem.createPrivateFolder(path("a"))
    }
  }

  @Test(.enabled(if: geteuid() != 0, "permissions do not bind root")) func permissionsBind() throws {
    try folder.write("x", to: "closed/file")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path("closed"))
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path("closed")) }
    #expect(FileSystem.kind(of: path("closed/file")) == .unreadable(.permissionDenied))
    #expect(FileSystem.refusalOfNewFiles(in: path("closed")) == .permissionDenied)
    #expect(FileSystem.canonicalPath(path("closed/file")) == nil)
    #expect(throws: FileSystemError("list", path("closed"), .permissionDenied)) {
      try FileSystem.entries(of: path("closed"))
    }
    #expect(throws: FileSystemError("create the folder", path("closed/a"), .permissionDenied)) {
      try FileSystem.createFolder(path("closed/a"))
    }
  }

  @Test(arguments: [(Errno.noSpace, true), (.diskQuotaExceeded, true), (.ioError, false), (.readOnlyFileSystem, false)])
  func onlyAFullDiskIsFull(_ code: Errno, isFull: Bool) {
    let error = FileSystemError("write", path("nowhere/a"), code)
    #expect(error.isOutOfSpace == isFull)
    #expect((code as any Error).isOutOfSpace == isFull)
    #expect(error.reason.contains("(on the file system at /") == isFull)
    let failure = error.failure("it is not there")
    #expect(failure.rule == (isFull ? "machine.disk-full" : "machine.failed"))
  }

  /// Whichever folder of it was written to, even one that is not there.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "other systems have no such folder"))
  func aFullFileSystemIsNamed() {
    let error = FileSystemError("write", "/proc/nowhere/at/all", .noSpace)
    #expect(error.reason.hasSuffix("(on the file system at /proc)"), "\(error.reason)")
  }
}
