/// Removes private metadata from the header of a movie.
package enum MovieHeader {
  /// The same file without user data, encoder names and boxes that players do not need in descriptions of pictures, and bytes after the
  /// AAC configuration.
  ///
  /// Nothing moves: boxes become free space, which readers skip, and names become zeros.
  package static func scrubbing(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for box in Boxes(ByteView(bytes)) where box.type == "moov" {
      scrub(box.boxes(), at: box.payloadOffset, in: &result, depth: 0)
    }
    return result
  }

  /// Boxes around what is scrubbed (ISO/IEC 14496-12, 6.3).
  private static let containers: Set<FourCharacterCode> = ["trak", "mdia", "minf", "stbl"]
  /// Descriptions of pictures that name their encoder.
  private static let pictureEntries: Set<FourCharacterCode> = ["avc1", "avc3", "hvc1", "hev1", "mp4v"]
  private static let userData: Set<FourCharacterCode> = ["udta", "meta"]

  private static func scrub(_ boxes: Boxes, at start: Int, in bytes: inout [UInt8], depth: Int) {
    for box in boxes where !box.isCutOff && depth < 6 {
      let offset = start + box.payloadOffset
      if userData.contains(box.type) {
        free(box, from: start, in: &bytes)
      } else if containers.contains(box.type) {
        scrub(box.boxes(), at: offset, in: &bytes, depth: depth + 1)
      } else if box.type == "stsd" {
        scrub(box.boxes(skipping: 8), at: offset + 8, in: &bytes, depth: depth + 1)
      } else if pictureEntries.contains(box.type), box.payload.count >= MovieCoding.visualLength {
        scrubPictures(box, at: offset, in: &bytes)
      } else if box.type == "mp4a" {
        scrubSound(box, at: offset, in: &bytes)
      }
    }
  }

  private static func scrubPictures(_ entry: Box, at start: Int, in bytes: inout [UInt8]) {
    // `compressorname` of VisualSampleEntry: 32 bytes after 42 (ISO/IEC 14496-12, 12.1.3).
    blank(start + 42..<start + 74, in: &bytes)
    let length = MovieCoding.visualLength
    for box in entry.boxes(skipping: length) where !box.isCutOff && !MovieCoding.needs(box) {
      free(box, from: start + length, in: &bytes)
    }
  }

  /// The fields of AudioSampleEntry before its boxes (ISO/IEC 14496-12, 12.2.3).
  private static let soundLength = 28

  private static func scrubSound(_ entry: Box, at start: Int, in bytes: inout [UInt8]) {
    for box in entry.boxes(skipping: soundLength) where box.type == "esds" && !box.isCutOff {
      guard let unused = AACConfiguration.unusedBytes(in: box.payload) else { continue }
      let offset = start + soundLength + box.payloadOffset
      blank(offset + unused.lowerBound..<offset + unused.upperBound, in: &bytes)
    }
  }

  /// - Parameter start: where the bytes begin that the box was read from.
  private static func free(_ box: Box, from start: Int, in bytes: inout [UInt8]) {
    let (type, payload) = (start + box.typeOffset, start + box.payloadOffset)
    blank(payload..<payload + box.payload.count, in: &bytes)
    bytes.replaceSubrange(type..<type + 4, with: FourCharacterCode("free").bytes)
  }

  private static func blank(_ range: Range<Int>, in bytes: inout [UInt8]) { for index in range { bytes[index] = 0 } }
}

/// The settings of an AAC decoder: the AudioSpecificConfig in an `esds` box (ISO/IEC 14496-1, 7.2.6, and 14496-3, 1.6.2).
enum AACConfiguration {
  /// Bytes after the configuration, which may hold anything; nil without any, and where the end is unknown.
  static func unusedBytes(in payload: ByteView) -> Range<Int>? {
    guard let place = place(in: payload), let first = payload.uint16(at: place.lowerBound) else { return nil }
    // Five bits of the coding, four of the rate, four of the channels, and three that are unused for plain sound.
    let (kind, rate, channels) = (first >> 11, first >> 7 & 15, first >> 3 & 15)
    guard kind == 2, rate != 15, channels != 0, first & 7 == 0 else { return nil }
    // Eleven bits announce a second coder. With band replication, parametric stereo and spelled-out rates, it has no more than ten bytes.
    let isExtended = payload.uint16(at: place.lowerBound + 2).map { $0 >> 5 == 0x2B7 } ?? false
    let used = isExtended ? 10 : 2
    return place.count > used ? place.lowerBound + used..<place.upperBound : nil
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

extension Box {
  /// Whether it holds something besides pictures and sound, which must not be published: where and when it was taken, titles, names of
  /// people, devices and programs, or anything else that players do not need. Lists without entries hold nothing: ffmpeg always writes one.
  var hasMetadata: Bool {
    switch type {
    case "free", "skip", "wide": false
    case "udta": Self.has(boxes(), of: payload) { $0.type == "meta" ? $0.hasItems : !$0.isPadding }
    case "meta": hasItems
    default: true
    }
  }

  /// Whether a list has a certain entry. Unreadable data counts, except for zeros, with which QuickTime ends user data.
  private static func has(_ list: Boxes, of payload: ByteView, _ isWanted: (Box) -> Bool) -> Bool {
    var boxes = list
    while let box = boxes.next() { if isWanted(box) { return true } }
    return payload.clamped(at: boxes.position).bytes.contains { $0 != 0 }
  }

  /// Whether a list of tags has any, or names of keys after version, flags and number.
  private var hasItems: Bool {
    // In QuickTime files it lacks a version.
    boxes(skipping: payload.code(at: 4) == "hdlr" ? 0 : 4).contains { box in
      switch box.type {
      case "hdlr": false
      case "keys": box.payload.count > 8
      case "ilst": Self.has(box.boxes(), of: box.payload) { !$0.isPadding }
      default: !box.isPadding
      }
    }
  }

  private var isPadding: Bool { ["free", "skip", "wide"].contains(type) }
}
