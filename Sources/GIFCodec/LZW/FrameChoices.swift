/// All that may be written for a frame, laid out for the search. It points into arrays and lives no longer than they do.
struct FrameChoices {
  let pixels: UnsafeBufferPointer<PixelChoice>
  let colors: UnsafeBufferPointer<ColorCoordinates>
  let neighbors: UnsafeBufferPointer<UInt8>
  let neighborCount: Int
  /// The transparent index; -1 when there is none.
  let transparent: Int
  let pricePerBit: Float

  var count: Int { pixels.count }

  /// The harm that an index does to a pixel. When bits have no price, infinite unless it does none.
  ///
  /// Another choice that is just as good still counts a little: strings then come out alike, and are met again more often.
  @inline(__always) func harm(of symbol: Int, at position: Int) -> Float {
    let pixel = pixels[position]
    if symbol == Int(pixel.best) { return 0 }
    if pricePerBit > 0 {
      let harm =
        symbol == transparent
        ? pixel.harmOfKeeping : Float(colors[symbol].distance(to: pixel.target)) * pixel.weight - pixel.leastHarm
      return max(FrameChoices.habit * pricePerBit, harm)
    }
    let isAsGood = (symbol == transparent || symbol == Int(pixel.nearestColor)) && pixel.harmOfKeeping == 0
    return isAsGood ? FrameChoices.habit : .infinity
  }

  /// In prices of a bit. Measured: without it animations come out larger by a tenth and more.
  private static let habit: Float = 0.01
}

extension LZWAlphabet {
  /// Lends pixels and alphabet to the search.
  func withChoices<Result>(
    _ pixels: [PixelChoice], pricePerBit: Float, _ body: (FrameChoices) -> Result
  ) -> Result {
    pixels.withUnsafeBufferPointer { pixels in
      coordinates.withUnsafeBufferPointer { colors in
        neighbors.withUnsafeBufferPointer { neighbors in
          body(
            FrameChoices(
              pixels: pixels, colors: colors, neighbors: neighbors, neighborCount: neighborCount,
              transparent: transparentIndex ?? -1, pricePerBit: pricePerBit))
        }
      }
    }
  }
}
