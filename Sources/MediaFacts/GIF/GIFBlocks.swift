/// One block of a GIF stream (GIF89a, appendix B).
enum GIFBlock {
  /// How the next frame is shown.
  case graphicControl(GIFGraphicControl)
  case comment
  /// The eleven bytes that name the application, and the sub-blocks that follow, with their lengths between.
  case application(name: ByteView, data: ByteView)
  case otherExtension
  case frame(GIFFrame)
  /// Where the file ends for decoders.
  case trailer(end: Int)
}

/// What a graphic control extension says about the frame behind it.
struct GIFGraphicControl: Hashable, Sendable {
  /// For how long the frame is shown, in hundredths of a second.
  var delay = 0
  /// The index into the colour table that is transparent.
  var transparentIndex: UInt8?
  /// What happens to the frame when its time is over.
  var disposal = Animation.Disposal.keep
}

extension GIFGraphicControl {
  /// Reads the four bytes behind the length: flags, delay, index. 4 stands for 3 in some encoders' files, and browsers take it so.
  init(_ data: ByteView) {
    let flags = data[0] ?? 0
    delay = data.uint16(at: 1, .little) ?? 0
    transparentIndex = flags & 1 == 1 ? data[3] : nil
    switch flags >> 2 & 7 {
    case 2: disposal = .background
    case 3, 4: disposal = .previous
    default: disposal = .keep
    }
  }
}

/// One picture of a GIF stream, as it lies in the file.
struct GIFFrame: Sendable {
  let left: Int
  let top: Int
  let size: PixelSize
  let isInterlaced: Bool
  /// Its own colours, three bytes each; empty when it uses those of the whole file.
  let colors: ByteView
  /// Bits of the smallest LZW code.
  let codeSize: UInt8
  /// Sub-blocks of LZW codes.
  let data: ByteView
  /// Whether its sub-blocks end as they should, and not with the file.
  let isComplete: Bool
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
    let table = position + 10
    let codes = table + GIFBlocks.tableLength(flags)
    let end = subBlocksEnd(from: codes + 1)
    position = end ?? view.count
    return .frame(
      GIFFrame(
        left: values[0], top: values[1], size: PixelSize(width: values[2], height: values[3]),
        isInterlaced: flags & 0x40 != 0, colors: view.clamped(at: table, length: codes - table),
        codeSize: view[codes] ?? 0, data: view.clamped(at: codes + 1, length: position - codes - 1),
        isComplete: end != nil))
  }

  private mutating func applicationOrExtension() -> GIFBlock? {
    guard let label = view[position + 1] else { return nil }
    let start = position + 2
    position = subBlocksEnd(from: start) ?? view.count
    switch label {
    case 0xF9: return .graphicControl(GIFGraphicControl(view.clamped(at: start + 1, length: 4)))
    case 0xFE: return .comment
    case 0xFF:
      let data = view.clamped(at: start + 12, length: position - start - 12)
      return .application(name: view.clamped(at: start + 1, length: 11), data: data)
    default: return .otherExtension
    }
  }

  /// Each sub-block is a length and as many bytes; a length of 0 ends them. Nil when the file ends before.
  private func subBlocksEnd(from offset: Int) -> Int? {
    var end = offset
    while let length = view[end] {
      end += 1 + Int(length)
      if length == 0 { return end }
    }
    return nil
  }

  /// Bytes of the colour table that a flag byte announces.
  static func tableLength(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }
}
