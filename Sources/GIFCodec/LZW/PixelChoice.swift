/// What may be written for one pixel, and the distortion of each choice: weighted squared distance (see `YUVColor`) beyond that
/// of the best choice.
struct PixelChoice {
  /// What the pixel should be; `unreachable` when only the transparent index will do.
  var target: YUVColor
  /// The best index: the nearest colour, or the transparent index where what is shown already is as near.
  var best: UInt8
  /// The nearest colour's index.
  var nearestColor: UInt8
  /// What a squared distance counts here.
  var weight: Float
  /// The distortion of the best choice itself, which all others are measured from.
  var leastDistortion: Float
  /// The distortion of leaving what is shown beyond that of painting: below 0 where that is better, infinite where it cannot
  /// be left.
  var distortionOfKeeping: Float
}

/// All that may be written for a frame, and what a bit is worth.
struct FrameChoices {
  /// In the order of the rows.
  let pixels: [PixelChoice]
  let indices: PaletteIndices
  /// The distortion that is taken for a bit less; 0 for lossless.
  let lambda: Float

  /// In units of `lambda`. Measured: without it animations come out larger by a tenth and more.
  private static let habit: Float = 0.01

  /// The distortion that an index adds at a pixel. When bits are worth nothing, infinite unless it adds none.
  ///
  /// Another choice that is just as good still counts a little: strings then come out alike, and are met again more often.
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
