/// Numbers as bytes, the most significant first.
func big(_ value: Int, _ width: Int) -> [UInt8] {
  (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// Numbers as bytes, the least significant first.
func little(_ value: Int, _ width: Int) -> [UInt8] { big(value, width).reversed() }

func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Bytes written as hexadecimal digits.
func hexadecimal(_ text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// Parts, one behind the other. Long sums of array literals take the compiler too long.
func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap(\.self) }
