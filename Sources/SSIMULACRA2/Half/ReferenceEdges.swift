/// Makes the map of edges of one channel of the reference at one scale.
final class ReferenceEdges: RowConsumer {
  private let width: Int
  private let edges: RowRing
  private let mean: PlaneBlur

  /// - Parameter edges: where it is written.
  init(width: Int, edges: RowRing) {
    self.width = width
    self.edges = edges
    mean = PlaneBlur(width: width)
  }

  func push(_ color: UnsafePointer<Float>, row: Int) { mean.push(color) }

  func pushNothing() { mean.pushNothing() }

  func finish(_ color: UnsafePointer<Float>, row: Int) {
    Edges.write(color: color, mean: UnsafePointer(mean.blurred), width: width, into: edges.row(row))
  }
}
