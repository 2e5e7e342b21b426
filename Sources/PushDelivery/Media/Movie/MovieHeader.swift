/// What the index of an MPEG-4 file says about the whole, and what it says that is nobody's business.
package enum MovieHeader {
  /// How long it plays, in seconds; nil where no whole header is found.
  package static func duration(of bytes: [UInt8]) -> Double? {
    guard let header = Boxes(ByteView(bytes)).first("moov")?.boxes().first("mvhd") else { return nil }
    let isLong = header.version == 1
    guard let timescale = header.payload.uint32(at: isLong ? 20 : 12), timescale > 0,
      let duration = header.payload.unsigned(at: isLong ? 24 : 16, width: isLong ? 8 : 4)
    else { return nil }
    return Double(duration) / Double(timescale)
  }

  /// The same file without user data, and without the name of the encoder where pictures are described.
  ///
  /// Nothing moves: user data become free space, which readers skip, and names become zeros.
  package static func scrubbing(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for box in Boxes(ByteView(bytes)) where box.type == "moov" {
      scrub(box.boxes(), at: box.payloadOffset, in: &result, depth: 0)
    }
    return result
  }

  /// Boxes that lie around what is scrubbed (ISO/IEC 14496-12, 6.3).
  private static let containers: Set<FourCharacterCode> = ["trak", "mdia", "minf", "stbl"]
  /// Descriptions of pictures that name their encoder.
  private static let pictureEntries: Set<FourCharacterCode> = ["avc1", "avc3", "hvc1", "hev1", "mp4v"]
  private static let userData: Set<FourCharacterCode> = ["udta", "meta"]

  private static func scrub(_ boxes: Boxes, at start: Int, in bytes: inout [UInt8], depth: Int) {
    for box in boxes where !box.isCutOff && depth < 6 {
      let offset = start + box.payloadOffset
      if userData.contains(box.type) {
        blank(offset..<offset + box.payload.count, in: &bytes)
        bytes.replaceSubrange(offset - 4..<offset, with: FourCharacterCode("free").bytes)
      } else if containers.contains(box.type) {
        scrub(box.boxes(), at: offset, in: &bytes, depth: depth + 1)
      } else if box.type == "stsd" {
        scrub(box.boxes(skipping: 8), at: offset + 8, in: &bytes, depth: depth + 1)
      } else if pictureEntries.contains(box.type), box.payload.count >= 78 {
        // `compressorname` of VisualSampleEntry: 32 bytes after 42 (ISO/IEC 14496-12, 12.1.3).
        blank(offset + 42..<offset + 74, in: &bytes)
      }
    }
  }

  private static func blank(_ range: Range<Int>, in bytes: inout [UInt8]) {
    for index in range { bytes[index] = 0 }
  }
}
