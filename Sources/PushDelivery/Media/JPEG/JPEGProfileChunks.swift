/// An ICC profile in pieces, one an APP2 segment (ICC.1:2022, B.4).
struct JPEGProfileChunks {
  private var chunks: [Int: ByteView] = [:]
  private var count = 0

  static func isChunk(_ payload: ByteView) -> Bool { payload.has("ICC_PROFILE\0") }

  /// Takes a piece; where one number comes twice, the first stays.
  mutating func add(_ payload: ByteView) {
    guard let number = payload[12], let total = payload[13] else { return }
    count = max(count, Int(total))
    if chunks[Int(number)] == nil { chunks[Int(number)] = payload.clamped(at: 14) }
  }

  /// The profile, unless a piece is missing.
  var profile: [UInt8]? {
    guard count > 0 else { return nil }
    let ordered = (1...count).compactMap { chunks[$0] }
    return ordered.count == count ? ordered.flatMap(\.bytes) : nil
  }
}
