/// Makes the map of edges of one channel of the reference at one scale.
final class ReferenceEdges: BandConsumer {
  static let feelsRounding = false

  private let width: Int
  private let edges: RowRing
  private let mean: TapBlur

  /// - Parameter edges: where it is written.
  init(width: Int, edges: RowRing) {
    self.width = width
    self.edges = edges
    mean = TapBlur(width: width)
  }

  func push(_ colors: Band, firstRow: Int) { mean.push(colors) }

  func finish(_ colors: Band, rows: Range<Int>) {
    for (place, row) in rows.enumerated() {
      Edges.write(color: colors.row(place), mean: mean.blurred.row(place), width: width, into: edges.row(row))
    }
  }
}
