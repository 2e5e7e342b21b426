package import MediaFacts

/// Bars that continue the edges of a picture, so that it seems to have been made for the larger shape: an edge of one colour goes on in it,
/// any other in its softened colours.
package struct EdgeBars {
  private let samples: [UInt8]
  private let size: PixelSize
  private let bandCount: Int

  /// How far samples of one colour may differ: noise of JPEG, and soft shadows.
  private static let colorRange = 12
  /// The part of an edge, in tenths, that must have one colour: words and logos may touch it.
  private static let leastAlike = 8

  /// - Parameter samples: 8 bits each, row by row, bands interleaved.
  package init(_ samples: [UInt8], size: PixelSize, bandCount: Int) {
    (self.samples, self.size, self.bandCount) = (samples, size, bandCount)
  }

  /// The samples of the picture in the middle of a canvas, which is not smaller.
  package func samples(on canvas: PixelSize) -> [UInt8] {
    let (left, top) = ((canvas.width - size.width) / 2, (canvas.height - size.height) / 2)
    let (width, height) = (size.width * bandCount, size.height)
    let (west, east) = (edge(height) { $0 * size.width }, edge(height) { ($0 + 1) * size.width - 1 })
    let (north, south) = (edge(size.width) { $0 }, edge(size.width) { (height - 1) * size.width + $0 })
    func bar(_ colors: ArraySlice<UInt8>, _ count: Int) -> [UInt8] {
      Array(repeatElement(colors, count: count).joined())
    }
    func row(_ middle: ArraySlice<UInt8>, _ number: Int) -> [UInt8] {
      let place = number * bandCount..<(number + 1) * bandCount
      return bar(west[place], left) + middle + bar(east[place], canvas.width - left - size.width)
    }
    let above = row(north[...], 0)
    let below = row(south[...], height - 1)
    let middle = (0..<height).flatMap { row(samples[$0 * width..<($0 + 1) * width], $0) }
    return bar(above[...], top) + middle + bar(below[...], canvas.height - top - height)
  }

  /// The colours along an edge.
  /// - Parameter place: the number of the pixel at each place of the edge.
  private func edge(_ count: Int, _ place: (Int) -> Int) -> [UInt8] {
    let bands = (0..<bandCount).map { band in (0..<count).map { Int(samples[place($0) * bandCount + band]) } }
    let middles = bands.map { $0.sorted()[count / 2] }
    let alike = (0..<count).count { index in
      bands.indices.allSatisfy { abs(bands[$0][index] - middles[$0]) <= Self.colorRange }
    }
    let isOfOneColor = alike * 10 >= Self.leastAlike * count
    let softened = bands.indices.map { band in
      isOfOneColor ? [Int](repeating: middles[band], count: count) : Self.softened(Self.softened(bands[band]))
    }
    return (0..<count).flatMap { index in softened.map { UInt8(clamping: $0[index]) } }
  }

  /// The means of neighbours, an eighth of the edge around each.
  private static func softened(_ values: [Int]) -> [Int] {
    let reach = max(1, values.count / 16)
    let sums = values.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    return values.indices.map { index in
      let (start, end) = (max(0, index - reach), min(values.count, index + reach + 1))
      return (sums[end] - sums[start]) / (end - start)
    }
  }
}
