import Essentials
import Testing

@Suite struct CRC32Tests {
  /// The check value that catalogues of such functions give (of the digits 1 to 9), and that of PNG's last chunk.
  @Test(arguments: [("123456789", 0xCBF4_3926), ("IEND", 0xAE42_6082), ("", 0)] as [(String, UInt32)])
  func isThatOfPNG(text: String, expected: UInt32) {
    let bytes = Array(text.utf8)
    #expect(CRC32.checksum(of: bytes.span) == expected)
  }

  @Test func looksAtASliceAlone() {
    let digits = Array("xx123456789yy".utf8)[2..<11]
    #expect(CRC32.checksum(of: digits.span) == 0xCBF4_3926)
  }
}
