/// A JPEG at a quarter or an eighth of its size, of the means of the quarters of its blocks. Decoders that scale a picture down while they
/// read it come to the same, but for rounding and finer colours.
package struct JPEGSmallPicture {
  /// Rounded down: pixels at the edges are whole.
  package let size: PixelSize
  /// 1 for gray, 3 for RGB.
  package let bandCount: Int
  /// 8 bits each, row by row.
  package private(set) var samples: [UInt8] = []

  /// - Parameters:
  ///   - quarters: for each component of the grid, those of all blocks in the order of a scan.
  ///   - divisor: 4 or 8.
  init?(_ grid: JPEGBlockGrid, _ quarters: [[SIMD4<UInt8>]], dividedBy divisor: Int) {
    let indices = Array(grid.components.indices)
    let (units, counts) = (grid.units(of: indices), grid.blocksInUnit(of: indices))
    guard quarters.map(\.count) == counts.map({ $0 * units.count }) else { return nil }
    size = PixelSize(width: grid.size.width / divisor, height: grid.size.height / divisor)
    bandCount = indices.count
    samples = [UInt8](repeating: 0, count: size.count * bandCount)
    let isAlone = bandCount == 1
    for index in indices {
      let (across, down) = isAlone ? (1, 1) : (grid.components[index].across, grid.components[index].down)
      let (widest, highest) = isAlone ? (1, 1) : (grid.widest, grid.highest)
      // At an eighth, two quarters side by side make a pixel, unless they are as wide as two.
      let (besides, below) = (divisor == 8 && across == widest ? 1 : 0, divisor == 8 && down == highest ? 2 : 0)
      // Blocks are in the order of units, which have them row by row.
      let columns = (0..<size.width).map { column in
        let quarter = column * divisor * across / (4 * widest)
        return (block: quarter / 2 / across * counts[index] + quarter / 2 % across, quarter: quarter % 2)
      }
      let (quarters, width) = (quarters[index], size.width)
      for row in 0..<size.height {
        let quarter = row * divisor * down / (4 * highest)
        let start = quarter / 2 / down * counts[index] * units.width + quarter / 2 % down * across
        var place = row * width * bandCount + index
        for column in 0..<width {
          let means = quarters[start + columns[column].block]
          let first = quarter % 2 * 2 + columns[column].quarter
          let sum = Int(means[first]) + Int(means[first + besides]) + Int(means[first + below])
          samples[place] = UInt8(truncatingIfNeeded: (sum + Int(means[first + besides + below]) + 2) / 4)
          place += bandCount
        }
      }
    }
    if !isAlone { convertToRGB() }
  }

  /// From YCbCr (ITU-T T.871, section 7).
  private mutating func convertToRGB() {
    for place in stride(from: 0, to: samples.count, by: 3) {
      let luma = Int(samples[place])
      let (blue, red) = (Int(samples[place + 1]) - 128, Int(samples[place + 2]) - 128)
      samples[place] = UInt8(clamping: luma + (91881 * red + 32768) >> 16)
      samples[place + 1] = UInt8(clamping: luma - (22554 * blue + 46802 * red + 32768) >> 16)
      samples[place + 2] = UInt8(clamping: luma + (116130 * blue + 32768) >> 16)
    }
  }

  /// The quarters of a block, in levels.
  @inline(__always)
  static func quarters(_ means: SIMD8<Float>) -> SIMD4<UInt8> {
    // Before they are numbers without fractions, since files may ask for any.
    let levels = (SIMD4(means[2], means[3], means[4], means[5]) + 128.5)
      .clamped(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
    // Beyond this a number's last bits are its integer, the nearest one.
    let nearest = levels + 0x1p23
    let bits = SIMD4(nearest[0].bitPattern, nearest[1].bitPattern, nearest[2].bitPattern, nearest[3].bitPattern)
    let isAbove = nearest - 0x1p23 .> levels
    return SIMD4<UInt8>(truncatingIfNeeded: bits.replacing(with: bits &- 1, where: isAbove))
  }
}

extension JPEGScanHeader {
  /// Whether it has all of a sequential picture, in gray, or in YCbCr of which brightness has all samples and colours all or half of them.
  func hasSmallPicture(_ grid: JPEGBlockGrid) -> Bool {
    guard !grid.isProgressive, components == Array(grid.components.indices) else { return false }
    guard let luma = grid.components.first, components.count == 3 else { return components.count == 1 }
    return luma.across == grid.widest && luma.down == grid.highest && luma.across <= 2 && luma.down <= 2
      && grid.components.map(\.identifier) != Array("RGB".utf8)
  }
}
