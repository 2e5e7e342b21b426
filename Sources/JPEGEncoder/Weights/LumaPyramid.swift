/// The perceptual luma of a picture at five scales, each half as large as the one before; the halving is of linear light.
package struct LumaPyramid: Sendable {
  package static let scaleCount = 5

  package let scales: [Plane]

  package init(_ pixels: JPEGPixels) {
    var (luma, light) = LightPlanes.halving(pixels)
    var scales = [luma]
    while scales.count < Self.scaleCount - 1 {
      (luma, light) = light.halving
      scales.append(luma)
    }
    self.scales = scales + [light.luma]
  }
}
