/// Chooses the frame that represents all: sharp, not empty, and like most others.
///
/// Each frame gets marks between 0 and 1, which are multiplied. No single mark excludes a frame, so there is always a best one.
public struct PosterSelection: Sendable {
  /// The mark of each frame.
  package let marks: [Double]

  /// - Parameter frames: in the order of time, at about equal distances.
  public init(_ frames: [Thumbnail]) {
    let traits = frames.map(FrameTraits.init)
    let sharpest = Self.upperDecile(traits.map(\.sharpness))
    let visible = traits.map(\.visiblePart).max() ?? 0
    marks = traits.indices.map { index in
      let trait = traits[index]
      let place = Double(index) / Double(max(1, traits.count - 1))
      return Self.mark(visible: trait.visiblePart, most: visible) * Self.mark(contrast: trait.contrast)
        * Self.mark(brightness: trait.brightness) * Self.mark(sharpness: trait.sharpness, most: sharpest)
        * (1 - 0.7 * trait.distance(toAll: traits))
        * Self.mark(transition: FrameTransition(in: traits, at: index).strength)
        // Of equal ones the earlier: the last is often a card with a logo.
        * (1 - 0.15 * place)
    }
  }

  /// The index of the best frame; nil without frames. Of equal ones it is the first.
  public var bestIndex: Int? {
    marks.indices.max { marks[$0] < marks[$1] || (marks[$0] == marks[$1] && $0 > $1) }
  }

  /// An animation with transparency may build up its picture: the fullest frame counts.
  private static func mark(visible: Double, most: Double) -> Double {
    guard most > 0 else { return 1 }
    let part = visible / most
    return part * part
  }

  /// Nearly uniform frames are worthless; beyond a standard deviation of 25 more contrast is not better.
  private static func mark(contrast: Double) -> Double { 0.02 + 0.98 * min(1, contrast / 25) }

  /// Frames nearly black or nearly white show little. White paper with some writing is no such frame.
  private static func mark(brightness: Double) -> Double {
    0.1 + 0.9 * min(1, brightness / 50, (255 - brightness) / 10)
  }

  /// Sharpness depends on the subject, so it is compared with the others', and counts half.
  private static func mark(sharpness: Double, most: Double) -> Double {
    guard most > 0 else { return 1 }
    return min(1, 0.25 + 0.75 * sharpness / most)
  }

  private static func mark(transition strength: Double) -> Double { 1 - 0.8 * strength }

  /// The ninth decile of the values.
  private static func upperDecile(_ values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    return values.sorted()[values.count * 9 / 10]
  }
}
