import MediaFacts
import MediaPipeline
import TestSupport
import Testing

@Suite struct ActionResultTests {
  private let result = ActionResult(
    output: .init(digest: ContentDigest(of: [1, 2, 3]), byteCount: 300), record: Array("{}".utf8))

  /// As the definition of the Remote Execution API has it: `output_files` is field 2, with `path` 1 and `digest` 2 of `hash` 1 and
  /// `size_bytes` 2; `stdout_raw` is field 5.
  @Test func isTheAPIsMessage() {
    let digest = [0x0A, 64] + Array(ContentDigest(of: [1, 2, 3]).hex.utf8) + [0x10, 0xAC, 0x02]
    let file = [0x0A, 9] + Array("rendition".utf8) + [0x12, UInt8(digest.count)] + digest
    #expect(result.bytes == [0x12, UInt8(file.count)] + file + [0x2A, 2] + Array("{}".utf8))
    #expect(ActionResult(output: nil, record: [7]).bytes == [0x2A, 1, 7])
  }

  @Test func isReadAsItWasWritten() {
    #expect(ActionResult(result.bytes) == result)
    let long = ActionResult(output: nil, record: [UInt8](repeating: 9, count: 70_000))
    #expect(ActionResult(long.bytes) == long)
  }

  /// bazel-remote notes which worker made it (field 9), and other fields may come.
  @Test func fieldsOfOthersArePassedOver() {
    let more: [UInt8] = [0x4A, 2, 0x0A, 0, 0x20, 0, 0x9D, 1, 1, 2, 3, 4, 0xA1, 1, 1, 2, 3, 4, 5, 6, 7, 8]
    #expect(ActionResult(more + result.bytes + more) == result)
  }

  /// Cut anywhere, or with any byte changed, it is invalid or another; nothing is read beyond its end.
  @Test func anyBytesAreSurvived() {
    let bytes = result.bytes
    for count in bytes.indices { #expect(ActionResult(Array(bytes.prefix(count))) == nil) }
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        _ = ActionResult(changed)
      }
    }
    var generator = SeededGenerator(seed: 7)
    for length in 0..<300 { _ = ActionResult((0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }) }
  }

  @Test(
    arguments: [
      // A length of 2^63, a varint of eleven bytes, a field of number 0, groups, two files, an invalid digest.
      [0x2A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [UInt8](repeating: 0xFF, count: 11) + [1],
      [0x02, 0], [0x0B, 0x0C], [0x12, 0, 0x12, 0, 0x2A, 0], [0x12, 4, 0x12, 2, 0x0A, 0, 0x2A, 0], [],
    ] as [[UInt8]])
  func whatIsNoneIsRefused(bytes: [UInt8]) { #expect(ActionResult(bytes) == nil) }
}
