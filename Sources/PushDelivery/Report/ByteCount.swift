/// Bytes as people read them: decimal units, as the limits are.
package func readable(bytes: Int) -> String {
  switch bytes {
  case ..<1000: "\(bytes) B"
  case ..<1_000_000: "\(oneDecimal(bytes, per: 1000)) kB"
  default: "\(oneDecimal(bytes, per: 1_000_000)) MB"
  }
}

/// Rounded down, so that what is under a limit never reads as over it.
private func oneDecimal(_ bytes: Int, per unit: Int) -> String {
  let tenths = bytes / (unit / 10)
  return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
}
