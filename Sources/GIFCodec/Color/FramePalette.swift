/// The colours of one or all frames, as they are written and as they are searched.
struct FramePalette {
  /// Opaque colours; with transparency the first index is not one of them.
  let colors: [Pixel]
  let hasTransparency: Bool
  let indices: PaletteIndices
  private var nearest: NearestColor

  /// - Parameter colors: at most 256, the transparent index included.
  init(_ colors: [Pixel], hasTransparency: Bool) {
    // Even an empty palette gets a colour, so that every pixel has a nearest one.
    self.colors = colors.isEmpty ? [Pixel(red: 0, green: 0, blue: 0)] : colors
    self.hasTransparency = hasTransparency
    nearest = NearestColor(self.colors)
    indices = PaletteIndices(nearest.coordinates, hasTransparency: hasTransparency)
  }

  /// Bits of an index in the file's table of colours.
  var bits: Int { max(1, indices.count.bitsToIndex) }

  /// Bytes of the table in the file.
  var byteCount: Int { 3 << bits }

  /// The table: its colours, filled up to a power of two.
  var table: [UInt8] {
    let first = hasTransparency ? [Pixel(red: 0, green: 0, blue: 0)] : []
    let bytes = (first + colors).flatMap { [$0.red, $0.green, $0.blue] }.map { UInt8(truncatingIfNeeded: $0) }
    return bytes + [UInt8](repeating: 0, count: byteCount - bytes.count)
  }

  /// The index of the nearest colour.
  @inline(__always) mutating func index(nearest pixel: Pixel) -> Int {
    nearest.index(of: pixel) + (hasTransparency ? 1 : 0)
  }

  /// The colour of an index; transparent for the transparent index.
  @inline(__always) func color(at index: Int) -> Pixel {
    if hasTransparency { return index == 0 ? .transparent : colors[index - 1] }
    return colors[index]
  }

  /// The mean distance of a colour to its nearest other one, in levels of grey; 0 for a single colour.
  fileprivate var meanDistance: Float {
    let distances = nearest.coordinates.indices.map { index in
      let others = nearest.coordinates.indices.filter { $0 != index }
      return others.map { nearest.coordinates[$0].distance(to: nearest.coordinates[index]) }.min() ?? 0
    }
    return distances.reduce(0) { $0 + Float($1).squareRoot() / 2 } / Float(distances.count)
  }
}

extension Int {
  /// Bits for an index of so many things: 8 for 256.
  var bitsToIndex: Int { self < 2 ? 0 : Int.bitWidth - (self - 1).leadingZeroBitCount }
}

/// Shifts colours by a fixed pattern before they are rounded to a palette, so that neighbours average to a missing colour
/// (Bayer, 1973). The pattern never moves, so still areas stay still in the GIF.
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

  /// - Parameter palette: the further apart its colours, the stronger the pattern.
  init(_ palette: FramePalette) {
    let distance = palette.meanDistance
    shifts = Self.pattern.map { Int(($0 * distance).rounded()) }
  }

  /// - Parameters:
  ///   - pixels: of a whole picture, row by row.
  ///   - width: its pixels in a row.
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
