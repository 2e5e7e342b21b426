/// One block of a GIF stream (GIF89a, appendix B).
enum GIFBlock {
  /// The transparency flag of a graphic control extension.
  case graphicControl(isTransparent: Bool)
  case comment
  /// The eleven bytes that name the application, and the sub-blocks that follow, with their lengths between.
  case application(name: ByteView, data: ByteView)
  case otherExtension
  /// Where the frame lies on the canvas.
  case frame(left: Int, top: Int, size: PixelSize)
  /// Where the file ends for decoders.
  case trailer(end: Int)
}

/// The blocks of a GIF stream in order, up to and with the trailer, or to the first byte that starts no block.
struct GIFBlocks: Sequence, IteratorProtocol {
  private let view: ByteView
  /// Where the block that was read last ends; after the trailer, the end of the file.
  private(set) var position: Int

  /// `offset` is where the header and the global colour table end.
  init(_ view: ByteView, from offset: Int) {
    self.view = view
    position = offset
  }

  mutating func next() -> GIFBlock? {
    while view[position] == 0 { position += 1 }  // A stray terminator, which decoders pass over.
    switch view[position] {
    case 0x2C: return frame()
    case 0x21: return applicationOrExtension()
    case 0x3B:
      let end = position + 1
      position = view.count
      return .trailer(end: end)
    default: return nil
    }
  }

  /// Ten bytes of descriptor, a colour table if flagged, the code size, sub-blocks.
  private mutating func frame() -> GIFBlock? {
    guard let part = view.part(at: position, length: 10), let flags = part[9] else { return nil }
    let values = [1, 3, 5, 7].compactMap { part.uint16(at: $0, .little) }
    position = subBlocksEnd(from: position + 10 + GIFBlocks.tableLength(flags) + 1)
    return .frame(left: values[0], top: values[1], size: PixelSize(width: values[2], height: values[3]))
  }

  private mutating func applicationOrExtension() -> GIFBlock? {
    guard let label = view[position + 1] else { return nil }
    let start = position + 2
    position = subBlocksEnd(from: start)
    switch label {
    case 0xF9: return .graphicControl(isTransparent: (view[start + 1] ?? 0) & 1 == 1)
    case 0xFE: return .comment
    case 0xFF:
      let data = view.clamped(at: start + 12, length: position - start - 12)
      return .application(name: view.clamped(at: start + 1, length: 11), data: data)
    default: return .otherExtension
    }
  }

  /// Each sub-block is a length and as many bytes; a length of 0 ends them.
  private func subBlocksEnd(from offset: Int) -> Int {
    var end = offset
    while let length = view[end] {
      end += 1 + Int(length)
      if length == 0 { return end }
    }
    return view.count
  }

  /// Bytes of the colour table that a flag byte announces.
  static func tableLength(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }
}
