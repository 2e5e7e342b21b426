/// The perceptual luma of a picture at five scales, each half as large as the one before; the halving is of linear light.
package struct LumaPyramid: Sendable {
  package static let scaleCount = 5

  package let scales: [Plane]
  /// Light at the coarsest scale.
  let coarsest: LightPlanes

  package init(_ pixels: JPEGPixels) {
    var scales = [PerceptualLuma.plane(pixels)]
    var light = LightPlanes(halving: pixels)
    while scales.count < Self.scaleCount {
      scales.append(light.luma)
      if scales.count < Self.scaleCount { light = light.halved }
    }
    self.scales = scales
    coarsest = light
  }
}
