/// The place from which on all blocks of a component are brighter or darker than they were. Each block has only its difference from the
/// previous one (ITU-T T.81, F.1.1.5.1), so that one wrong code shifts all that follow, and other codes may still fit.
///
/// The shift is a step between two rows of units: from the place to the end of its row, and one row below from the row's start to the
/// place. Everything around is as even as before.
struct JPEGSeam {
  /// The first shifted unit.
  let unit: Int

  /// In levels of 255. Smaller shifts are not visible.
  private static let smallestStep: Float = 6
  /// Units at either end of a step. Without them it would be the straight edge of something drawn.
  private static let shortestEnd = 3
  /// The part of the units that must agree: some have edges of their own.
  private static let agreement: Float = 0.8

  /// - Parameters:
  ///   - edges: the means of the first and the last row of pixels in each unit, row by row.
  ///   - width: the units of a row.
  init?(_ edges: [SIMD2<Float>], width: Int) {
    guard width >= 4 * Self.shortestEnd, edges.count >= 3 * width else { return nil }
    let steps = zip(edges[width...], edges).map { $0[0] - $1[1] }
    let found = steps.indices.dropLast(width).first { start in
      Self.mayStart(at: start, steps, width) && Self.starts(at: start, steps, width)
    }
    guard let found else { return nil }
    unit = found + width
  }

  /// A quick look at both ends.
  private static func mayStart(at start: Int, _ steps: [Float], _ width: Int) -> Bool {
    let column = start % width
    guard (shortestEnd...width - shortestEnd).contains(column), start - column + 2 * width <= steps.count else {
      return false
    }
    func mean(_ first: Int) -> Float { steps[first..<first + shortestEnd].reduce(0, +) / Float(shortestEnd) }
    let first = mean(start)
    guard abs(first) >= smallestStep / 2 else { return false }
    let last = mean(start + width - shortestEnd)
    guard first * last > 0, abs(last) >= smallestStep / 2 else { return false }
    let largest = max(abs(first), abs(last)) / 2
    return abs(mean(start - shortestEnd)) < largest && abs(mean(start + width)) < largest
  }

  /// Whether so many are beyond half of the smallest step, on one side, that they may agree: much faster than their median.
  private static func mayAgree(_ steps: ArraySlice<Float>) -> Bool {
    let least = agreement * Float(steps.count)
    return Float(steps.count { $0 > smallestStep / 2 }) >= least
      || Float(steps.count { $0 < -smallestStep / 2 }) >= least
  }

  private static func starts(at start: Int, _ steps: [Float], _ width: Int) -> Bool {
    guard mayAgree(steps[start..<start + width]) else { return false }
    let step = steps[start..<start + width].sorted()[width / 2]
    guard abs(step) >= smallestStep else { return false }
    let row = start - start % width
    func agrees(_ range: Range<Int>, with expected: Float) -> Bool {
      let count = steps[range].count { abs($0 - expected) < abs(step) / 2 }
      return Float(count) >= agreement * Float(range.count)
    }
    return agrees(start..<row + width, with: step) && agrees(row + width..<start + width, with: step)
      && agrees(row..<start, with: 0) && agrees(start + width..<row + 2 * width, with: 0)
  }
}
