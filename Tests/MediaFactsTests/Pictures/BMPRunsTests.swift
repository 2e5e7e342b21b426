import MediaFacts
import Testing

/// Run-length coded bitmaps: 4 x 2 pixels, one byte each, or half a byte.
@Suite struct BMPRunsTests {
  private func file(compression: UInt8, _ runs: [UInt8]) -> [UInt8] {
    let header: [UInt8] =
      [0x42, 0x4D, 0, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 1, 0]
      + [compression == 1 ? 8 : 4, 0, compression, 0, 0, 0] + [UInt8](repeating: 0, count: 20)
    return header + runs
  }

  private func isCutShort(_ compression: UInt8, _ runs: [UInt8]) -> Bool {
    HeaderFacts(parsing: file(compression: compression, runs), format: .bmp).isCutShort
  }

  @Test(
    arguments: [
      // Two rows of one colour, with and without the end mark.
      [4, 7, 0, 0, 4, 7, 0, 1], [4, 7, 0, 0, 4, 7],
      // Three literal pixels, padded, and one more; a jump to the end.
      [0, 3, 1, 2, 3, 0, 1, 9, 0, 0, 4, 7, 0, 1], [0, 2, 3, 1, 0, 1], [0, 1],
    ] as [[UInt8]])
  func wholeRunsAreWhole(_ runs: [UInt8]) { #expect(!isCutShort(1, runs)) }

  @Test func everyCutIsSeen() {
    let runs: [UInt8] = [0, 3, 1, 2, 3, 0, 1, 9, 0, 0, 4, 7, 0, 1]
    for count in 0..<12 { #expect(isCutShort(1, Array(runs[..<count]))) }
  }

  @Test func halfBytesArePaddedToTwoBytes() {
    #expect(!isCutShort(2, [0, 4, 0x12, 0x34, 0, 0, 4, 0x77, 0, 1]))
    #expect(isCutShort(2, [0, 4, 0x12, 0x34, 0, 0, 2, 0x77]))
  }
}
