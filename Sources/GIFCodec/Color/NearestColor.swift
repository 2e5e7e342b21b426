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
      if distance < best.distance || distance == best.distance && colors[index] == pixel {
        best = (index, distance)
      }
    }
    return best.index
  }
}

/// The indices that may be written for pixels: their colours, and the nearest other ones.
struct PaletteIndices {
  /// How many other colours may begin a string in place of the nearest.
  private static let mostNeighbors = 16

  let count: Int
  /// -1 when there is none.
  let transparentIndex: Int
  /// One for every byte. The transparent index, and those beyond `count`, are `unreachable` far away.
  private let coordinates: [YUVColor]
  /// For each index the few others that are nearest, nearest first: `neighborCount` for each.
  private let neighbors: [UInt8]
  let neighborCount: Int

  /// - Parameters:
  ///   - colors: of all indices but the transparent one, at most 256 together.
  ///   - hasTransparency: whether the first index is transparent.
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
