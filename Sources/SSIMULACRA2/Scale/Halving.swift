/// Halves a picture's light.
enum Halving {
  /// Each new sample is the mean of two by two.
  ///
  /// - Parameters:
  ///   - upper: twice as many samples as come out.
  ///   - width: samples that come out.
  static func halve(
    _ upper: UnsafePointer<Float>, _ lower: UnsafePointer<Float>, into half: UnsafeMutablePointer<Float>, width: Int
  ) {
    for column in stride(from: 0, to: width, by: 4) {
      let above = UnsafeRawPointer(upper + 2 * column).loadUnaligned(as: SIMD8<Float>.self)
      let below = UnsafeRawPointer(lower + 2 * column).loadUnaligned(as: SIMD8<Float>.self)
      half.store((above.evenHalf + above.oddHalf + below.evenHalf + below.oddHalf) * 0.25, at: column)
    }
  }
}
