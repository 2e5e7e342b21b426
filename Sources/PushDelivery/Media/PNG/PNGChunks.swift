import Zlib

/// One chunk of a PNG stream (PNG, third edition, section 5.3).
package struct PNGChunk: Sendable {
  package let type: FourCharacterCode
  package let data: ByteView
  /// The whole chunk, from length to checksum.
  package let whole: ByteView
  /// Where the chunk ends in the file.
  package let end: Int

  /// Whether the checksum is that of the type and data; reads all of them.
  package var isIntact: Bool {
    let checked = whole.clamped(at: 4, length: data.count + 4)
    return whole.uint32(at: whole.count - 4) == Int(CRC32.checksum(of: checked.bytes.span))
  }

  /// Whether decoders may pass over a chunk of this type: its first letter is lower case.
  package var isAncillary: Bool { type.rawValue & 0x2000_0000 != 0 }
}

/// The chunks of a PNG stream in order, up to and with `IEND`, or to the first that is cut off.
package struct PNGChunks: Sequence, IteratorProtocol {
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private let view: ByteView
  private var position = signature.count

  /// Nil for bytes that do not start with PNG's signature.
  package init?(_ view: ByteView) {
    guard view.has(Self.signature) else { return nil }
    self.view = view
  }

  package mutating func next() -> PNGChunk? {
    guard let length = view.uint32(at: position), let type = view.code(at: position + 4) else { return nil }
    guard let whole = view.part(at: position, length: length + 12) else { return nil }
    let end = position + whole.count
    position = type == "IEND" ? view.count : end
    return PNGChunk(type: type, data: whole.clamped(at: 8, length: length), whole: whole, end: end)
  }
}
