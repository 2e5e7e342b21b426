/// Chooses few colours for many: variance-based splitting (after Wu, "Efficient statistical computations for optimal color
/// quantization", Graphics Gems II, 1991) refined by k-means, in the coordinates of `ColorCoordinates`.
struct PaletteQuantizer {
  /// A colour in coordinates as floating-point numbers, with its weight.
  private struct Sample {
    var position: SIMD4<Float>
    var weight: Float
  }

  private struct Box {
    var range: Range<Int>
    /// The summed squared distance from the mean, and the axis that has most of it.
    var error: Float
    var axis: Int
  }

  private static let refinements = 4
  private var samples: [Sample]

  init(_ entries: [ColorHistogram.Entry]) {
    samples = entries.map { entry in
      let luma = 0.299 * entry.red + 0.587 * entry.green + 0.114 * entry.blue
      return Sample(position: [2 * luma, entry.red - luma, entry.blue - luma, 0], weight: entry.weight)
    }
  }

  /// At most `count` distinct colours, in a fixed order.
  mutating func palette(count: Int) -> [Pixel] {
    var boxes = samples.isEmpty ? [] : [box(samples.indices)]
    while boxes.count < count, let worst = boxes.indices.max(by: { boxes[$0].error < boxes[$1].error }) {
      guard let halves = split(boxes[worst]) else { break }
      boxes[worst] = halves.0
      boxes.append(halves.1)
    }
    var centers = boxes.map { mean(samples[$0.range]) }
    for _ in 0..<Self.refinements { refine(&centers) }
    var set = ColorSet()
    for center in centers { set.insert(Self.pixel(center)) }
    return set.colors
  }

  private func box(_ range: Range<Int>) -> Box {
    let center = mean(samples[range])
    var spread = SIMD4<Float>.zero
    for sample in samples[range] {
      let offset = sample.position - center
      spread += offset * offset * sample.weight
    }
    let axis = (0..<3).max { spread[$0] < spread[$1] } ?? 0
    return Box(range: range, error: range.count > 1 ? spread.sum() : 0, axis: axis)
  }

  private func mean(_ samples: ArraySlice<Sample>) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    var weight: Float = 0
    for sample in samples {
      sum += sample.position * sample.weight
      weight += sample.weight
    }
    return sum / max(weight, .leastNormalMagnitude)
  }

  /// Cuts a box in two along its longest axis where the halves vary least; nil when nothing is left to cut.
  private mutating func split(_ box: Box) -> (Box, Box)? {
    guard box.error > 0, box.range.count > 1 else { return nil }
    samples[box.range].sort { $0.position[box.axis] < $1.position[box.axis] }
    let cut = bestCut(box)
    return (self.box(box.range.lowerBound..<cut), self.box(cut..<box.range.upperBound))
  }

  /// Least summed variance is the same as the most of sum(left)^2 / weight(left) + sum(right)^2 / weight(right).
  private func bestCut(_ box: Box) -> Int {
    let total = mean(samples[box.range])
    let weight = samples[box.range].reduce(0) { $0 + $1.weight }
    var left = SIMD4<Float>.zero
    var leftWeight: Float = 0
    var best = (cut: box.range.lowerBound + 1, gain: -Float.infinity)
    for index in box.range.dropLast() {
      // Offsets from the mean, so that the right half's sum is the negative of the left half's.
      left += (samples[index].position - total) * samples[index].weight
      leftWeight += samples[index].weight
      let rightWeight = max(weight - leftWeight, .leastNormalMagnitude)
      let gain = (left * left).sum() * (1 / leftWeight + 1 / rightWeight)
      if gain > best.gain { best = (index + 1, gain) }
    }
    return best.cut
  }

  /// One step of k-means: every sample goes to its nearest centre, every centre to the mean of its samples.
  private func refine(_ centers: inout [SIMD4<Float>]) {
    var sums = [SIMD4<Float>](repeating: .zero, count: centers.count)
    for sample in samples {
      let nearest = Self.nearest(sample.position, centers)
      var weighted = sample.position
      weighted.w = 1
      sums[nearest] += weighted * sample.weight
    }
    for index in centers.indices where sums[index].w > 0 {
      centers[index] = sums[index] / sums[index].w
      centers[index].w = 0
    }
  }

  private static func nearest(_ position: SIMD4<Float>, _ centers: [SIMD4<Float>]) -> Int {
    centers.withUnsafeBufferPointer { centers in
      var best = (index: 0, distance: Float.infinity)
      for index in 0..<centers.count {
        let offset = centers[index] - position
        let distance = (offset * offset).sum()
        if distance < best.distance { best = (index, distance) }
      }
      return best.index
    }
  }

  private static func pixel(_ position: SIMD4<Float>) -> Pixel {
    let luma = position.x / 2
    let red = luma + position.y
    let blue = luma + position.z
    let green = (luma - 0.299 * red - 0.114 * blue) / 0.587
    let bytes = [red, green, blue].map { Int(min(max($0.rounded(), 0), 255)) }
    return Pixel(red: bytes[0], green: bytes[1], blue: bytes[2])
  }
}
