/// A rectangle of a picture, in parts of its width and height: 0 is its left and top, 1 its right and bottom.
public struct PictureArea: Hashable, Sendable, Codable {
  public var left, top, right, bottom: Double

  public init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// Whether it has a width and a height, and is wholly inside.
  package var isWithinPicture: Bool {
    left >= 0 && left < right && right <= 1 && top >= 0 && top < bottom && bottom <= 1
  }

  /// The smallest rectangle with both.
  public func union(_ other: PictureArea) -> PictureArea {
    PictureArea(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }
}
