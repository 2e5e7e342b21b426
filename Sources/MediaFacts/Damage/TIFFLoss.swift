/// The loss in strips or tiles of a TIFF that are JPEGs, each a part of the picture (TIFF Technical Note 2). Other compressions are not
/// examined.
struct TIFFLoss {
  /// Nil where nothing is lost.
  private(set) var loss: PictureLoss?

  private enum Tag {
    static let compression = 259
    static let stripOffsets = 273
    static let stripLengths = 279
    static let tileOffsets = 324
    static let tileLengths = 325
    static let jpegTables = 347
  }

  /// More parts than the largest picture has rows of blocks.
  private static let mostParts = 65_536

  init(_ view: ByteView) {
    guard let directory = TIFFStructure(view)?.firstDirectory, directory.integer(Tag.compression) == 7,
      let offsets = directory.entry(Tag.stripOffsets) ?? directory.entry(Tag.tileOffsets),
      let lengths = directory.entry(Tag.stripLengths) ?? directory.entry(Tag.tileLengths)
    else { return }
    let tables = directory.entry(Tag.jpegTables)?.value
    let parts = (0..<Self.mostParts).lazy.map { (offsets.integer(at: $0), lengths.integer(at: $0)) }
      .prefix { $0.0 != nil }
    var (count, lost, isWrong) = (0, 0.0, false)
    for case (let offset?, let length) in parts {
      let part = JPEGLoss(view.clamped(at: offset, length: length ?? 0), tables: tables).loss
      count += 1
      lost += part?.part ?? 0
      isWrong = isWrong || part?.cause == .wrong
    }
    guard lost > 0 else { return }
    loss = PictureLoss(part: lost / Double(count), firstRow: nil, cause: isWrong ? .wrong : .missing)
  }
}
