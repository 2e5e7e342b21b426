/// The disposal of a frame's rectangle before the next frame, so that pixels can become transparent again.
struct DisposalChoice {
  let disposal: GIFDisposal
  /// What the frame must cover.
  let rectangle: FrameRectangle

  /// - Parameters:
  ///   - target: the frame.
  ///   - rectangle: what it paints.
  ///   - next: the next frame's pixels; nil after the last.
  ///   - canRestore: whether there is a previous frame to restore.
  init(_ target: FrameTarget, rectangle: FrameRectangle, next: [Pixel]?, canRestore: Bool) {
    let vanishing = next.map { next in
      FrameRectangle(width: target.width, height: target.height) {
        target.wanted[$0].isOpaque && !next[$0].isOpaque
      }
    }
    guard let next, let vanishing, !vanishing.isEmpty else {
      (disposal, self.rectangle) = (.keep, rectangle)
      return
    }
    let cleared = rectangle.union(vanishing)
    let repainted = Self.repaintedCount(target, next: next, cleared: cleared)
    let restores = canRestore && Self.restoredCount(target, next: next).map { $0 < repainted } ?? false
    (disposal, self.rectangle) = restores ? (.previous, rectangle) : (.background, cleared)
  }

  /// How many pixels the next frame paints after a rectangle was cleared.
  private static func repaintedCount(_ target: FrameTarget, next: [Pixel], cleared: FrameRectangle) -> Int {
    var count = 0
    for row in 0..<target.height {
      for column in 0..<target.width {
        let index = row * target.width + column
        let isCleared = cleared.rows.contains(row) && cleared.columns.contains(column)
        count += (isCleared ? next[index].isOpaque : next[index] != target.wanted[index]) ? 1 : 0
      }
    }
    return count
  }

  /// How many pixels the next frame paints when the previous picture is restored; nil when some of them would have to
  /// be transparent.
  private static func restoredCount(_ target: FrameTarget, next: [Pixel]) -> Int? {
    var count = 0
    for index in next.indices where next[index] != target.shown[index] {
      guard next[index].isOpaque else { return nil }
      count += 1
    }
    return count
  }
}
