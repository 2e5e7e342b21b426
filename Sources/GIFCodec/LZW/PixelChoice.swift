/// The allowed indices of one pixel, and the distortion of each: weighted squared distance (see `YUVColor`) beyond that of the
/// best choice.
struct PixelChoice {
  /// The pixel's target; `unreachable` when only the transparent index will do.
  var target: YUVColor
  /// The best index: the nearest colour, or the transparent index where the shown pixel is as near.
  var best: UInt8
  /// The nearest colour's index.
  var nearestColor: UInt8
  /// The weight of a squared distance here.
  var weight: Float
  /// The distortion of the best choice, from which all others are measured.
  var leastDistortion: Float
  /// The distortion of keeping the pixel minus that of painting: below 0 where keeping is better, infinite where it is
  /// impossible.
  var distortionOfKeeping: Float
}

/// All choices for a frame, and what a bit is worth.
struct FrameChoices {
  /// In the order of the rows.
  let pixels: [PixelChoice]
  let indices: PaletteIndices
  /// The distortion accepted to save a bit; 0 for lossless.
  let lambda: Float

  /// In units of `lambda`. Measured: without it animations become larger by a tenth and more.
  private static let habit: Float = 0.01

  /// The distortion that an index adds at a pixel. For lossless, infinite unless it adds none.
  ///
  /// Equally good choices still cost a little: strings then vary less and recur more often.
  @inline(__always) func distortion(of index: UInt8, at pixel: PixelChoice) -> Float {
    if index == pixel.best { return 0 }
    let isTransparent = Int(index) == indices.transparentIndex
    if lambda > 0 {
      let added =
        isTransparent
        ? pixel.distortionOfKeeping
        : Float(indices.coordinates(of: index).distance(to: pixel.target)) * pixel.weight - pixel.leastDistortion
      return max(Self.habit * lambda, added)
    }
    let isAsGood = (isTransparent || index == pixel.nearestColor) && pixel.distortionOfKeeping == 0
    return isAsGood ? Self.habit : .infinity
  }
}
