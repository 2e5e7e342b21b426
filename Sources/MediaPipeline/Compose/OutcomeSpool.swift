import PushDelivery

/// Keeps what became of messages: of few in memory, of many in a file.
struct OutcomeSpool: Sendable {
  private var byteCount = 0
  private var file: TemporaryFile?

  /// What some ten thousand messages take.
  private static let mostInMemory = 1 << 20

  /// - Returns: the same, wherever its bytes are now.
  /// - Throws: `FileSystemError`.
  mutating func keep(_ outcomes: PackedOutcomes) throws(FileSystemError) -> PackedOutcomes {
    guard byteCount >= Self.mostInMemory else {
      byteCount += outcomes.byteCount
      return outcomes
    }
    let file = if let file { file } else { try TemporaryFile() }
    self.file = file
    return try outcomes.moved { bytes throws(FileSystemError) in
      let range = try file.append(bytes)
      return { file.bytes(in: range) }
    }
  }
}
