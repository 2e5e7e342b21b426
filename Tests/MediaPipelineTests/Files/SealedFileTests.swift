import MediaPipeline
import TestSupport
import Testing

/// A file in parts is as written, or none.
@Suite struct SealedFileTests {
  private let folder = TemporaryFolder()
  private let beginning = Array("test\n".utf8)
  private func read(limit: Int = 1 << 20) -> [[UInt8]]? {
    SealedFile.parts(of: folder.absolute("file"), beginning: beginning, limit: limit).map { Array($0) }
  }

  private func write(_ values: [[UInt8]]) throws {
    try SealedFile.write(to: folder.absolute("file"), beginning: beginning, limit: 1 << 20) { add in
      for value in values { try add(value) }
    }
  }

  /// Values are together until they are many bytes, and none is in two parts.
  @Test func givesBackWhatWasWritten() throws {
    #expect(read() == nil)
    try write([])
    #expect(read() == [])
    let long = [UInt8](repeating: 7, count: 40_000)
    try write([[1, 2], [], [3], long, [4], long, long])
    #expect(read() == [[1, 2, 3] + long, [4] + long, long])
  }

  @Test func aReaderGoesOnFromPartToPart() throws {
    var writer = CompactWriter()
    let texts = (0..<9000).map { "text \($0)" }
    try SealedFile.write(to: folder.absolute("file"), beginning: beginning, limit: 1 << 20) { add in
      for text in texts {
        writer = CompactWriter()
        writer.add(text, "")
        try add(writer.bytes)
      }
    }
    let parts = try #require(SealedFile.parts(of: folder.absolute("file"), beginning: beginning, limit: 1 << 20))
    #expect(parts.count > 2)
    var (reader, found) = (CompactReader(parts: parts), [String]())
    while !reader.isAtEnd {
      found.append(try reader())
      #expect(try reader() == "")
    }
    #expect(found == texts)
    #expect(throws: CompactReader.Damage.self) { _ = try reader.text() }
  }

  @Test func anyDamageIsSeen() throws {
    try write([[1, 2, 3], [4]])
    let whole = try folder.bytes(of: "file")
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 0x81
      try folder.write(damaged, to: "file")
      #expect(read() == nil, "\(index)")
      try folder.write(whole[..<index], to: "file")
      #expect(read() == nil, "\(index)")
    }
    try folder.write(whole + [0], to: "file")
    #expect(read() == nil)
  }

  /// More than the limit is neither written nor read.
  @Test func hasALimit() throws {
    try write([[UInt8](repeating: 0, count: 1 << 20)])
    #expect(try folder.names() == [])
    try write([[UInt8](repeating: 0, count: 2000)])
    #expect(read(limit: 1000) == nil)
  }
}
