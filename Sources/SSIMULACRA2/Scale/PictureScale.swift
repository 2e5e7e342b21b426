/// One picture at one scale: takes it row by row, shows its channels to who looks at them, band by band, and hands halves on
/// to the next scale.
final class PictureScale {
  private let rows: PictureRows
  private let height: Int
  /// Of X, Y and B - Y; nil where nothing is counted.
  private let consumers: [(any BandConsumer)?]
  private let next: PictureScale?

  /// - Parameters:
  ///   - sizes: of this scale and of those after it; at least one.
  ///   - consumers: for each scale those of its three channels.
  init(_ sizes: ArraySlice<ScaleSize>, consumers: [[(any BandConsumer)?]]) {
    let size = sizes[sizes.startIndex]
    height = size.height
    self.consumers = consumers[sizes.startIndex]
    rows = PictureRows(width: size.width, usesBlue: self.consumers[2] != nil)
    next = sizes.count > 1 ? PictureScale(sizes.dropFirst(), consumers: consumers) : nil
  }

  /// Takes the next row.
  ///
  /// - Parameter write: writes red (0), green (1) or blue (2) light, 0 to 1, into as many samples as a row has.
  func push(_ write: (_ channel: Int, _ light: UnsafeMutablePointer<Float>) -> Void) {
    rows.push(write)
    showRow()
  }

  private func showRow() {
    if rows.count.isMultiple(of: Band.height) { showBand() }
    guard let next else { return }
    let row = rows.count - 1
    let isLastOfOdd = row % 2 == 0 && row == height - 1
    guard row % 2 == 1 || isLastOfOdd else { return }
    rows.halve(into: next.rows, isLastOfOdd: isLastOfOdd)
    next.showRow()
  }

  /// Shows the newest band, and the one above it again, whose blur needs the newest.
  private func showBand() {
    let firstRow = rows.count - Band.height
    for (channel, consumer) in consumers.enumerated() {
      guard let consumer else { continue }
      consumer.push(rows.colors(channel: channel, firstRow: firstRow), firstRow: firstRow)
      guard firstRow > 0 else { continue }
      let above = firstRow - Band.height
      consumer.finish(rows.colors(channel: channel, firstRow: above), rows: above..<min(firstRow, height))
    }
  }

  /// Takes the end of the picture, and has the rows worked on that the blur has held back.
  func finish() {
    while rows.count < height + Band.height {
      rows.pushNothing()
      showBand()
    }
    next?.finish()
  }
}
