import MediaPipeline
import TestSupport
import Testing

@Suite struct DurableFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func writesAndReplaces() throws {
    try DurableFile.write([1, 2, 3], to: folder.absolute("a.jpg"))
    try DurableFile.write([4], to: folder.absolute("a.jpg"))
    #expect(try folder.bytes(of: "a.jpg") == [4])
    #expect(try folder.names() == ["a.jpg"])
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
}
