/// Blurs a plane that comes row by row.
final class PlaneBlur {
  /// How many rows a blurred row comes after the row in its place.
  static let delay = GaussianFilter.radius - 1

  private let width: Int
  /// Rows that are blurred along themselves.
  private let rows: RowRing
  private let zeros: RowRing
  /// The last two outputs of the three cosines, for each four columns: slow, middle, fast, then the same from before.
  private let states: UnsafeMutablePointer<Float>
  private let stateCount: Int
  /// The newest blurred row.
  let blurred: UnsafeMutablePointer<Float>
  private let output: RowRing
  private var count = 0

  init(width: Int) {
    self.width = width
    rows = RowRing(width: width, count: 2 * GaussianFilter.radius + 1)
    zeros = RowRing(width: width, count: 1)
    output = RowRing(width: width, count: 1)
    blurred = output.row(0)
    stateCount = (width + 3) / 4 * 24
    states = .allocate(capacity: stateCount)
    states.initialize(repeating: 0, count: stateCount)
  }

  deinit { states.deallocate() }

  /// Takes the next row; then `blurred` is the one `delay` rows above it.
  ///
  /// - Parameter row: zeros around it, as in a `RowRing`.
  func push(_ row: UnsafePointer<Float>) {
    let blurredRow = rows.row(count)
    RowBlur.blur(row, width: width, into: blurredRow)
    step(UnsafePointer(blurredRow))
  }

  /// Takes a row below the picture.
  func pushNothing() { step(UnsafePointer(zeros.row(0))) }

  private func step(_ bottom: UnsafePointer<Float>) {
    let distance = 2 * GaussianFilter.radius
    let top = UnsafePointer(count >= distance ? rows.row(count - distance) : zeros.row(0))
    ColumnStep.step(top, bottom, states: states, isOdd: count & 1 == 1, width: width, into: blurred)
    count += 1
  }
}
