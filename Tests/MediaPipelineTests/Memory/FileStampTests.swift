import Foundation
import MediaFacts
import MediaPipeline
import TestSupport
import Testing

@Suite struct FileStampTests {
  let folder = TemporaryFolder()

  private func stamp(_ path: String = "one.txt") throws -> FileStamp {
    try #require(FileStamp(of: folder.absolute(path)))
  }

  @Test func whateverIsDoneToAFileShows() throws {
    try folder.write("one", to: "one.txt")
    let first = try stamp()
    #expect(try stamp() == first)
    try folder.write("two", to: "two.txt")
    // The same length and the same time, as `rsync --times` would leave it.
    let time = try FileManager.default.attributesOfItem(atPath: folder.absolute("one.txt"))[.modificationDate]
    try FileManager.default.setAttributes([.modificationDate: time as Any], ofItemAtPath: folder.absolute("two.txt"))
    try folder.remove("one.txt")
    try FileManager.default.moveItem(atPath: folder.absolute("two.txt"), toPath: folder.absolute("one.txt"))
    #expect(try stamp() != first)
  }

  @Test func onlyRegularFilesHaveOne() throws {
    try folder.createFolder("folder")
    try folder.link("nowhere", to: "missing")
    for name in ["folder", "nowhere", "missing"] { #expect(FileStamp(of: folder.absolute(name)) == nil) }
    #expect(FileStamp(of: "/dev/null") == nil)
  }

  /// A file changed less than two seconds before a look may change again without a new stamp.
  @Test(arguments: [
    (10, 10, 2_000_000_011, true), (10, 10, 2_000_000_010, false), (11, 10, 2_000_000_011, false),
    (10, 11, 2_000_000_011, false), (10, 10, Int.min, false), (Int.max, 10, Int.max, false),
  ])
  func isSettledOnlyWhenLeftAlone(modified: Int, changed: Int, moment: Int, isSettled: Bool) {
    let stamp = FileStamp(inode: 1, byteCount: 2, modified: modified, changed: changed)
    #expect(stamp.isSettled(before: moment) == isSettled)
  }

  /// Bytes decide wherever a stamp does not.
  @Test func aFileThatIsRewrittenIsRead() throws {
    try folder.write("one", to: "one.txt")
    var fresh = RememberedFile(try stamp(), readAfter: FileStamp.now)
    #expect(!fresh.isSettled)
    let digest = ContentDigest(of: Array("one".utf8))
    let path = folder.absolute("one.txt")
    let (isSame, isSameByStamp) = (fresh.confirm(path, digest), fresh.confirm(path, nil))
    try folder.write("two", to: "one.txt")
    let isSameAfterWriting = fresh.confirm(path, digest)
    #expect([isSame, isSameByStamp, isSameAfterWriting] == [true, false, false])
    var settled = RememberedFile(try stamp(), readAfter: FileStamp.now + 3_000_000_000)
    #expect(settled.isSettled)
    // It is not read, and so no digest is compared.
    let isSettledSame = settled.confirm(path, digest)
    try folder.remove("one.txt")
    let isSameWhenGone = settled.confirm(path, digest)
    #expect([isSettledSame, isSameWhenGone] == [true, false])
  }
}
