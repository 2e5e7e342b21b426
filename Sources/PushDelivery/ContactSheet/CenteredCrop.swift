/// The part of a picture that remains where a client fills a frame of another shape with it: as much as possible, from the middle.
package struct CenteredCrop: Hashable, Sendable {
  /// In pixels of the picture.
  package let x, y, width, height: Double
  /// How much of the picture remains, 0 to 1.
  package let share: Double

  /// - Parameter aspect: how many times wider than high the frame is; above 0.
  package init(of size: PixelSize, aspect: Double) {
    // A picture without pixels has nothing to cut.
    let (fullWidth, fullHeight) = (Double(max(size.width, 1)), Double(max(size.height, 1)))
    width = min(fullWidth, fullHeight * aspect)
    height = min(fullHeight, fullWidth / aspect)
    x = (fullWidth - width) / 2
    y = (fullHeight - height) / 2
    share = (width / fullWidth) * (height / fullHeight)
  }

  /// Whether nothing that one could see falls off.
  package var isWhole: Bool { share > 0.995 }

  /// Whether so much falls off that someone should look: more than half.
  var isDeep: Bool { share < 0.5 }

  /// How much remains, for people.
  var percent: String { "\(Int((share * 100).rounded())) %" }
}
