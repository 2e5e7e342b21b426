/// Whether a byte is a decimal digit of ASCII.
func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

extension StringProtocol {
  /// Whether it is decimal digits of ASCII alone, as many as `counts` has.
  func isDigits(_ counts: ClosedRange<Int>) -> Bool { counts.contains(utf8.count) && utf8.allSatisfy(isDigit) }
}
