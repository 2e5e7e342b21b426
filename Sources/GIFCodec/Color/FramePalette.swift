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

/// Finds the palette colour nearest to a colour, and caches it.
struct NearestColor {
  /// A colour that was looked up, and the answer.
  private struct Known {
    /// No opaque pixel is 0, so that an empty slot answers nothing.
    var pixel: UInt32 = 0
    var index: UInt8 = 0
  }

  private static let slotBits: UInt32 = 13

  /// Of the palette's colours.
  let coordinates: [YUVColor]
  private let colors: [Pixel]
  private var answers = [Known](repeating: Known(), count: 1 << Int(NearestColor.slotBits))

  /// - Parameter colors: at least one, at most 256.
  init(_ colors: [Pixel]) {
    self.colors = colors
    coordinates = colors.map { YUVColor($0) }
  }

  /// The palette index of the nearest colour; of the exact colour if it is there.
  mutating func index(of pixel: Pixel) -> Int {
    let slot = Int(truncatingIfNeeded: (pixel.bits &* 0x9E37_79B1) >> (32 - Self.slotBits))
    let answer = answers[slot]
    if answer.pixel == pixel.bits { return Int(answer.index) }
    let found = search(pixel)
    answers[slot] = Known(pixel: pixel.bits, index: UInt8(truncatingIfNeeded: found))
    return found
  }

  private func search(_ pixel: Pixel) -> Int {
    let target = YUVColor(pixel)
    var best = (index: 0, distance: Int32.max)
    for index in coordinates.indices {
      let distance = coordinates[index].distance(to: target)
      if distance < best.distance || distance == best.distance && colors[index] == pixel { best = (index, distance) }
    }
    return best.index
  }
}

/// The indices that may be written for pixels: their colours, and the nearest other ones.
struct PaletteIndices {
  /// How many other colours may begin a string in place of the nearest.
  private static let mostNeighbors = 16

  let count: Int
  /// -1 without transparency.
  let transparentIndex: Int
  /// One for every byte. The transparent index, and those beyond `count`, are `unreachable` far away.
  private let coordinates: [YUVColor]
  /// For each index the few others that are nearest, nearest first: `neighborCount` for each.
  private let neighbors: [UInt8]
  let neighborCount: Int

  /// - Parameter colors: of all indices but the transparent one, at most 256 together.
  init(_ colors: [YUVColor], hasTransparency: Bool) {
    let known = (hasTransparency ? [.unreachable] : []) + colors
    count = known.count
    transparentIndex = hasTransparency ? 0 : -1
    coordinates = known + [YUVColor](repeating: .unreachable, count: 256 - known.count)
    let neighborCount = max(0, min(Self.mostNeighbors, colors.count - 1))
    self.neighborCount = neighborCount
    let opaque = (hasTransparency ? 1 : 0)..<known.count
    neighbors = known.indices.flatMap { index -> [UInt8] in
      guard opaque.contains(index) else { return [UInt8](repeating: 0, count: neighborCount) }
      return Self.nearest(to: index, of: opaque, known).prefix(neighborCount).map { UInt8(truncatingIfNeeded: $0) }
    }
  }

  /// All other indices, nearest first.
  private static func nearest(to index: Int, of opaque: Range<Int>, _ known: [YUVColor]) -> [Int] {
    opaque.filter { $0 != index }
      .map { (index: $0, distance: known[$0].distance(to: known[index])) }
      .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
      .map(\.index)
  }

  @inline(__always) func coordinates(of index: UInt8) -> YUVColor { coordinates[Int(index)] }

  /// - Parameter place: 0 for the nearest, below `neighborCount`.
  @inline(__always) func neighbor(_ place: Int, of index: UInt8) -> UInt8 {
    neighbors[Int(index) &* neighborCount &+ place]
  }
}
