/// The newest rows of one picture at one scale.
final class PictureRows {
  private let width: Int
  private let lights: [RowRing]
  private let colors: [RowRing]
  /// Rows that are there.
  private(set) var count = 0

  init(width: Int) {
    self.width = width
    lights = (0..<3).map { _ in RowRing(width: width, count: 2) }
    colors = (0..<3).map { _ in RowRing(width: width, count: PlaneBlur.delay + 1) }
  }

  /// X, Y, or B - Y of a row.
  func color(channel: Int, row: Int) -> UnsafePointer<Float> { UnsafePointer(colors[channel].row(row)) }

  /// Takes the next row, and makes colour of its light.
  ///
  /// - Parameter write: writes red (0), green (1) or blue (2) light, 0 to 1, into as many samples as a row has.
  func push(_ write: (_ channel: Int, _ light: UnsafeMutablePointer<Float>) -> Void) {
    let light = (lights[0].row(count), lights[1].row(count), lights[2].row(count))
    write(0, light.0)
    write(1, light.1)
    write(2, light.2)
    // Halving takes the last column twice where there is an odd one.
    for row in [light.0, light.1, light.2] { row[width] = row[width - 1] }
    convert(light, into: (colors[0].row(count), colors[1].row(count), colors[2].row(count)))
    count += 1
  }

  private typealias Rows = (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)

  private func convert(_ light: Rows, into color: Rows) {
    for column in stride(from: 0, to: width, by: 4) {
      let xyb = PositiveXYB.from(
        (light.0.lanes(at: column), light.1.lanes(at: column), light.2.lanes(at: column)))
      color.0.store(xyb.0, at: column)
      color.1.store(xyb.1, at: column)
      color.2.store(xyb.2, at: column)
    }
    // The last vector has reached over the end, where zeros must be.
    for row in [color.0, color.1, color.2] { row.store(.zero, at: width) }
  }

  /// Gives the next scale the mean of the newest two rows, or of the newest row when `isLastOfOdd`.
  func halve(into next: PictureRows, isLastOfOdd: Bool) {
    next.push { channel, half in
      let lower = lights[channel].row(count - 1)
      let upper = isLastOfOdd ? lower : lights[channel].row(count - 2)
      Halving.halve(upper, lower, into: half, width: next.width)
    }
  }
}
