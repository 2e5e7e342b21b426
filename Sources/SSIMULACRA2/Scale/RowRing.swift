/// The newest rows of a plane. Before and after each row lie zeros, so that vectors may reach over its ends.
final class RowRing {
  /// Zeros before each row, and at least as many after it.
  static let margin = 12

  private let width: Int
  private let count: Int
  private let stride: Int
  private let memory: UnsafeMutablePointer<Float>

  /// - Parameters:
  ///   - width: samples in a row.
  ///   - count: rows that are kept.
  init(width: Int, count: Int) {
    self.width = width
    self.count = count
    stride = (width + 2 * Self.margin + 7) & ~3
    memory = .allocate(capacity: stride * count)
    memory.initialize(repeating: 0, count: stride * count)
  }

  deinit { memory.deallocate() }

  /// The row of a number that is not negative; it takes the place of the one `count` rows above.
  @inline(__always)
  func row(_ number: Int) -> UnsafeMutablePointer<Float> {
    memory + (number % count) * stride + Self.margin
  }
}
