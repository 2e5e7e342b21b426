/// A part of the canvas, in pixels. Empty when it has no columns.
package struct FrameRectangle: Hashable, Sendable {
  package var columns: Range<Int>
  package var rows: Range<Int>

  static let empty = FrameRectangle(columns: 0..<0, rows: 0..<0)

  var isEmpty: Bool { columns.isEmpty }
  package var pixelCount: Int { columns.count * rows.count }

  /// The smallest rectangle with both.
  func union(_ other: FrameRectangle) -> FrameRectangle {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return FrameRectangle(
      columns: min(columns.lowerBound, other.columns.lowerBound)..<max(columns.upperBound, other.columns.upperBound),
      rows: min(rows.lowerBound, other.rows.lowerBound)..<max(rows.upperBound, other.rows.upperBound))
  }

  /// The common part, perhaps empty.
  func intersection(_ other: FrameRectangle) -> FrameRectangle {
    FrameRectangle(columns: columns.clamped(to: other.columns), rows: rows.clamped(to: other.rows))
  }

  init(columns: Range<Int>, rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
  }

  /// The smallest rectangle with all pixels for which `isInside` is true. It gets their index in a canvas of `width`.
  init(width: Int, height: Int, where isInside: (Int) -> Bool) {
    self = .empty
    for row in 0..<height {
      let start = row * width
      guard let first = (start..<start + width).first(where: isInside) else { continue }
      let last = (first..<start + width).last(where: isInside) ?? first
      self = union(FrameRectangle(columns: first - start..<last - start + 1, rows: row..<row + 1))
    }
  }
}

extension [Pixel] {
  /// Makes a rectangle of a canvas transparent.
  mutating func clear(_ rectangle: FrameRectangle, width: Int) {
    for row in rectangle.rows {
      for column in rectangle.columns { self[row * width + column] = .transparent }
    }
  }
}
