extension HeaderFacts {
  init(_ png: PNGFacts) {
    self.init()
    size = png.header?.size
    orientation = png.orientation
    metadata = png.metadata
    bitDepth = png.header.map { $0.colorType == .palette ? 8 : $0.bitDepth }
    frameCount = png.frameCount
    trailingByteCount = png.trailingByteCount
    hasAlpha = png.hasTransparency
    isWidelyDecodable = png.isWidelyDecodable
    if png.frameCount > 1 {
      animation = Animation(
        delays: png.frames.map(\.delay), loopCount: png.playCount, disposals: Set(png.frames.map(\.disposal)))
    }
    setColor(
      model: png.header?.colorType.colorModel ?? .rgb, profile: png.color.profile, codePoints: png.color.codePoints)
  }
}
