/// The newest rows of one picture at one scale.
final class PictureRows {
  private let width: Int
  private let lights: [RowRing]
  private let colors: [RowRing]
  private let xyb: PositiveXYB
  /// Rows that are there.
  private(set) var count = 0

  init(width: Int, usesBlue: Bool) {
    self.width = width
    lights = (0..<3).map { _ in RowRing(width: width, count: 2) }
    colors = (0..<3).map { _ in RowRing(width: width, bands: 2) }
    xyb = PositiveXYB(width: width, usesBlue: usesBlue)
  }

  /// X, Y, or B - Y of a band, one of the newest two.
  func colors(channel: Int, firstRow: Int) -> Band { colors[channel].band(firstRow) }

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
    let color = (colors[0].row(count), colors[1].row(count), colors[2].row(count))
    xyb.convert(light, into: color)
    // The last vector has reached over the end, where zeros must be.
    for row in [color.0, color.1, color.2] { row.store(.zero, at: width) }
    count += 1
  }

  /// Takes rows without colour, as lie below the picture, up to the end of the next band.
  func pushNothing() {
    repeat {
      for ring in colors { ring.row(count).update(repeating: 0, count: width) }
      count += 1
    } while !count.isMultiple(of: Band.height)
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
