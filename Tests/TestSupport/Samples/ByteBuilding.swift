/// Numbers as bytes, the most significant first.
package func big(_ value: Int, _ width: Int) -> [UInt8] {
  (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// Numbers as bytes, the least significant first.
package func little(_ value: Int, _ width: Int) -> [UInt8] { big(value, width).reversed() }

package func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Bytes written as hexadecimal digits.
package func hexadecimal(_ text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// Parts, one behind the other. Long sums of array literals take the compiler too long.
package func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap(\.self) }
