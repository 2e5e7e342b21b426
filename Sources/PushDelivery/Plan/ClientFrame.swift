package import Findings
package import MediaFacts

/// The frames that clients fill with a picture.
extension Platform {
  /// How many times wider than high the frame of an expanded notification is; nil where it takes the shape of the picture.
  ///
  /// Android fills a frame that vendors agree to be 2:1; Chrome scales what is larger to fit 1800 x 900 and then leaves it to the
  /// system, mostly to a frame of that shape (`ClientLimit` has the sources of both). Apple's systems give an attachment all of
  /// the width and the height that follows.
  package var frameAspect: Double? {
    switch self {
    case .android: Double(ClientLimit.recommendedAspect.value)
    case .web: Double(ClientLimit.webVisibleWidth.value) / Double(ClientLimit.webVisibleHeight.value)
    case .ios: nil
    }
  }

  /// Whether it cuts pictures that have not the shape of its frame.
  package var cutsPictures: Bool { frameAspect != nil }

  /// What an expanded notification shows of a picture; nil where it shows all of it.
  package func crop(of size: PixelSize) -> CenteredCrop? { frameAspect.map { CenteredCrop(of: size, aspect: $0) } }
}

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
  package var isWhole: Bool { share > Self.wholeShare }

  /// What is left of a picture of which nothing falls off that one could see.
  package static let wholeShare = 0.995

  /// Whether so much falls off that someone should look.
  package static func isDeep(_ share: Double) -> Bool { share * 100 < Double(Profile.standardLeastShown) }

  /// How much remains, for people.
  package var percent: String { Self.percent(share) }

  /// A part of a picture, 0 to 1, for people.
  package static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }
}
