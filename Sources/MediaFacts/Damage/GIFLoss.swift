import GIFCodec

/// The damage to a GIF's first frame. Encoders end its codes right after the last pixel. If the end is earlier or later, some codes were
/// misread, and what follows them is misplaced.
struct GIFLoss {
  /// Nil where nothing is lost.
  private(set) var loss: PictureLoss?

  init(_ view: ByteView) {
    guard let image = GIFStream(view.bytes)?.firstImage, image.rectangle.pixelCount > 0 else { return }
    let ((count, isExact), whole) = (image.coverage, image.rectangle.pixelCount)
    if count < whole {
      let row = image.rectangle.rows.lowerBound + count / image.rectangle.columns.count
      let part = 1 - Double(count) / Double(whole)
      loss = PictureLoss(part: part, firstRow: image.isInterlaced ? nil : row, cause: .missing)
    }
    guard loss?.isVisible != true, !isExact else { return }
    loss = PictureLoss(part: 1, firstRow: 0, cause: .wrong)
  }
}
