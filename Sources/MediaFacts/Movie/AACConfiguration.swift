/// The settings of an AAC decoder: the AudioSpecificConfig in an `esds` box (ISO/IEC 14496-1, 7.2.6, and 14496-3, 1.6.2).
enum AACConfiguration {
  /// Bytes after the configuration, which may hold anything; nil without any, and where the end is unknown.
  ///
  /// - Parameter payload: of the box.
  static func unusedBytes(in payload: ByteView) -> Range<Int>? {
    guard let place = place(in: payload), let first = payload.uint16(at: place.lowerBound) else { return nil }
    // Five bits of the coding, four of the rate, four of the channels, and three that are unused for plain sound.
    let (kind, rate, channels) = (first >> 11, first >> 7 & 15, first >> 3 & 15)
    guard kind == 2, rate != 15, channels != 0, first & 7 == 0 else { return nil }
    let used = isExtended(payload, at: place.lowerBound + 2) ? longestExtended : 2
    return place.count > used ? place.lowerBound + used..<place.upperBound : nil
  }

  /// With band replication, parametric stereo and spelled-out rates, it has no more bytes.
  private static let longestExtended = 10

  /// Eleven bits announce a second coder.
  private static func isExtended(_ payload: ByteView, at offset: Int) -> Bool {
    payload.uint16(at: offset).map { $0 >> 5 == 0x2B7 } ?? false
  }

  /// Its place: in the third of three nested descriptors, after fields of a known length.
  private static func place(in payload: ByteView) -> Range<Int>? {
    var offset = 4
    for (tag, fields) in [(3, 3), (4, 13), (5, 0)] {
      guard payload[offset] == UInt8(tag), let (length, end) = length(in: payload, at: offset + 1) else { return nil }
      guard end + length <= payload.count else { return nil }
      if tag == 5 { return end..<end + length }
      offset = end + fields
    }
    return nil
  }

  /// Seven bits in each byte, and one that announces another byte.
  private static func length(in payload: ByteView, at start: Int) -> (length: Int, end: Int)? {
    var length = 0
    for offset in start..<start + 4 {
      guard let byte = payload[offset] else { return nil }
      length = length << 7 | Int(byte & 127)
      if byte & 128 == 0 { return (length, offset + 1) }
    }
    return nil
  }
}
