import Foundation
import MediaPipeline
import TestSupport
import Testing

/// Leftovers of programs that are killed while they write a file, and their removal by the next one.
@Suite(.timeLimit(.minutes(10))) struct AbandonedFilesTests {
  let folder = TemporaryFolder()

  private func write(_ name: String, _ body: () throws -> Void = {}) throws {
    try OutputFile.write(to: folder.absolute(name)) { take in
      try take(Data(name.utf8))
      try body()
    }
  }

  /// The temporary names under which a file was written just now.
  private func temporaryName(of name: String) throws -> String {
    var names: [String] = []
    try write(name) { names = try folder.names().filter(isBeingWritten) }
    return try #require(names.first)
  }

  private func isBeingWritten(_ name: String) -> Bool { name.hasPrefix(".richpush-") && !name.hasSuffix("-left.tmp") }

  /// The same name with another random part, as a program that was killed has left it.
  private func abandoned(_ name: String) throws -> String {
    let temporary = try temporaryName(of: name)
    let left = temporary.split(separator: "-").dropLast().joined(separator: "-") + "-left.tmp"
    try folder.write("half", to: left)
    return left
  }

  /// As if it was untouched for two hours.
  private func age(_ name: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: folder.absolute(name))
  }

  @Test func theNextProgramThatWritesTheSameFileClearsThem() throws {
    let left = try abandoned("report.json")
    let other = try abandoned("other.json")
    #expect(left != other)
    try write("report.json")
    #expect(!folder.exists(left))
    #expect(folder.exists(other))
    #expect(try folder.text(of: "report.json") == "report.json")
  }

  @Test func ofAnyFilesGoesWhatIsOldAndNotBeingWritten() throws {
    let (old, new) = (try abandoned("old.jsonl"), try abandoned("new.jsonl"))
    try folder.write("theirs", to: "notes.tmp")
    for name in [old, "notes.tmp"] { try age(name) }
    try write("report.json") {
      let current = try #require(try folder.names().first(where: isBeingWritten))
      try age(current)
      DurableFile.removeAbandoned(in: folder.path)
      #expect(try folder.names() == [new, current, "new.jsonl", "notes.tmp", "old.jsonl"].sorted())
    }
    #expect(try folder.text(of: "report.json") == "report.json")
  }

  @Test func whatIsBeingWrittenStays() throws {
    try write("report.json") { try write("report.json") }
    #expect(try folder.names() == ["report.json"])
    #expect(try folder.text(of: "report.json") == "report.json")
  }

  @Test func leavesNothingWhenItFails() throws {
    try folder.createFolder("a.jpg")
    #expect(throws: FileSystemError.self) { try DurableFile.write([1], to: folder.absolute("a.jpg")) }
    #expect(try folder.names() == ["a.jpg"])
  }

  @Test func clearsOnlyItsOwnLeftovers() throws {
    for name in [".richpush-x1.tmp", ".richpush-y", "richpush.tmp", "a.jpg"] { try folder.write("x", to: name) }
    DurableFile.removeLeftovers(in: folder.path)
    #expect(try folder.names() == [".richpush-y", "a.jpg", "richpush.tmp"])
  }

  @Test func theLongestNameCanBeWritten() throws {
    let name = String(repeating: "x", count: 255)
    try write(name)
    #expect(try folder.names() == [name])
  }

  @Test func everythingInAFolderIsRemovedAndNothingBehindLinks() async throws {
    let elsewhere = TemporaryFolder()
    try elsewhere.write("theirs", to: "sub/file")
    try folder.write("x", to: "work/a/b/c/file")
    try folder.link("work/a/link", to: elsewhere.path)
    try folder.link("work/nowhere", to: "nowhere")
    try folder.link("link", to: "work")
    // Names need be no text where the file system allows that.
    _ = try await Program("/bin/sh").run(
      ["-c", #"mkdir "work/$(printf '\377')" && touch "work/$(printf '\377')/f""#],
      environment: ["PATH": "/usr/bin:/bin"], workingDirectory: folder.path)
    FileSystem.removeAll(folder.absolute("link"))
    #expect(try folder.names() == ["work"])
    FileSystem.removeAll(folder.absolute("work"))
    FileSystem.removeAll(folder.absolute("missing"))
    #expect(try folder.names() == [])
    #expect(try elsewhere.text(of: "sub/file") == "theirs")
  }
}
