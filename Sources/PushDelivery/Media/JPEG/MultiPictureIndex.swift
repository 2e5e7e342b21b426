/// The index of further pictures behind the first (CIPA DC-007): previews, depth and gain maps, other views.
struct MultiPictureIndex {
  /// What kinds of information the other pictures are.
  let metadata: Set<Picture.Metadata>
  /// Where the last of them ends, counted from the start of the file.
  let end: Int

  /// `offset` is where the index's payload lies in the file; offsets of pictures count from its TIFF header.
  init(_ payload: ByteView, at offset: Int) {
    let entries = TIFFStructure(payload.clamped(at: 4))
      .flatMap { structure in structure.firstDirectory?.entry(0xB002).map { ($0.value, structure.order) } }
    var metadata: Set<Picture.Metadata> = [.other]
    var end = 0
    if let (table, order) = entries {
      for entry in stride(from: 16, to: table.count, by: 16) {
        guard let size = table.uint32(at: entry + 4, order), let start = table.uint32(at: entry + 8, order) else {
          break
        }
        let kind = (table.uint32(at: entry, order) ?? 0) & 0xFF_FFFF
        if kind == 0x01_0001 || kind == 0x01_0002 { metadata.insert(.thumbnail) }
        if start > 0 { end = max(end, offset + 4 + start + size) }
      }
    }
    self.metadata = metadata
    self.end = end
  }
}
