/// One chunk of a RIFF file.
package struct RIFFChunk: Sendable {
  package let type: FourCharacterCode
  /// As much of its data as is there.
  package let data: ByteView
}

/// Chunks that follow each other, each padded to an even length.
package struct RIFFChunks: Sequence, IteratorProtocol {
  private let view: ByteView
  private var position = 0

  package init(_ view: ByteView) {
    self.view = view
  }

  package mutating func next() -> RIFFChunk? {
    guard let type = view.code(at: position), let length = view.uint32(at: position + 4, .little) else { return nil }
    let data = view.clamped(at: position + 8, length: length)
    position += 8 + length + length % 2
    return RIFFChunk(type: type, data: data)
  }
}
