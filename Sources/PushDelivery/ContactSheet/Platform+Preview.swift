extension Platform {
  /// As people call what the previews imitate.
  var previewName: String {
    switch self {
    case .android: "Android"
    case .ios: "iOS"
    case .web: "Chrome"
    }
  }

  /// What an expanded notification shows of a picture; nil where it shows all of it.
  ///
  /// Android fills a frame that vendors agree to be 2:1; Chrome scales what is larger to fit 1800 x 900 and then leaves it to the
  /// system, mostly to a frame of that shape (`ClientLimit` has the sources of both). Apple's systems give an attachment all of
  /// the width and the height that follows.
  func crop(of picture: RenditionOutcome) -> CenteredCrop? {
    let size = PixelSize(width: picture.width, height: picture.height)
    switch self {
    case .android: return CenteredCrop(of: size, aspect: Double(ClientLimit.recommendedAspect.value))
    case .web:
      let frame = (ClientLimit.webVisibleWidth.value, ClientLimit.webVisibleHeight.value)
      return CenteredCrop(of: size, aspect: Double(frame.0) / Double(frame.1))
    case .ios: return nil
    }
  }
}

extension ContactSheet.Message {
  /// What stands for what moves.
  var still: RenditionOutcome? { pictures[.android] ?? pictures[.web] }
}
