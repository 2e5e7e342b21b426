/// The perceptual luma of a picture at five scales, each half as large as the one before; the halving is of linear light.
package struct LumaPyramid: Sendable {
  package static let scaleCount = 5

  private let finest: Plane
  package let coarse: CoarseScales

  package init(_ pixels: JPEGPixels) {
    finest = PerceptualLuma.plane(pixels)
    coarse = CoarseScales(pixels)
  }

  /// From the finest on.
  package var scales: [Plane] { [finest] + coarse.luma }
}

/// All of a pyramid but the finest scale, which takes most of the time.
package struct CoarseScales: Sendable {
  /// At 1:2 to 1:16.
  let luma: [Plane]
  /// Light at 1:16.
  package let coarsest: LightPlanes

  package init(_ pixels: JPEGPixels) {
    var light = LightPlanes(halving: pixels)
    var luma = [light.luma]
    while luma.count < LumaPyramid.scaleCount - 1 {
      light = light.halved
      luma.append(light.luma)
    }
    (self.luma, coarsest) = (luma, light)
  }
}
