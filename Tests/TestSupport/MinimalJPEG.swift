/// A gray baseline JPEG that decodes. Its Huffman tables have one code each, `0`: no difference and end of block.
///
/// - Parameter segments: whole segments (see `jpegSegment`) that go after the start of image.
public func minimalJPEG(width: Int, height: Int, inserting segments: [[UInt8]] = []) -> [UInt8] {
  let frame: [UInt8] = [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0]
  let oneCode: [UInt8] = [1] + [UInt8](repeating: 0, count: 15) + [0]
  return [0xFF, 0xD8] + segments.flatMap { $0 } + jpegSegment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    + jpegSegment(0xC0, frame) + jpegSegment(0xC4, [0x00] + oneCode + [0x10] + oneCode)
    + jpegSegment(0xDA, [1, 1, 0x00, 0, 63, 0]) + grayScan(blocks: ((width + 7) / 8) * ((height + 7) / 8)) + [
      0xFF, 0xD9,
    ]
}

/// A JPEG segment with its marker and length.
public func jpegSegment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
  [0xFF, marker] + big(payload.count + 2, 2) + payload
}

/// Two zero bits for each block, then ones up to a whole byte.
private func grayScan(blocks: Int) -> [UInt8] {
  let bits = 2 * blocks
  let rest = bits % 8
  return [UInt8](repeating: 0, count: bits / 8) + (rest == 0 ? [] : [0xFF >> UInt8(rest)])
}
