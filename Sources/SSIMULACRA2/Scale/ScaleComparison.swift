/// Compares two pictures at one scale, row by row, and hands halves of them on to the next scale.
final class ScaleComparison {
  /// Rows are pushed into both pictures, then taken.
  let reference: PictureRows
  let candidate: PictureRows
  private let height: Int
  /// X, Y and B - Y; nil where nothing is counted.
  private let channels: [ChannelComparison?]
  private let next: ScaleComparison?

  /// - Parameters:
  ///   - sizes: of this scale and of those after it; at least one.
  ///   - scaleCount: scales in all.
  init(_ sizes: ArraySlice<ScaleSize>, scaleCount: Int) {
    let scale = sizes.startIndex
    let size = sizes[scale]
    height = size.height
    reference = PictureRows(width: size.width)
    candidate = PictureRows(width: size.width)
    channels = (0..<3).map { channel in
      ChannelComparison(size, weights: ScoreWeights.row(channel: channel, scale: scale, scaleCount: scaleCount))
    }
    next = sizes.count > 1 ? ScaleComparison(sizes.dropFirst(), scaleCount: scaleCount) : nil
  }

  /// Takes the row that both pictures have got.
  func takeRow() {
    let row = reference.count - 1
    for (channel, comparison) in channels.enumerated() {
      comparison?.push(reference.color(channel: channel, row: row), candidate.color(channel: channel, row: row))
    }
    compare(row: row - PlaneBlur.delay)
    guard let next else { return }
    let isLastOfOdd = row % 2 == 0 && row == height - 1
    guard row % 2 == 1 || isLastOfOdd else { return }
    reference.halve(into: next.reference, isLastOfOdd: isLastOfOdd)
    candidate.halve(into: next.candidate, isLastOfOdd: isLastOfOdd)
    next.takeRow()
  }

  /// Takes the end of the pictures, and compares the rows that the blur has held back.
  func finish() {
    for row in height..<height + PlaneBlur.delay {
      for channel in channels { channel?.pushNothing() }
      compare(row: row - PlaneBlur.delay)
    }
    next?.finish()
  }

  private func compare(row: Int) {
    guard row >= 0 else { return }
    for (channel, comparison) in channels.enumerated() {
      comparison?.compare(reference.color(channel: channel, row: row), candidate.color(channel: channel, row: row))
    }
  }

  /// What this scale and those after it add to the error of the picture.
  var error: Double { channels.reduce(next?.error ?? 0) { $0 + ($1?.error ?? 0) } }
}
