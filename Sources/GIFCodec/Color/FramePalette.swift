/// The colours of one or all frames, as they are written and as they are searched.
struct FramePalette {
  /// Opaque colours; with transparency the first index is not one of them.
  let colors: [Pixel]
  let hasTransparency: Bool
  let alphabet: LZWAlphabet
  private var nearest: NearestColor

  /// How many other colours may begin a string in place of the nearest.
  private static let neighborCount = 16

  /// - Parameter colors: at most 256, the transparent index included.
  init(_ colors: [Pixel], hasTransparency: Bool) {
    // Even where nothing is painted there is a colour, so that every pixel has a nearest one.
    self.colors = colors.isEmpty ? [Pixel(red: 0, green: 0, blue: 0)] : colors
    self.hasTransparency = hasTransparency
    nearest = NearestColor(self.colors)
    let first = hasTransparency ? [ColorCoordinates.unreachable] : []
    alphabet = LZWAlphabet(
      coordinates: first + nearest.coordinates, transparentIndex: hasTransparency ? 0 : nil,
      neighborCount: Self.neighborCount)
  }

  /// Bits of an index.
  var bits: Int { max(1, (colors.count + (hasTransparency ? 1 : 0)).bitsToIndex) }

  /// How far a colour is from the nearest other one on the mean, in levels of grey; 0 for a single colour.
  var meanDistance: Float {
    let distances = nearest.coordinates.indices.map { index in
      let others = nearest.coordinates.indices.filter { $0 != index }
      return others.map { nearest.coordinates[$0].distance(to: nearest.coordinates[index]) }.min() ?? 0
    }
    return distances.reduce(0) { $0 + Float($1).squareRoot() / 2 } / Float(distances.count)
  }

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

  /// The colour of an index; transparent for that of transparency.
  @inline(__always) func color(at index: Int) -> Pixel {
    if hasTransparency { return index == 0 ? .transparent : colors[index - 1] }
    return colors[index]
  }
}
