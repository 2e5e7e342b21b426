/// Compares two pictures at one scale, row by row, and hands half of each on to the next scale.
final class ScaleComparison {
  private let width: Int
  private let height: Int
  private let next: ScaleComparison?
  private let pictures: [PictureRows]
  private let channels: [ChannelComparison]
  private var count = 0

  init(_ sizes: ArraySlice<ScaleSize>, scaleCount: Int) {
    let scale = sizes.startIndex
    (width, height) = (sizes[scale].width, sizes[scale].height)
    next = sizes.count > 1 ? ScaleComparison(sizes.dropFirst(), scaleCount: scaleCount) : nil
    let width = width
    let height = height
    pictures = [PictureRows(width: width), PictureRows(width: width)]
    channels = (0..<3).map { channel in
      ChannelComparison(
        width: width, height: height,
        weights: ScoreWeights.row(channel: channel, scale: scale, scaleCount: scaleCount))
    }
  }

  /// Where the light of the next row of a picture is to be written.
  func light(picture: Int, channel: Int) -> UnsafeMutablePointer<Float> {
    pictures[picture].light(channel: channel, row: count)
  }

  /// Takes the rows that were written.
  func push() {
    let row = count
    for picture in pictures { picture.convert(row: row) }
    for (channel, comparison) in channels.enumerated() {
      comparison.push(pictures[0].color(channel: channel, row: row), pictures[1].color(channel: channel, row: row))
    }
    count += 1
    compare(row: row - PlaneBlur.delay)
    if row & 1 == 1 { halve(row - 1, row) } else if row == height - 1 { halve(row, row) }
  }

  /// Takes the rows below the pictures.
  func finish() {
    for row in height..<height + PlaneBlur.delay {
      for channel in channels { channel.pushNothing() }
      compare(row: row - PlaneBlur.delay)
    }
    next?.finish()
  }

  private func compare(row: Int) {
    guard row >= 0 else { return }
    for (channel, comparison) in channels.enumerated() {
      comparison.compare(pictures[0].color(channel: channel, row: row), pictures[1].color(channel: channel, row: row))
    }
  }

  private func halve(_ upper: Int, _ lower: Int) {
    guard let next else { return }
    for picture in 0..<2 {
      for channel in 0..<3 {
        let (above, below) = (
          pictures[picture].light(channel: channel, row: upper), pictures[picture].light(channel: channel, row: lower)
        )
        Halving.halve(above, below, into: next.light(picture: picture, channel: channel), width: next.width)
      }
    }
    next.push()
  }

  var error: Double { channels.reduce(next?.error ?? 0) { $0 + $1.error } }
}
