/// One picture at one scale, row by row: shows its channels to who looks at them, and hands halves on to the next scale.
final class PictureScale {
  private let rows: PictureRows
  private let height: Int
  /// Of X, Y and B - Y; nil where nothing is counted.
  private let consumers: [(any RowConsumer)?]
  private let next: PictureScale?

  /// - Parameters:
  ///   - sizes: of this scale and of those after it; at least one.
  ///   - consumers: for each scale those of its three channels.
  init(_ sizes: ArraySlice<ScaleSize>, consumers: [[(any RowConsumer)?]]) {
    let size = sizes[sizes.startIndex]
    height = size.height
    rows = PictureRows(width: size.width)
    self.consumers = consumers[sizes.startIndex]
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
    let row = rows.count - 1
    for (channel, consumer) in consumers.enumerated() {
      consumer?.push(rows.color(channel: channel, row: row), row: row)
    }
    finish(row: row - PlaneBlur.delay)
    guard let next else { return }
    let isLastOfOdd = row % 2 == 0 && row == height - 1
    guard row % 2 == 1 || isLastOfOdd else { return }
    rows.halve(into: next.rows, isLastOfOdd: isLastOfOdd)
    next.showRow()
  }

  /// Takes the end of the picture, and has the rows worked on that the blur has held back.
  func finish() {
    for row in height..<height + PlaneBlur.delay {
      for consumer in consumers { consumer?.pushNothing() }
      finish(row: row - PlaneBlur.delay)
    }
    next?.finish()
  }

  private func finish(row: Int) {
    guard row >= 0 else { return }
    for (channel, consumer) in consumers.enumerated() {
      consumer?.finish(rows.color(channel: channel, row: row), row: row)
    }
  }
}
