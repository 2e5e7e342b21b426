/// Four rows of a plane, side by side in memory.
struct Band {
  static let height = 4

  private let first: UnsafeMutablePointer<Float>
  private let stride: Int

  /// - Parameters:
  ///   - first: the uppermost row.
  ///   - stride: samples from the start of a row to the start of the next.
  init(_ first: UnsafeMutablePointer<Float>, stride: Int) {
    self.first = first
    self.stride = stride
  }

  /// A row, 0 to 3.
  @inline(__always)
  func row(_ number: Int) -> UnsafeMutablePointer<Float> { first + number &* stride }
}
