import MediaPipeline
import TestSupport
import Testing

/// A file in parts is as written, or none.
@Suite struct SealedFileTests {
  private let folder = TemporaryFolder()
  private let beginning = Array("test\n".utf8)
  private let parts: [[UInt8]] = [[1, 2, 3], [], [UInt8](repeating: 7, count: 70_000)]

  private func read() -> [[UInt8]]? {
    SealedFile.parts(of: folder.absolute("file"), beginning: beginning, limit: 1 << 20).map { Array($0) }
  }

  private func write(_ parts: [[UInt8]]) throws {
    try SealedFile.write(parts, beginning: beginning, to: folder.absolute("file"), limit: 1 << 20)
  }

  @Test func givesBackWhatWasWritten() throws {
    #expect(read() == nil)
    for count in 0...parts.count {
      try write(Array(parts[..<count]))
      #expect(read() == Array(parts[..<count]))
    }
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
    try write(parts)
    #expect(SealedFile.parts(of: folder.absolute("file"), beginning: beginning, limit: 1000) == nil)
  }
}
