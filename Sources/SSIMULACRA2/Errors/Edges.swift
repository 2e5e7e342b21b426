/// The map of a picture's edges.
enum Edges {
  /// Writes by how much each sample of a row stands out from its surroundings, darker or brighter.
  ///
  /// - Parameter mean: the row, blurred.
  static func write(
    color: UnsafePointer<Float>, mean: UnsafePointer<Float>, width: Int, into edges: UnsafeMutablePointer<Float>
  ) {
    for column in stride(from: 0, to: width, by: 4) {
      edges.store((color.lanes(at: column) - mean.lanes(at: column)).magnitudes, at: column)
    }
  }
}
