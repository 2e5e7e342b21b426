/// The order in which JPEG stores the 64 coefficients of a block (ITU-T T.81, figure A.6).
package enum ZigZag {
  /// The place in rows, `8 * v + u`, of each coefficient in that order.
  package static let rowOrder: [Int] = {
    var places: [Int] = []
    for sum in 0..<15 {
      let diagonal = (max(0, sum - 7)...min(sum, 7)).map { v in 8 * v + sum - v }
      places += sum.isMultiple(of: 2) ? diagonal.reversed() : diagonal
    }
    return places
  }()
}
