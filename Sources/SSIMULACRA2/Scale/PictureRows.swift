/// The newest rows of one picture at one scale.
final class PictureRows {
  private let width: Int
  private let lights: [RowRing]
  private let colors: [RowRing]

  init(width: Int) {
    self.width = width
    lights = (0..<3).map { _ in RowRing(width: width, count: 2) }
    colors = (0..<3).map { _ in RowRing(width: width, count: PlaneBlur.delay + 1) }
  }

  /// Red, green or blue light.
  @inline(__always)
  func light(channel: Int, row: Int) -> UnsafeMutablePointer<Float> { lights[channel].row(row) }

  /// X, Y, or B - Y.
  @inline(__always)
  func color(channel: Int, row: Int) -> UnsafeMutablePointer<Float> { colors[channel].row(row) }

  /// Makes colour of a row's light.
  func convert(row: Int) {
    let (red, green, blue) = (lights[0].row(row), lights[1].row(row), lights[2].row(row))
    let (x, y, b) = (colors[0].row(row), colors[1].row(row), colors[2].row(row))
    for column in stride(from: 0, to: width, by: 4) {
      let color = PositiveXYB.from((red.lanes(at: column), green.lanes(at: column), blue.lanes(at: column)))
      x.store(color.0, at: column)
      y.store(color.1, at: column)
      b.store(color.2, at: column)
    }
    for row in [red, green, blue] { row[width] = row[width - 1] }
    for row in [x, y, b] { row.store(.zero, at: width) }
  }
}
