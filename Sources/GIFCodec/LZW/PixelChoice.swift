/// What may be written for one pixel, and what harm each choice does. Harm is weighted squared distance (see
/// `ColorCoordinates`) beyond that of the best choice.
struct PixelChoice {
  /// What the pixel should be; `unreachable` when only the transparent index will do.
  var target: ColorCoordinates
  /// The best index: the nearest colour, or the transparent index where what is shown already is as near.
  var best: UInt8
  /// The nearest colour's index.
  var nearestColor: UInt8
  /// What a squared distance counts here.
  var weight: Float
  /// The harm of the best choice itself, which all others are measured from.
  var leastHarm: Float
  /// The harm of leaving what is shown beyond that of painting: below 0 where that is better, infinite where it cannot be.
  var harmOfKeeping: Float
}

/// A frame's colours as the LZW stage needs them.
struct LZWAlphabet {
  /// Where every index lies among colours; the transparent index lies `unreachable` far.
  let coordinates: [ColorCoordinates]
  let transparentIndex: Int?
  /// For each index the few others that are nearest, nearest first: `neighborCount` for each.
  let neighbors: [UInt8]
  let neighborCount: Int

  /// - Parameter neighborCount: how many other indices may begin a string in place of the nearest.
  init(coordinates: [ColorCoordinates], transparentIndex: Int?, neighborCount: Int) {
    self.coordinates = coordinates
    self.transparentIndex = transparentIndex
    let colors = coordinates.indices.filter { $0 != transparentIndex }
    let count = max(0, min(neighborCount, colors.count - 1))
    self.neighborCount = count
    neighbors = coordinates.indices.flatMap { index -> [UInt8] in
      guard index != transparentIndex else { return [UInt8](repeating: 0, count: count) }
      let others = colors.filter { $0 != index }
        .map { (index: $0, distance: coordinates[$0].distance(to: coordinates[index])) }
        .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
      return others.prefix(count).map { UInt8(truncatingIfNeeded: $0.index) }
    }
  }
}
