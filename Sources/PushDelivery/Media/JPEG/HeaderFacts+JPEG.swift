extension HeaderFacts {
  init(_ jpeg: JPEGFacts) {
    self.init()
    size = jpeg.frame?.size
    orientation = jpeg.orientation
    metadata = jpeg.metadata
    bitDepth = jpeg.frame?.precision
    trailingByteCount = jpeg.trailingByteCount
    isWidelyDecodable = jpeg.isWidelyDecodable
    isLossy = jpeg.frame?.isLossless != true
    setColor(model: jpeg.frame?.colorModel ?? .rgb, profile: jpeg.profile)
  }
}

extension JPEGFrame {
  fileprivate var colorModel: ColorDescription.Model {
    switch componentCount {
    case 1, 2: .gray
    case 4: .cmyk
    default: .rgb
    }
  }
}
