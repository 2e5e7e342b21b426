package import Findings
package import MediaFacts

/// The frames that clients fill with pictures.
extension Platform {
  /// The aspect ratio of an expanded notification's frame; nil if it takes the picture's shape.
  ///
  /// Android fills a frame that vendors say is 2:1. Chrome scales larger pictures to fit 1800 x 900 and passes them to the system, mostly
  /// for a frame of that shape (`ClientLimit` has the sources of both). Apple's systems give an attachment the whole width and a matching
  /// height.
  package var frameAspect: Double? {
    switch self {
    case .android: Double(ClientLimit.recommendedAspect.value)
    case .web: Double(ClientLimit.webVisibleWidth.value) / Double(ClientLimit.webVisibleHeight.value)
    case .ios: nil
    }
  }

  /// Whether it crops pictures that do not have its frame's shape.
  package var cutsPictures: Bool { frameAspect != nil }

  /// The part of a picture that an expanded notification shows; nil for all of it.
  package func crop(of size: PixelSize) -> CenteredCrop? { frameAspect.map { CenteredCrop(of: size, aspect: $0) } }
}

/// The part of a picture that remains in a frame of another shape: as much as possible, from the middle.
package struct CenteredCrop: Hashable, Sendable {
  /// In pixels of the picture.
  package let x, y, width, height: Double
  /// How much of the picture remains, 0 to 1.
  package let share: Double

  /// - Parameter aspect: the frame's width divided by its height; above 0.
  package init(of size: PixelSize, aspect: Double) {
    // A picture without pixels has nothing to crop.
    let (fullWidth, fullHeight) = (Double(max(size.width, 1)), Double(max(size.height, 1)))
    width = min(fullWidth, fullHeight * aspect)
    height = min(fullHeight, fullWidth / aspect)
    x = (fullWidth - width) / 2
    y = (fullHeight - height) / 2
    share = (width / fullWidth) * (height / fullHeight)
  }

  /// Whether no visible part is lost.
  package var isWhole: Bool { share > Self.wholeShare }

  /// The least share of a picture that still looks whole.
  package static let wholeShare = 0.995

  /// Whether the loss is so large that you should look.
  package static func isDeep(_ share: Double) -> Bool { share * 100 < Double(Profile.standardLeastShown) }

  /// The rest, for people.
  package var percent: String { Self.percent(share) }

  /// A share of a picture, 0 to 1, for people.
  package static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
