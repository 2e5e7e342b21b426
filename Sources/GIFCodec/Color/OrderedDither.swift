/// Shifts colours by a fixed pattern before they are rounded to a palette, so that neighbours on both sides of a missing colour
/// make it up (Bayer, 1973). The pattern never moves: what is still in the original is still in the GIF.
struct OrderedDither {
  /// Bayer's 8 x 8 matrix, -1/2 to 1/2.
  private static let pattern: [Float] = (0..<64).map { place in
    let (column, row) = (place & 7, place >> 3)
    let mixed = column ^ row
    let rank = (0..<3).reduce(0) { rank, bit in
      rank | (mixed >> bit & 1) << (5 - 2 * bit) | (row >> bit & 1) << (4 - 2 * bit)
    }
    return (Float(rank) + 0.5) / 64 - 0.5
  }

  private let shifts: [Int]

  /// - Parameter palette: the further apart its colours lie, the stronger the pattern.
  init(_ palette: FramePalette) {
    let distance = palette.meanDistance
    shifts = Self.pattern.map { Int(($0 * distance).rounded()) }
  }

  func apply(to pixels: inout [Pixel], width: Int) {
    for index in pixels.indices where pixels[index].isOpaque {
      let shift = shifts[(index / width & 7) << 3 | index % width & 7]
      let pixel = pixels[index]
      pixels[index] = Pixel(
        red: min(max(pixel.red + shift, 0), 255), green: min(max(pixel.green + shift, 0), 255),
        blue: min(max(pixel.blue + shift, 0), 255))
    }
  }
}
